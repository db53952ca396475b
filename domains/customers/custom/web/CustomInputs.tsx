import { NativeSelect, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import type { CustomField } from "../fields.ts";
import { customTexts as texts } from "./texts.ts";

interface InputsProps {
  fields: readonly CustomField[];
  form: {
    values: { custom: Readonly<Record<string, string>> };
    errors: Readonly<Record<string, ReactNode>>;
    setFieldValue: (field: "custom", values: Record<string, string>) => void;
    clearFieldError: (path: string) => void;
  };
}

/** A customer's own fields in a form that holds their values in `custom`. */
export function CustomInputs({ fields, form: { values, errors, setFieldValue, clearFieldError } }: InputsProps) {
  return fields.map((field) => (
    <CustomInput
      key={field.key}
      field={field}
      value={values.custom[field.key] ?? ""}
      error={errors[`custom.${field.key}`]}
      onChange={(value) => {
        setFieldValue("custom", { ...values.custom, [field.key]: value });
        clearFieldError(`custom.${field.key}`);
      }}
    />
  ));
}

interface Props {
  field: CustomField;
  value: string;
  error?: ReactNode;
  onChange: (value: string) => void;
}

function CustomInput({ field: { name, kind, options }, value, error, onChange }: Props) {
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
