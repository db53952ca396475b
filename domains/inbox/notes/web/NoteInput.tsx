import { Combobox, Group, Textarea, useCombobox } from "@mantine/core";
import { type FocusEventHandler, type SyntheticEvent, useEffect, useRef, useState } from "react";
import { Initials } from "#core/web/Initials.tsx";
import type { TeamMember } from "#domains/team/contract.ts";
import { mentionAt, suggested } from "#domains/team/rules.ts";
import { longestNote } from "../contract.ts";

interface Props {
  members: readonly TeamMember[];
  /** Who will be told, by name. */
  told: readonly string[];
  value?: string;
  error?: React.ReactNode;
  onChange: (note: string) => void;
  onFocus?: FocusEventHandler;
  onBlur?: FocusEventHandler;
}

/** A note's text; an @ offers the colleagues to name. */
export function NoteInput({ members, told, value = "", onChange, ...input }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  /** Undefined while the focus is elsewhere. */
  const [cursor, setCursor] = useState<number>();
  const [dismissed, setDismissed] = useState<number>();
  const asked = cursor === undefined ? undefined : mentionAt(value, cursor);
  const found = asked && asked.start !== dismissed ? suggested(members, asked.query) : [];
  const isWhole = found.length === 1 && found[0]?.name === asked?.query;
  const opened = found.length > 0 && !isWhole;
  const store = useCombobox({ opened, onOpenedChange: (stays) => !stays && setDismissed(asked?.start) });

  // Enter takes the first unless the arrows went to another.
  useEffect(() => {
    if (opened && store.getSelectedOptionIndex() === -1) store.selectFirstOption();
  });

  const follow = ({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) => setCursor(currentTarget.selectionEnd);
  const take = (name: string) => {
    const input = field.current;
    if (!asked || !input) return;
    // Into the field itself, so that the cursor comes to stand behind it.
    input.setRangeText(`@${name} `, asked.start, asked.start + 1 + asked.query.length, "end");
    onChange(input.value);
    setCursor(input.selectionEnd);
  };

  return (
    <Combobox store={store} onOptionSubmit={take} position="bottom-start">
      <Combobox.Target withKeyboardNavigation={opened}>
        <Textarea
          label="Note"
          description={told.length > 0 ? `Will be told: ${told.join(", ")}` : "Type @ to tell a colleague of it"}
          inputWrapperOrder={["label", "input", "description", "error"]}
          withAsterisk
          autosize
          minRows={4}
          maxRows={12}
          maxLength={longestNote}
          {...input}
          ref={field}
          value={value}
          onChange={(event) => {
            store.resetSelectedOption();
            follow(event);
            onChange(event.currentTarget.value);
          }}
          onSelect={follow}
          onBlur={(event) => {
            setCursor(undefined);
            input.onBlur?.(event);
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!opened}>
        <Combobox.Options aria-label="Colleagues">
          {found.map((member) => (
            <Combobox.Option key={member.id} value={member.name}>
              <Group gap="xs" wrap="nowrap">
                <Initials of={member.name_initials} seed={member.id} size={24} />
                {member.name}
              </Group>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
