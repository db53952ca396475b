import { VisuallyHidden } from "@mantine/core";
import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { Initials } from "#core/web/layout/Initials.tsx";
import type { TextEdit } from "#domains/inbox/drafts/web/textInsertion.ts";
import type { DraftHandle } from "#domains/inbox/drafts/web/useDraft.ts";
import { team } from "#domains/team/contract.ts";
import { type MentionQuery, mentionQueryAt, suggestMembers } from "#domains/team/rules.ts";
import { insertMention } from "./insertMention.ts";
import classes from "./Mentions.module.css";

/** The ARIA attributes by which the field refers to the list. */
export interface SuggestionListAria {
  readonly "aria-controls": string;
  readonly "aria-activedescendant": string;
}

interface Props {
  opened: boolean;
  text: string;
  handle: DraftHandle;
  field: RefObject<HTMLTextAreaElement | null>;
  /** Set while the list is shown: handles the field's keys first; true when it handled one. */
  keys: RefObject<((event: KeyboardEvent) => boolean) | undefined>;
  onInsert: (edit: TextEdit) => void;
  onList: (list: SuggestionListAria | undefined) => void;
}

const minutes = 60_000;

/** Suggests colleagues matching what is typed after an @. Focus stays in the field. */
export function Mentions({ opened, text, handle, field, keys, onInsert, onList }: Props) {
  const id = useId();
  const { data } = useCall(team.chat, {}, { staleTime: 5 * minutes });
  const [mention, dismiss] = useMentionQuery(field, text, opened);
  const [at, setAt] = useState({ query: "", index: 0 });
  const matches = mention ? suggestMembers(data?.teamMembers ?? [], mention.query) : [];
  const isShown = opened && matches.length > 0;
  const active = at.query === mention?.query ? Math.min(at.index, matches.length - 1) : 0;
  const optionId = (index: number) => `${id}-${matches[index]?.id}`;
  const activeId = isShown ? optionId(active) : undefined;

  const choose = (member: { id: number; name: string } | undefined) => {
    if (!mention || !member) return;
    const edit = insertMention(text, mention, member.name);
    if (!edit) return dismiss();
    const { id, name } = member;
    handle.change(({ mentions }) => ({ mentions: [...mentions, { id, name }] }));
    onInsert(edit);
  };

  useEffect(() => {
    onList(activeId ? { "aria-controls": id, "aria-activedescendant": activeId } : undefined);
  }, [id, activeId, onList]);

  useEffect(() => {
    keys.current = (event) => {
      if (!isShown || event.nativeEvent.isComposing) return false;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) setAt({ query: mention?.query ?? "", index: (active + step + matches.length) % matches.length });
      else if (event.key === "Enter" || event.key === "Tab") choose(matches[active]);
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
        {matches.length === 1 ? "1 colleague" : `${matches.length} colleagues`}: arrow keys to move, Enter to insert
      </VisuallyHidden>
      <div id={id} role="listbox" aria-label="Colleagues" className={classes.list}>
        {matches.map((member, index) => (
          <div
            key={member.id}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={classes.option}
            // Keeps focus in the field and the keyboard open on phones.
            onPointerDown={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(member)}
            onKeyDown={({ key }) => key === "Enter" && choose(member)}
          >
            <Initials initials={member.name_initials} seed={member.name} size={24} />
            <span className={classes.name}>{member.name}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

/** The mention being typed at the cursor, until it is dismissed with Escape. */
function useMentionQuery(field: RefObject<HTMLTextAreaElement | null>, text: string, isOn: boolean) {
  const [cursor, setCursor] = useState<number>();
  const [dismissed, setDismissed] = useState<number>();

  useEffect(() => {
    const input = field.current;
    if (!isOn || !input) return;
    const updateCursor = () => setCursor(document.activeElement === input ? input.selectionEnd : undefined);
    updateCursor();
    const events = ["input", "keyup", "click", "focus", "blur"];
    for (const event of events) input.addEventListener(event, updateCursor);
    return () => {
      for (const event of events) input.removeEventListener(event, updateCursor);
    };
  }, [field, isOn]);

  const mention: MentionQuery | undefined = cursor === undefined ? undefined : mentionQueryAt(text, cursor);
  const hasQuery = mention !== undefined;
  useEffect(() => {
    if (!hasQuery) setDismissed(undefined);
  }, [hasQuery]);
  const dismiss = () => setDismissed(mention?.start);
  return [mention && mention.start !== dismissed ? mention : undefined, dismiss] as const;
}
