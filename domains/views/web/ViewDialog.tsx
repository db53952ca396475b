import { Checkbox, TextInput } from "@mantine/core";
import type { BodyInput } from "#core/call.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { type CallForm, useCallForm } from "#core/web/form/useCallForm.ts";
import { useFilledForm } from "#core/web/form/useFilledForm.ts";
import { type SavedView, savedViews } from "../contract.ts";
import { viewTexts } from "./texts.ts";

const texts = viewTexts.dialog;
const refreshes = [savedViews.list];

type ViewDraft = BodyInput<typeof savedViews.add>;

const empty: ViewDraft = { name: "", address: "", is_shared: 0 };

export interface AddProps {
  opened: boolean;
  onClose: () => void;
  /** What the view will show. */
  address: string;
  onSaved: (view: { id: number; address: string }) => void;
}

/** Keeps what a screen shows under a name. */
export function AddViewDialog({ opened, onClose, address, onSaved }: AddProps) {
  const add = useCallForm(savedViews.add, {
    initialValues: empty,
    invalidates: refreshes,
    onSuccess: ({ data }) => {
      onClose();
      onSaved({ id: data.id, address });
    },
  });
  return <ViewForm opened={opened} onClose={onClose} title={texts.add} form={add} stored={{ ...empty, address }} />;
}

/** Renames a view. */
export function RenameViewDialog({ view, ...dialog }: { opened: boolean; onClose: () => void; view: SavedView }) {
  const rename = useCallForm(savedViews.change, {
    initialValues: empty,
    params: { id: view.id },
    invalidates: refreshes,
    onSuccess: dialog.onClose,
  });
  const { name, address, is_shared } = view;
  return <ViewForm {...dialog} title={texts.rename} form={rename} stored={{ name, address, is_shared }} />;
}

interface FormProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  form: CallForm<ViewDraft>;
  stored: ViewDraft;
}

/** Starts anew on each opening. */
function ViewForm({ form, stored, ...dialog }: FormProps) {
  const { getInputProps } = form.form;
  const { opened } = dialog;
  useFilledForm(form.form, opened, stored);
  const { is_shared: shared } = form.form.values;
  return (
    <FormDialog {...dialog} action={texts.action} form={form} size="sm">
      <TextInput
        label={texts.name}
        placeholder={texts.placeholder}
        maxLength={60}
        autoComplete="off"
        {...getInputProps("name")}
      />
      <Checkbox
        label={texts.shared}
        checked={shared === 1}
        onChange={({ currentTarget }) => form.form.setFieldValue("is_shared", currentTarget.checked ? 1 : 0)}
      />
    </FormDialog>
  );
}
