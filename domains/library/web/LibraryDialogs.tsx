import { NativeSelect, TextInput } from "@mantine/core";
import { useCall } from "#core/web/call/useCall.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { type CallForm, useCallForm } from "#core/web/form/useCallForm.ts";
import { useFilledForm } from "#core/web/form/useFilledForm.ts";
import { type LibraryFile, type LibraryFolder, library, maxFileName } from "../contract.ts";
import { libraryTexts } from "./texts.ts";

const { edit, folder: folderTexts, unfiled } = libraryTexts;
const refreshes = [library.list, library.folders];

interface Props {
  opened: boolean;
  onClose: () => void;
}

/** Renames a file, and moves it. */
export function EditFileDialog({ opened, onClose, file }: Props & { file: LibraryFile }) {
  const { data } = useCall(library.folders, {}, { enabled: opened });
  const form = useCallForm(library.change, {
    initialValues: { name: "", folder_id: "" },
    params: { id: file.id },
    invalidates: refreshes,
    onSuccess: onClose,
  });
  const { getInputProps } = form.form;
  const stored = file.folder_id === null ? "" : String(file.folder_id);
  useFilledForm(form.form, opened, { name: file.name, folder_id: stored });
  const folders = (data?.folders ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <FormDialog opened={opened} onClose={onClose} title={edit.title} action={edit.action} form={form}>
      <TextInput label={edit.name} maxLength={maxFileName} autoComplete="off" dir="auto" {...getInputProps("name")} />
      <NativeSelect
        label={edit.folder}
        data={[{ value: "", label: unfiled }, ...folders]}
        {...getInputProps("folder_id")}
      />
    </FormDialog>
  );
}

/** Adds a folder, or renames one. */
export function FolderDialog({ folder, ...dialog }: Props & { folder: LibraryFolder | undefined }) {
  return folder ? <RenameFolder {...dialog} folder={folder} /> : <AddFolder {...dialog} />;
}

const empty = { name: "" };

function AddFolder({ opened, onClose }: Props) {
  const form = useCallForm(library.addFolder, { initialValues: empty, invalidates: refreshes, onSuccess: onClose });
  const { add, create } = folderTexts;
  return <NameForm opened={opened} onClose={onClose} title={add} action={create} form={form} stored="" />;
}

function RenameFolder({ opened, onClose, folder }: Props & { folder: LibraryFolder }) {
  const params = { folder_id: folder.id };
  const options = { initialValues: empty, params, invalidates: refreshes, onSuccess: onClose };
  const form = useCallForm(library.renameFolder, options);
  const { rename, save } = folderTexts;
  return <NameForm opened={opened} onClose={onClose} title={rename} action={save} form={form} stored={folder.name} />;
}

interface NameFormProps extends Props {
  title: string;
  action: string;
  form: CallForm<typeof empty>;
  stored: string;
}

function NameForm({ form, stored, ...dialog }: NameFormProps) {
  const { getInputProps } = form.form;
  const { opened } = dialog;
  useFilledForm(form.form, opened, { name: stored });
  return (
    <FormDialog {...dialog} form={form}>
      <TextInput
        label={folderTexts.name}
        withAsterisk
        maxLength={60}
        autoComplete="off"
        dir="auto"
        {...getInputProps("name")}
      />
    </FormDialog>
  );
}
