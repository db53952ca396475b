import { TextInput } from "@mantine/core";
import type { Editor } from "@tiptap/core";
import { type FormEvent, useState } from "react";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { linkOf } from "../rules.ts";
import { mailEditorTexts } from "./texts.ts";

const texts = mailEditorTexts.buttonDialog;

/** Inserts a button where the cursor is, or changes the one that is selected. */
export function ButtonDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const isOld = editor.isActive("mailButton");
  const old = editor.getAttributes("mailButton");
  const [label, setLabel] = useState(isOld ? String(old.label) : "");
  const [link, setLink] = useState(isOld ? String(old.href) : "");
  const [isChecked, setChecked] = useState(false);
  const href = linkOf(link);

  const submit = (event?: FormEvent<HTMLFormElement>) => {
    event?.preventDefault();
    // The dialog stands inside the form of the template, which is not what is submitted here.
    event?.stopPropagation();
    setChecked(true);
    if (label.trim() === "" || !href) return;
    const attrs = { label: label.trim(), href };
    if (isOld) editor.chain().focus().updateAttributes("mailButton", attrs).run();
    else editor.chain().focus().insertContent({ type: "mailButton", attrs }).run();
    onClose();
  };

  return (
    <FormDialog
      opened
      onClose={onClose}
      title={texts.title}
      action={isOld ? texts.save : texts.insert}
      form={{ submit, sending: false }}
      size="sm"
    >
      <TextInput
        label={texts.label}
        value={label}
        maxLength={80}
        error={isChecked && label.trim() === "" && texts.noLabel}
        onChange={({ currentTarget }) => setLabel(currentTarget.value)}
      />
      <TextInput
        label={texts.link}
        placeholder={texts.placeholder}
        value={link}
        maxLength={2_000}
        error={isChecked && !href && texts.noLink}
        onChange={({ currentTarget }) => setLink(currentTarget.value)}
      />
    </FormDialog>
  );
}
