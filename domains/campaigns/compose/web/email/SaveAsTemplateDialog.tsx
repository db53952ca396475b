import { TextInput } from "@mantine/core";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { emailTemplates } from "#domains/templates/email/contract.ts";
import { composeEmailTexts } from "./texts.ts";

const { saveAs: texts } = composeEmailTexts;

interface Props {
  opened: boolean;
  onClose: () => void;
  /** The campaign's name, which a template mostly gets as well. */
  title: string;
  html: string;
  onSaved: (id: number) => void;
}

/** Keeps a campaign's email for later campaigns. */
export function SaveAsTemplateDialog({ opened, onClose, title, html, onSaved }: Props) {
  const add = useCallForm(emailTemplates.add, {
    initialValues: { title, template: html },
    toBody: (values) => ({ ...values, template: html }),
    invalidates: [emailTemplates.list],
    onSuccess: ({ data }) => {
      onSaved(data.id);
      onClose();
    },
  });
  return (
    <FormDialog opened={opened} onClose={onClose} title={texts.title} action={texts.action} form={add}>
      <TextInput label={texts.name} maxLength={255} {...add.form.getInputProps("title")} />
    </FormDialog>
  );
}
