import { Group, Radio, TextInput } from "@mantine/core";
import "@mantine/core/styles/Radio.layer.css";
import { useEffect, useRef } from "react";
import type { FieldErrors } from "#core/failure.ts";
import { ListPicker } from "#domains/lists/web/public.tsx";
import type { ChosenList } from "./chosenList.ts";

interface Props {
  list: ChosenList;
  onChange: (list: ChosenList) => void;
  /** Errors by field; the invalid field gets the focus. */
  errors: FieldErrors;
  disabled: boolean;
  /** Only a new list is possible. */
  isNew?: boolean;
}

const ways = { none: "No list", new: "New list", existing: "Existing list" } as const;

/** Which list the customers go to: an existing one, a new one with a name, or none. */
export function ListChoice({ list, onChange, errors, disabled, isNew = false }: Props) {
  const title = useRef<HTMLInputElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const { list_id, list_title } = errors;
  // Also focuses when the same error occurs again.
  useEffect(() => {
    if (errors.list_title) title.current?.focus();
    else if (errors.list_id) picker.current?.focus();
  }, [errors]);
  const choose = (way: string) => {
    if (way === "none" || way === "new" || way === "existing") onChange({ ...list, way });
  };
  return (
    <>
      {!isNew && (
        <Radio.Group
          label="Customer list"
          description="A customer can be in several lists."
          value={list.way}
          onChange={choose}
        >
          <Group gap="lg" mt="xs">
            {Object.entries(ways).map(([way, label]) => (
              <Radio key={way} value={way} label={label} disabled={disabled} />
            ))}
          </Group>
        </Radio.Group>
      )}
      {list.way === "new" && (
        <TextInput
          ref={title}
          label="List Name"
          withAsterisk
          maxLength={100}
          value={list.title}
          onChange={(event) => onChange({ ...list, title: event.currentTarget.value })}
          error={list_title}
          disabled={disabled}
        />
      )}
      {list.way === "existing" && (
        <ListPicker
          ref={picker}
          label="Existing list"
          withAsterisk
          value={list.list_id}
          onChange={(list_id) => onChange({ ...list, list_id })}
          error={list_id}
          disabled={disabled}
        />
      )}
    </>
  );
}
