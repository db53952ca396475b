import { VisuallyHidden } from "@mantine/core";
import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from "react";
import { Initials } from "#core/web/Initials.tsx";
import { useCall } from "#core/web/useCall.ts";
import { team } from "#domains/team/contract.ts";
import { type Asked, mentionAt, suggested } from "#domains/team/rules.ts";
import type { Written } from "./insertion.ts";
import classes from "./Mentions.module.css";
import { mentioned } from "./mentioned.ts";
import type { DraftAtHand } from "./useDraft.ts";

/** What the field says of the list to those who don't see it. */
export interface ListOfField {
  readonly "aria-controls": string;
  readonly "aria-activedescendant": string;
}

interface Props {
  opened: boolean;
  text: string;
  own: DraftAtHand;
  field: RefObject<HTMLTextAreaElement | null>;
  /** Set while the list is shown: gets the field's keys first, and says whether it took one. */
  keys: RefObject<((event: KeyboardEvent) => boolean) | undefined>;
  onWritten: (written: Written) => void;
  onList: (list: ListOfField | undefined) => void;
}

const minutes = 60_000;

/** The colleagues whose names fit what is typed behind an @, over the field. The focus stays in the field. */
export function Mentions({ opened, text, own, field, keys, onWritten, onList }: Props) {
  const id = useId();
  const { data } = useCall(team.chat, {}, { staleTime: 5 * minutes });
  const [asked, dismiss] = useAsked(field, text, opened);
  const [at, setAt] = useState({ query: "", index: 0 });
  const found = asked ? suggested(data?.teamMembers ?? [], asked.query) : [];
  const isShown = opened && found.length > 0;
  const active = at.query === asked?.query ? Math.min(at.index, found.length - 1) : 0;
  const optionId = (index: number) => `${id}-${found[index]?.id}`;
  const activeId = isShown ? optionId(active) : undefined;

  const choose = (member: { id: number; name: string } | undefined) => {
    if (!asked || !member) return;
    const written = mentioned(text, asked, member.name);
    if (!written) return dismiss();
    const { id, name } = member;
    own.change(({ mentions }) => ({ mentions: [...mentions, { id, name }] }));
    onWritten(written);
  };

  useEffect(() => {
    onList(activeId ? { "aria-controls": id, "aria-activedescendant": activeId } : undefined);
  }, [id, activeId, onList]);

  useEffect(() => {
    keys.current = (event) => {
      if (!isShown || event.nativeEvent.isComposing) return false;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) setAt({ query: asked?.query ?? "", index: (active + step + found.length) % found.length });
      else if (event.key === "Enter" || event.key === "Tab") choose(found[active]);
      else if (event.key === "Escape") dismiss();
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    };
    return () => {
      keys.current = undefined;
    };
  });

  if (!isShown) return null;
  return (
    <div className={classes.place}>
      <VisuallyHidden role="status">
        {found.length === 1 ? "1 colleague" : `${found.length} colleagues`}: choose with the arrows, take with Enter
      </VisuallyHidden>
      <div id={id} role="listbox" aria-label="Colleagues" className={classes.list}>
        {found.map((member, index) => (
          <div
            key={member.id}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={classes.option}
            // The field keeps the focus, and a phone its keyboard.
            onPointerDown={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(member)}
            onKeyDown={({ key }) => key === "Enter" && choose(member)}
          >
            <Initials of={member.name_initials} seed={member.name} size={24} />
            <span className={classes.name}>{member.name}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

/** The name that is being typed at the cursor, until Escape is pressed there. */
function useAsked(field: RefObject<HTMLTextAreaElement | null>, text: string, isOn: boolean) {
  const [cursor, setCursor] = useState<number>();
  const [dismissed, setDismissed] = useState<number>();

  useEffect(() => {
    const input = field.current;
    if (!isOn || !input) return;
    const look = () => setCursor(document.activeElement === input ? input.selectionEnd : undefined);
    look();
    const events = ["input", "keyup", "click", "focus", "blur"];
    for (const event of events) input.addEventListener(event, look);
    return () => {
      for (const event of events) input.removeEventListener(event, look);
    };
  }, [field, isOn]);

  const asked: Asked | undefined = cursor === undefined ? undefined : mentionAt(text, cursor);
  const isAsked = asked !== undefined;
  useEffect(() => {
    if (!isAsked) setDismissed(undefined);
  }, [isAsked]);
  const dismiss = () => setDismissed(asked?.start);
  return [asked && asked.start !== dismissed ? asked : undefined, dismiss] as const;
}
