import { Combobox, Group, Textarea, useCombobox } from "@mantine/core";
import {
  type FocusEventHandler,
  type KeyboardEventHandler,
  type SyntheticEvent,
  useEffect,
  useRef,
  useState,
} from "react";
import { Initials } from "#core/web/layout/Initials.tsx";
import { newId } from "#core/web/newId.ts";
import type { TeamMember } from "#domains/team/contract.ts";
import { mentionQueryAt, suggestMembers } from "#domains/team/rules.ts";
import { maxNoteLength } from "../../contract.ts";

interface Props {
  members: readonly TeamMember[];
  /** Names of those who will be notified. */
  notified: readonly string[];
  value?: string;
  error?: React.ReactNode;
  onChange: (note: string) => void;
  /** In the composer: no label in sight, and as low as one line. */
  isCompact?: boolean;
  /** Keys that the list of colleagues doesn't take. */
  onKeyDown?: KeyboardEventHandler;
  onFocus?: FocusEventHandler;
  onBlur?: FocusEventHandler;
}

const compactLook = {
  "aria-label": "Note",
  placeholder: "Write an internal note",
  minRows: 1,
  variant: "unstyled",
  enterKeyHint: "done",
} as const;

/** A note's text; typing @ suggests colleagues to mention. */
export function NoteInput({ members, notified, value = "", onChange, isCompact, onKeyDown, ...input }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  /** Undefined without focus. */
  const [cursor, setCursor] = useState<number>();
  const [dismissed, setDismissed] = useState<number>();
  const mention = cursor === undefined ? undefined : mentionQueryAt(value, cursor);
  const matches = mention && mention.start !== dismissed ? suggestMembers(members, mention.query) : [];
  const isComplete = matches.length === 1 && matches[0]?.name === mention?.query;
  const opened = matches.length > 0 && !isComplete;
  const store = useCombobox({ opened, onOpenedChange: (stays) => !stays && setDismissed(mention?.start) });

  // Enter takes the first suggestion unless the arrow keys selected another.
  useEffect(() => {
    if (opened && store.getSelectedOptionIndex() === -1) store.selectFirstOption();
  });

  const trackCursor = ({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) => setCursor(currentTarget.selectionEnd);
  const insertMention = (name: string) => {
    const input = field.current;
    if (!mention || !input) return;
    // Written into the field itself, which also moves the cursor behind it.
    input.setRangeText(`@${name} `, mention.start, mention.start + 1 + mention.query.length, "end");
    onChange(input.value);
    setCursor(input.selectionEnd);
  };

  return (
    <Combobox store={store} onOptionSubmit={insertMention} position="bottom-start">
      <Combobox.Target withKeyboardNavigation={opened}>
        <Textarea
          {...(isCompact ? compactLook : { label: "Note", minRows: 4, withAsterisk: true })}
          description={notified.length > 0 ? `Will notify: ${notified.join(", ")}` : "Type @ to notify a team member"}
          inputWrapperOrder={["label", "input", "description", "error"]}
          autosize
          maxRows={12}
          maxLength={maxNoteLength}
          {...input}
          ref={field}
          value={value}
          {...(!opened && onKeyDown && { onKeyDown })}
          onChange={(event) => {
            store.resetSelectedOption();
            trackCursor(event);
            onChange(event.currentTarget.value);
          }}
          onSelect={trackCursor}
          onBlur={(event) => {
            setCursor(undefined);
            input.onBlur?.(event);
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!opened}>
        <Combobox.Options aria-label="Colleagues">
          {matches.map((member) => (
            <Combobox.Option key={member.id} value={member.name}>
              <Group gap="xs" wrap="nowrap">
                <Initials initials={member.name_initials} seed={member.id} size={24} />
                {member.name}
              </Group>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/**
 * Ids for notes: the same words have the same id until they are saved, so that saving them again after a lost answer adds
 * no second note.
 */
export function useNoteId() {
  const last = useRef<{ readonly text: string; readonly id: string }>(undefined);
  return {
    idOf(text: string): string {
      if (last.current?.text !== text) last.current = { text, id: newId() };
      return last.current.id;
    },
    /** What is written next is another note, also in the same words. */
    markSaved(): void {
      last.current = undefined;
    },
  };
}
