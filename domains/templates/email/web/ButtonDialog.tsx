import { TextInput } from "@mantine/core";
import type { Editor } from "@tiptap/core";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { linkOf } from "../rules.ts";
import { addressError } from "./addressError.ts";
import { putNode, selectedAttributes } from "./editorCommands.ts";
import { mailEditorTexts } from "./texts.ts";
import { useDialogForm } from "./useDialogForm.ts";

const { button: texts } = mailEditorTexts;

interface Props {
  editor: Editor;
  opened: boolean;
  onClose: () => void;
}

/** What a button says and where it leads. */
export function ButtonDialog({ editor, opened, onClose }: Props) {
  const selected = selectedAttributes(editor, "mailButton");
  const { form, submit } = useDialogForm({
    initialValues: { label: String(selected?.label ?? ""), address: String(selected?.href ?? "") },
    errorsOf: ({ label, address }) => ({
      ...(label.trim() === "" && { label: texts.noLabel }),
      ...addressError(address),
    }),
    onSubmit: ({ label, address }) => {
      putNode(editor, "mailButton", { label: label.trim(), href: linkOf(address) ?? "" });
      onClose();
    },
  });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={texts.title}
      action={selected ? texts.apply : texts.insert}
      form={{ submit, sending: false, form }}
    >
      <TextInput label={texts.label} maxLength={100} {...form.getInputProps("label")} />
      <TextInput label={texts.address} inputMode="url" autoComplete="off" {...form.getInputProps("address")} />
    </FormDialog>
  );
}
