import { ActionIcon, Button, Group, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { FilterChip } from "#core/web/filter/FilterChip.tsx";
import type { CustomField, CustomFilterInput } from "../fields.ts";
import { filterInAddress } from "./filterAddress.ts";
import { customTexts } from "./texts.ts";
import type { CustomFiltersState } from "./useCustomFilters.ts";

const texts = customTexts.filter;

/** A chip for each chosen field with what it is compared to. */
export function CustomFilterChips({ custom: { chosen, write } }: { custom: CustomFiltersState }) {
  return chosen.map(({ field, filter }) => (
    <ValueFilter key={field.key} field={field} filter={filter} write={(address) => write(field.key, address)} />
  ));
}

interface ValueProps {
  field: CustomField;
  filter: CustomFilterInput | undefined;
  write: (address: string) => void;
}

/** What the chip offers besides a field's own values; `|` is in none of them that a chip lists. */
const [filled, empty, typed] = ["|filled", "|empty", "|typed"];

function ValueFilter({ field, filter, write }: ValueProps) {
  const { key, kind, name, options } = field;
  const held = filter?.comparison === "filled" ? filled : filter?.comparison === "empty" ? empty : undefined;
  const isListed = kind === "choice" || kind === "yes_no";
  const value = held ?? (isListed ? (filter?.value ?? "") : filter ? typed : "");
  const [isTyping, setIsTyping] = useState(value === typed);
  const known = isListed ? listedValues(kind, options) : [];
  const isKnown = !isListed || value === "" || held !== undefined || known.some((option) => option.value === value);
  const typedLabel = kind === "text" ? texts.typed : texts.range;
  const choose = (next: string) => {
    setIsTyping(next === typed);
    if (next === filled || next === empty)
      return write(filterInAddress({ key, comparison: next === filled ? "filled" : "empty", value: "", to: "" }));
    if (next === "" || next === typed) return write(key);
    write(filterInAddress({ key, comparison: "is", value: next, to: "" }));
  };
  return (
    <Group gap="0.25rem" wrap="nowrap">
      <FilterChip
        label={name}
        value={isTyping && held === undefined ? typed : value}
        options={[
          { value: "", label: texts.any },
          { value: filled, label: texts.filled },
          { value: empty, label: texts.empty },
          ...(isListed ? known : [{ value: typed, label: typedLabel }]),
          ...(isKnown ? [] : [{ value, label: value }]),
        ]}
        onChange={choose}
      />
      {isTyping && kind !== "choice" && kind !== "yes_no" && (
        <TypedFilter fieldKey={key} kind={kind} filter={held ? undefined : filter} write={write} />
      )}
      <ActionIcon variant="subtle" color="gray" aria-label={texts.remove(name)} onClick={() => write("")}>
        <IconX size={14} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

function listedValues(kind: CustomField["kind"], options: readonly string[]) {
  if (kind !== "yes_no") return options.map((option) => ({ value: option, label: option }));
  return [
    { value: "yes", label: customTexts.yes },
    { value: "no", label: customTexts.no },
  ];
}

interface TypedProps extends Omit<ValueProps, "field"> {
  fieldKey: string;
  kind: "text" | "number" | "date";
}

function TypedFilter({ fieldKey, kind, filter, write }: TypedProps) {
  const [value, setValue] = useState(filter?.value ?? "");
  const [to, setTo] = useState(filter?.to ?? "");
  const isRange = kind !== "text";
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const comparison = isRange ? "between" : "contains";
    const isEmpty = value.trim() === "" && (!isRange || to.trim() === "");
    write(
      isEmpty
        ? fieldKey
        : filterInAddress({ key: fieldKey, comparison, value: value.trim(), to: isRange ? to.trim() : "" }),
    );
  };
  const input = { size: "xs", w: isRange ? "7.5rem" : "9rem", type: kind === "date" ? "date" : "text" } as const;
  return (
    <form onSubmit={apply} noValidate>
      <Group gap="xs" wrap="nowrap">
        <TextInput
          {...input}
          aria-label={isRange ? texts.from : texts.contains}
          placeholder={isRange ? texts.from : texts.contains}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
        {isRange && (
          <TextInput
            {...input}
            aria-label={texts.to}
            placeholder={texts.to}
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
        )}
        <Button type="submit" size="xs" variant="default">
          {texts.apply}
        </Button>
      </Group>
    </form>
  );
}
