import { ActionIcon } from "@mantine/core";
import { IconKeyboard } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useSession } from "#core/web/session/session.ts";
import { useCan } from "#core/web/session/useCan.ts";
import { areShortcutsOn, controlOf, handlesKeys, hasDialog } from "#core/web/singleKeys.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { useInboxState } from "#domains/inbox/sync/web/useInbox.ts";
import { useOptimisticUpdate } from "#domains/inbox/sync/web/useOptimisticUpdate.ts";
import { chatAssignment } from "../../contract.ts";
import { adjacentRow } from "../rowNavigation.ts";
import { useCloseChat } from "../useCloseChat.ts";
import classes from "./Shortcuts.module.css";
import { createKeyReader, isMeant, type ShortcutAction, settleMs, shortcutFor } from "./shortcutKeys.ts";

/** Before a colleague's conversation becomes one's own by a single key. */
const takeOver = {
  title: "Take over this conversation?",
  text: "A colleague has this conversation. It will be assigned to you instead.",
  action: "Take over",
} as const;

const ShortcutsDialog = lazyDialog(() => import("./ShortcutsDialog.tsx"), "ShortcutsDialog");

const find = (selector: string) => document.querySelector<HTMLElement>(selector);
const rowSelector = '[aria-label="Conversations"] li a';

/** Focuses the row next to the focused or the open one. */
function focusAdjacentRow(isAfter: boolean): void {
  const focused = document.activeElement?.closest<HTMLElement>(rowSelector);
  const from = focused ?? find(`${rowSelector}[aria-current]`);
  const next = from ? adjacentRow(from, isAfter) : find(rowSelector);
  (next ?? from)?.focus();
}

interface Props {
  open: number | undefined;
  /** Selects a conversation, or no longer. */
  onSelect: (chat_id: number) => void;
}

/** Handles the single-key shortcuts, and opens the list of them. */
export function Shortcuts({ open, onSelect }: Props) {
  const [listed, setListed] = useState(false);
  const chat = useInboxState(({ chatLists, conversations }) =>
    open === undefined ? undefined : (chatLists.chats.get(open)?.value ?? conversations.get(open)?.chat?.value),
  );
  // The message field takes the focus once the messages are there: what is typed until then is no shortcut.
  const isOpening = useInboxState(
    ({ conversations }) => open !== undefined && conversations.get(open)?.floor === undefined,
  );
  const me = useSession()?.user_id;
  const [mayPin, mayAssign, mayClose] = [useCan(inbox.pin), useCan(chatAssignment.assign), useCan(inbox.close)];
  const closeChat = useCloseChat(chat);
  const pin = useOptimisticUpdate(inbox.pin, open ?? 0);
  const assign = useOptimisticUpdate(chatAssignment.assign, open ?? 0);

  const actions: Record<ShortcutAction, () => unknown> = {
    next: () => focusAdjacentRow(true),
    previous: () => focusAdjacentRow(false),
    open: () => document.activeElement?.closest<HTMLElement>(rowSelector)?.click(),
    search: () => controlOf("/")?.focus(),
    reply: () => find('textarea[aria-label="Message"]:enabled')?.focus(),
    close: () => mayClose && void closeChat(),
    book: () => controlOf("b")?.click(),
    snooze: () => controlOf("s")?.click(),
    select() {
      const focused = document.activeElement?.closest<HTMLElement>("[data-chat]");
      const id = Number(focused?.dataset.chat ?? open);
      if (mayClose && id) onSelect(id);
    },
    pin() {
      if (!chat || !mayPin) return;
      const is_pinned = chat.is_pinned === 1 ? 0 : 1;
      pin.update({ body: { chat_id: chat.id, is_pinned } }, { is_pinned });
    },
    async assign() {
      if (!chat || !mayAssign || me === undefined || chat.assigned_to === me) return;
      if (chat.assigned_to !== null && !(await confirm(takeOver))) return;
      assign.update({ body: { chat_id: chat.id, user_id: me } }, { assigned_to: me });
    },
    write: () => controlOf("w")?.click(),
    list: () => setListed(true),
  };
  const current = useRef({ actions, isOpening, open });
  current.current = { actions, isOpening, open };
  useEffect(() => {
    const readKey = createKeyReader();
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      const action = shortcutFor(event);
      const isPrintable = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isPrintable || event.defaultPrevented) return;
      if (event.repeat && action !== "next" && action !== "previous") return;
      // An open dialog handles the keyboard itself.
      if (handlesKeys(event.target) || hasDialog() || !areShortcutsOn()) return;
      const meaning = readKey(action, event.timeStamp);
      if (meaning === "typed") clearTimeout(waiting);
      if (!action) return;
      event.preventDefault();
      const target = event.target instanceof Element ? event.target : undefined;
      const row = target?.closest<HTMLElement>("[data-chat]")?.dataset.chat;
      const { open, isOpening, actions } = current.current;
      if (meaning === "typed") return;
      if (!isMeant(action, { open, isOpening, row: row === undefined ? undefined : Number(row) })) return;
      if (meaning === "act") actions[action]();
      else
        waiting = setTimeout(() => {
          if (hasDialog()) return;
          // What was pressed for one conversation is done with it as it is by then, whichever is open.
          const now = current.current;
          const ofPressed = now.open === open ? now.actions : actions;
          ofPressed[action]();
        }, settleMs);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => {
      clearTimeout(waiting);
      document.removeEventListener("keydown", onKeyDown);
    };
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
