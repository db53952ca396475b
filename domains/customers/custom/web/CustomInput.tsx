import { NativeSelect, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import type { CustomField } from "../fields.ts";
import { customTexts as texts } from "./texts.ts";

interface Props {
  field: CustomField;
  value: string;
  error?: ReactNode;
  onChange: (value: string) => void;
}

/** One own field of a customer in a form. */
export function CustomInput({ field: { name, kind, options }, value, error, onChange }: Props) {
  const input = { label: name, error };
  if (kind === "choice" || kind === "yes_no") {
    const known =
      kind === "choice"
        ? options.map((option) => ({ value: option, label: option }))
        : [
            { value: "yes", label: texts.yes },
            { value: "no", label: texts.no },
          ];
    // An option that was removed stays with who has it.
    const isKnown = value === "" || known.some((option) => option.value === value);
    const data = [{ value: "", label: texts.notSet }, ...known, ...(isKnown ? [] : [{ value, label: value }])];
    return (
      <NativeSelect {...input} data={data} value={value} onChange={(event) => onChange(event.currentTarget.value)} />
    );
  }
  return (
    <TextInput
      {...input}
      type={kind === "date" ? "date" : "text"}
      inputMode={kind === "number" ? "decimal" : undefined}
      dir="auto"
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
