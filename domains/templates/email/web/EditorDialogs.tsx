import { Button, FileButton, Input, NumberInput, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconPhoto } from "@tabler/icons-react";
import type { Editor } from "@tiptap/core";
import { type FormEvent, useEffect, useRef } from "react";
import type { FieldErrors } from "#core/failure.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { hasCredentials, noCredentialsText } from "#core/webAddress.ts";
import { mailPictures } from "../contract.ts";
import { linkOf, maxPictureWidth } from "../rules.ts";
import { putLink, putNode, selectedAttributes } from "./editorCommands.ts";
import classes from "./MailEditor.module.css";
import { ownPicture } from "./ownPicture.ts";
import { mailEditorTexts } from "./texts.ts";

export type EditorDialogName = "link" | "button" | "picture";

/** A dialog of the editor, from its opening on. */
export interface EditorDialogState {
  readonly name: EditorDialogName;
  /** Counts openings: each begins with what is selected then. */
  readonly opening: number;
  readonly isOpen: boolean;
  /** A picture that was pasted, and is to be described. */
  readonly pastedFile?: File | undefined;
}

interface Props {
  editor: Editor;
  dialog: EditorDialogState | undefined;
  onClose: () => void;
}

/** The dialogs of the editor's toolbar. Each begins with what is selected. */
export function EditorDialogs({ editor, dialog, onClose }: Props) {
  if (!dialog) return null;
  const { name, opening, isOpen, pastedFile } = dialog;
  const props = { editor, onClose, opened: isOpen };
  if (name === "link") return <LinkDialog key={opening} {...props} />;
  if (name === "button") return <ButtonDialog key={opening} {...props} />;
  return <PictureDialog key={opening} {...props} pastedFile={pastedFile} />;
}

const { link: texts } = mailEditorTexts;

interface LinkDialogProps {
  editor: Editor;
  opened: boolean;
  onClose: () => void;
}

/** Where the selected words lead. */
function LinkDialog({ editor, opened, onClose }: LinkDialogProps) {
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

const { button: buttonTexts } = mailEditorTexts;

interface ButtonDialogProps {
  editor: Editor;
  opened: boolean;
  onClose: () => void;
}

/** What a button says and where it leads. */
function ButtonDialog({ editor, opened, onClose }: ButtonDialogProps) {
  const selected = selectedAttributes(editor, "mailButton");
  const { form, submit } = useDialogForm({
    initialValues: { label: String(selected?.label ?? ""), address: String(selected?.href ?? "") },
    errorsOf: ({ label, address }) => ({
      ...(label.trim() === "" && { label: buttonTexts.noLabel }),
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
      title={buttonTexts.title}
      action={selected ? buttonTexts.apply : buttonTexts.insert}
      form={{ submit, sending: false, form }}
    >
      <TextInput label={buttonTexts.label} maxLength={100} {...form.getInputProps("label")} />
      <TextInput label={buttonTexts.address} inputMode="url" autoComplete="off" {...form.getInputProps("address")} />
    </FormDialog>
  );
}

const { picture: pictureTexts } = mailEditorTexts;

interface PictureDialogProps {
  editor: Editor;
  opened: boolean;
  /** Uploaded at once when the dialog opens. */
  pastedFile: File | undefined;
  onClose: () => void;
}

/** Uploads a picture, or changes the selected one: what it shows in words, and how wide it is. */
function PictureDialog({ editor, opened, pastedFile, onClose }: PictureDialogProps) {
  const selected = selectedAttributes(editor, "picture");
  const edited = pastedFile ? undefined : selected;
  const { form, submit } = useDialogForm({
    initialValues: {
      src: String(edited?.src ?? ""),
      alt: String(edited?.alt ?? ""),
      width: String(edited?.width ?? ""),
    },
    errorsOf: ({ src, alt, width }) => ({
      ...(src === "" && { src: pictureTexts.noPicture }),
      ...(alt.trim() === "" && { alt: pictureTexts.noAlt }),
      ...(!isWidth(width) && { width: pictureTexts.badWidth }),
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
      title={pictureTexts.title}
      action={selected ? pictureTexts.apply : pictureTexts.insert}
      form={{ submit, sending: upload.isPending, form }}
    >
      <div className={classes.upload}>
        {shown ? <img src={shown} alt={pictureTexts.chosen} /> : <IconPhoto size={24} aria-hidden />}
        <FileButton accept="image/png,image/jpeg,image/webp,image/gif" onChange={choose}>
          {(props) => (
            <Button variant="default" loading={upload.isPending} data-autofocus {...props}>
              {form.values.src === "" ? pictureTexts.choose : pictureTexts.change}
            </Button>
          )}
        </FileButton>
        {form.errors.src && <Input.Error role="alert">{form.errors.src}</Input.Error>}
      </div>
      <TextInput
        label={pictureTexts.alt}
        description={pictureTexts.altAbout}
        maxLength={300}
        {...form.getInputProps("alt")}
      />
      <NumberInput
        label={pictureTexts.width}
        description={pictureTexts.widthAbout(maxPictureWidth)}
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

interface DialogFormOptions<V> {
  initialValues: V;
  errorsOf: (values: V) => FieldErrors;
  onSubmit: (values: V) => void;
}

/** The form of a dialog that changes what is edited and sends nothing. */
function useDialogForm<V extends Record<string, string>>({ initialValues, errorsOf, onSubmit }: DialogFormOptions<V>) {
  const form = useForm<V>({
    initialValues,
    validate: (values) => errorsOf(values),
    enhanceGetInputProps: ({ field, form }) => ({ onPointerDown: () => form.clearFieldError(field) }),
  });
  const send = form.onSubmit(onSubmit, (errors) => {
    const [first] = Object.keys(errors);
    if (first) form.getInputNode(first as never)?.focus();
  });
  const submit = (event?: FormEvent<HTMLFormElement>) => {
    // The form around the editor isn't meant.
    event?.stopPropagation();
    send(event);
  };
  return { form, submit };
}

/** What a dialog says at the address of a link; nothing for a good one. */
function addressError(address: string): { readonly address?: string } {
  if (linkOf(address) !== undefined) return {};
  return { address: hasCredentials(address) ? noCredentialsText : mailEditorTexts.badLink };
}
