import { Button, TextInput } from "@mantine/core";
import type { Editor } from "@tiptap/core";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { linkOf } from "../rules.ts";
import { addressError } from "./addressError.ts";
import { putLink } from "./editorCommands.ts";
import { mailEditorTexts } from "./texts.ts";
import { useDialogForm } from "./useDialogForm.ts";

const { link: texts } = mailEditorTexts;

interface Props {
  editor: Editor;
  opened: boolean;
  onClose: () => void;
}

/** Where the selected words lead. */
export function LinkDialog({ editor, opened, onClose }: Props) {
  const { form, submit } = useDialogForm({
    initialValues: { address: (editor.getAttributes("link").href as string | undefined) ?? "" },
    errorsOf: ({ address }) => addressError(address),
    onSubmit: ({ address }) => {
      putLink(editor, linkOf(address) ?? "");
      onClose();
    },
  });
  const remove = () => {
    editor.chain().focus().extendMarkRange("link").unsetLink().run();
    onClose();
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={texts.title}
      action={texts.apply}
      form={{ submit, sending: false, form }}
    >
      <TextInput label={texts.address} inputMode="url" autoComplete="off" {...form.getInputProps("address")} />
      {opened && editor.isActive("link") && (
        <Button variant="subtle" color="gray" onClick={remove}>
          {texts.remove}
        </Button>
      )}
    </FormDialog>
  );
}
