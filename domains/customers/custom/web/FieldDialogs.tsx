import { NativeSelect, Textarea, type TextareaProps, TextInput, type TextInputProps } from "@mantine/core";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useFilledForm } from "#core/web/form/useFilledForm.ts";
import { customFields } from "../contract.ts";
import { type CustomField, type CustomKind, customKinds, longestName } from "../fields.ts";
import { kindNames, customTexts as texts } from "./texts.ts";

const refreshes = [customFields.counted, customFields.all];

interface FieldDialogProps {
  opened: boolean;
  onClose: () => void;
}

const linesOf = (text: string) => text.split("\n").flatMap((line) => line.trim() || []);

const empty = { name: "", kind: "text" as CustomKind, options: "" };

/** Adds a field. */
export function AddFieldDialog({ opened, onClose }: FieldDialogProps) {
  const add = useCallForm(customFields.add, {
    initialValues: empty,
    toBody: ({ options, ...values }) => ({ ...values, options: values.kind === "choice" ? linesOf(options) : [] }),
    invalidates: refreshes,
    onSuccess: onClose,
  });
  const { getInputProps, values } = add.form;
  useFilledForm(add.form, opened, empty);
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
  const { getInputProps } = change.form;
  useFilledForm(change.form, opened, { name: field.name, options: field.options.join("\n") });
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
