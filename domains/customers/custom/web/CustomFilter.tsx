import { Button, Group, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { FilterChip } from "#core/web/filter/FilterChip.tsx";
import type { CustomField, CustomFilterInput } from "../fields.ts";
import { filterInAddress } from "./filterAddress.ts";
import { customTexts } from "./texts.ts";
import type { CustomFilterState } from "./useCustomFilter.ts";

const texts = customTexts.filter;

/** Chooses the field, and then its value. */
export function CustomFilterChips({ custom: { fields, field, filter, write } }: { custom: CustomFilterState }) {
  if (fields.length === 0) return null;
  return (
    <>
      <FilterChip
        label={texts.label}
        value={field?.key ?? ""}
        options={[{ value: "", label: texts.any }, ...fields.map(({ key, name }) => ({ value: key, label: name }))]}
        onChange={write}
      />
      {field && <ValueFilter key={field.key} field={field} filter={filter} write={write} />}
    </>
  );
}

interface ValueProps {
  field: CustomField;
  filter: CustomFilterInput | undefined;
  write: (address: string) => void;
}

function ValueFilter({ field: { key, kind, options }, filter, write }: ValueProps) {
  const value = filter?.value ?? "";
  if (kind === "choice" || kind === "yes_no") {
    const known =
      kind === "yes_no"
        ? [
            { value: "yes", label: customTexts.yes },
            { value: "no", label: customTexts.no },
          ]
        : options.map((option) => ({ value: option, label: option }));
    const isKnown = value === "" || known.some((option) => option.value === value);
    return (
      <FilterChip
        label={texts.value}
        value={value}
        options={[{ value: "", label: texts.any }, ...known, ...(isKnown ? [] : [{ value, label: value }])]}
        onChange={(chosen) =>
          write(chosen === "" ? key : filterInAddress({ key, comparison: "is", value: chosen, to: "" }))
        }
      />
    );
  }
  return <TypedFilter fieldKey={key} kind={kind} filter={filter} write={write} />;
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
  const input = { size: "xs", w: "9rem", type: kind === "date" ? "date" : "text" } as const;
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
