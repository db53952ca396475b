import { Button, FileButton, Input, NumberInput, TextInput } from "@mantine/core";
import { IconPhoto } from "@tabler/icons-react";
import type { Editor } from "@tiptap/core";
import { useEffect, useRef } from "react";
import { useSend } from "#core/web/call/useSend.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { mailPictures } from "../../mailPictures/contract.ts";
import { maxPictureWidth } from "../rules.ts";
import { putNode, selectedAttributes } from "./editorCommands.ts";
import classes from "./MailEditor.module.css";
import { ownPicture } from "./ownPicture.ts";
import { mailEditorTexts } from "./texts.ts";
import { useDialogForm } from "./useDialogForm.ts";

const { picture: texts } = mailEditorTexts;

interface Props {
  editor: Editor;
  opened: boolean;
  /** Uploaded at once when the dialog opens. */
  pastedFile: File | undefined;
  onClose: () => void;
}

/** Uploads a picture, or changes the selected one: what it shows in words, and how wide it is. */
export function PictureDialog({ editor, opened, pastedFile, onClose }: Props) {
  const selected = selectedAttributes(editor, "picture");
  const edited = pastedFile ? undefined : selected;
  const { form, submit } = useDialogForm({
    initialValues: {
      src: String(edited?.src ?? ""),
      alt: String(edited?.alt ?? ""),
      width: String(edited?.width ?? ""),
    },
    errorsOf: ({ src, alt, width }) => ({
      ...(src === "" && { src: texts.noPicture }),
      ...(alt.trim() === "" && { alt: texts.noAlt }),
      ...(!isWidth(width) && { width: texts.badWidth }),
    }),
    onSubmit: ({ src, alt, width }) => {
      putNode(editor, "picture", { src, alt: alt.trim(), width });
      onClose();
    },
  });
  const upload = useSend(mailPictures.add, {
    quiet: true,
    onSuccess: ({ data: { url, width } }) => {
      form.setFieldValue("src", url);
      form.setFieldValue("width", String(Math.min(width, maxPictureWidth)));
      form.clearFieldError("src");
    },
    onFailure: ({ fields, message }) => form.setFieldError("src", fields.picture ?? message),
  });
  const choose = (file: File | null) => {
    if (file) upload.mutate({ files: { picture: file } });
  };
  const begin = useRef(() => choose(pastedFile ?? null));
  useEffect(() => begin.current(), []);
  const shown = form.values.src === "" ? undefined : ownPicture(form.values.src);
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={texts.title}
      action={selected ? texts.apply : texts.insert}
      form={{ submit, sending: upload.isPending, form }}
    >
      <div className={classes.upload}>
        {shown ? <img src={shown} alt={texts.chosen} /> : <IconPhoto size={24} aria-hidden />}
        <FileButton accept="image/png,image/jpeg,image/webp,image/gif" onChange={choose}>
          {(props) => (
            <Button variant="default" loading={upload.isPending} data-autofocus {...props}>
              {form.values.src === "" ? texts.choose : texts.change}
            </Button>
          )}
        </FileButton>
        {form.errors.src && <Input.Error role="alert">{form.errors.src}</Input.Error>}
      </div>
      <TextInput label={texts.alt} description={texts.altAbout} maxLength={300} {...form.getInputProps("alt")} />
      <NumberInput
        label={texts.width}
        description={texts.widthAbout(maxPictureWidth)}
        min={16}
        max={maxPictureWidth}
        allowDecimal={false}
        {...form.getInputProps("width")}
        onChange={(width) => form.setFieldValue("width", String(width))}
      />
    </FormDialog>
  );
}

const isWidth = (text: string) => /^\d{1,4}$/.test(text) && Number(text) >= 16 && Number(text) <= maxPictureWidth;
