import { ActionIcon } from "@mantine/core";
import { IconKeyboard } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { onDemand } from "#core/web/onDemand.tsx";
import { useMay } from "#core/web/useMay.ts";
import { useProfile } from "#domains/accounts/web/public.tsx";
import { teamwork } from "#domains/inbox/team/contract.ts";
import { inbox } from "../contract.ts";
import { rowBeside } from "./rowKeys.ts";
import classes from "./Shortcuts.module.css";
import { areOn, type Deed, deedOf } from "./singleKeys.ts";
import { useChatMark } from "./useChatMark.ts";
import { useInboxState } from "./useInbox.ts";

const ShortcutsDialog = onDemand(() => import("./ShortcutsDialog.tsx"), "ShortcutsDialog");

const find = (selector: string) => document.querySelector<HTMLElement>(selector);
/** A control that can be seen, by the key that it names. */
const control = (key: string) => {
  const found = find(`[aria-keyshortcuts="${key}"]`);
  return found?.checkVisibility({ visibilityProperty: true }) ? found : undefined;
};
const list = '[aria-label="Conversations"] li a';

/** True where a key means a letter, or something of its own. */
function isTaken(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.closest('input, textarea, select, [contenteditable=""], [contenteditable="true"], [role="menu"]') !== null
  );
}

/** The focus goes to the row beside the one that has it, or that is open. */
function goBeside(isAfter: boolean): void {
  const focused = document.activeElement?.closest<HTMLElement>(list);
  const from = focused ?? find(`${list}[aria-current]`);
  const next = from ? rowBeside(from, isAfter) : find(list);
  (next ?? from)?.focus();
}

/** Works the inbox by single keys, and shows the list of them. */
export function Shortcuts({ open }: { open: number | undefined }) {
  const [listed, setListed] = useState(false);
  const chat = useInboxState(({ book, conversations }) =>
    open === undefined ? undefined : (book.chats.get(open)?.value ?? conversations.get(open)?.chat?.value),
  );
  const me = useProfile().data?.id;
  const [mayPin, mayAssign] = [useMay(inbox.pin), useMay(teamwork.assign)];
  const pin = useChatMark(inbox.pin, open ?? 0);
  const assign = useChatMark(teamwork.assign, open ?? 0);

  const deeds: Record<Deed, () => void> = {
    next: () => goBeside(true),
    previous: () => goBeside(false),
    open: () => document.activeElement?.closest<HTMLElement>(list)?.click(),
    search: () => control("/")?.focus(),
    reply: () => find('textarea[aria-label="Message"]:enabled')?.focus(),
    close: () => control("e")?.click(),
    pin() {
      if (!chat || !mayPin) return;
      const is_pinned = chat.is_pinned === 1 ? 0 : 1;
      pin.mark({ body: { chat_id: chat.id, is_pinned } }, { is_pinned });
    },
    assign() {
      if (!chat || !mayAssign || me === undefined || chat.assigned_to === me) return;
      assign.mark({ body: { chat_id: chat.id, user_id: me } }, { assigned_to: me });
    },
    write: () => control("n")?.click(),
    list: () => setListed(true),
  };
  const current = useRef(deeds);
  current.current = deeds;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const deed = deedOf(event);
      if (!deed || event.defaultPrevented || (event.repeat && deed !== "next" && deed !== "previous")) return;
      // A dialog has the keyboard to itself.
      if (isTaken(event.target) || find('[aria-modal="true"]') || !areOn()) return;
      event.preventDefault();
      current.current[deed]();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);

  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        className={classes.button}
        aria-label="Keyboard shortcuts"
        aria-keyshortcuts="?"
        title="Keyboard shortcuts (?)"
        onClick={() => setListed(true)}
      >
        <IconKeyboard size={20} aria-hidden />
      </ActionIcon>
      <ShortcutsDialog opened={listed} onClose={() => setListed(false)} />
    </>
  );
}
