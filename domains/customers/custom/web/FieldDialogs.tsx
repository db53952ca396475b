import { NativeSelect, Textarea, type TextareaProps, TextInput, type TextInputProps } from "@mantine/core";
import { useEffect } from "react";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { customFields } from "../contract.ts";
import { type CustomField, type CustomKind, customKinds, longestName } from "../fields.ts";
import { kindNames, customTexts as texts } from "./texts.ts";

const refreshes = [customFields.counted, customFields.all];

interface FieldDialogProps {
  opened: boolean;
  onClose: () => void;
}

const linesOf = (text: string) => text.split("\n").flatMap((line) => line.trim() || []);

/** Adds a field. */
export function AddFieldDialog({ opened, onClose }: FieldDialogProps) {
  const add = useCallForm(customFields.add, {
    initialValues: { name: "", kind: "text" as CustomKind, options: "" },
    toBody: ({ options, ...values }) => ({ ...values, options: values.kind === "choice" ? linesOf(options) : [] }),
    invalidates: refreshes,
    onSuccess: onClose,
  });
  const { reset, getInputProps, values } = add.form;
  useEffect(() => {
    if (opened) reset();
  }, [opened, reset]);
  return (
    <FormDialog opened={opened} onClose={onClose} title={texts.addTitle} action={texts.add} form={add}>
      <NameInput {...getInputProps("name")} />
      <NativeSelect
        label={texts.kind}
        data={customKinds.map((value) => ({ value, label: kindNames[value] }))}
        {...getInputProps("kind")}
      />
      {values.kind === "choice" && <OptionsInput {...getInputProps("options")} />}
    </FormDialog>
  );
}

/** Renames a field, and changes the options of a choice. */
export function ChangeFieldDialog({ opened, onClose, field }: FieldDialogProps & { field: CustomField }) {
  const change = useCallForm(customFields.change, {
    initialValues: { name: field.name, options: field.options.join("\n") },
    params: { field_id: field.id },
    toBody: ({ name, options }) => ({ name, options: linesOf(options) }),
    invalidates: refreshes,
    onSuccess: onClose,
  });
  const { setValues, clearErrors, getInputProps } = change.form;
  useEffect(() => {
    if (!opened) return;
    setValues({ name: field.name, options: field.options.join("\n") });
    clearErrors();
  }, [opened, field, setValues, clearErrors]);
  return (
    <FormDialog opened={opened} onClose={onClose} title={texts.changeTitle} action={texts.save} form={change}>
      <NameInput {...getInputProps("name")} />
      {field.kind === "choice" && <OptionsInput {...getInputProps("options")} />}
    </FormDialog>
  );
}

const NameInput = (input: TextInputProps) => (
  <TextInput label={texts.name} withAsterisk maxLength={longestName} autoComplete="off" {...input} />
);

const OptionsInput = (input: TextareaProps) => (
  <Textarea label={texts.options} description={texts.optionsHint} autosize minRows={3} {...input} />
);
