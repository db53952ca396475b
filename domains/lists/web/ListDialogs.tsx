import { TextInput } from "@mantine/core";
import { useNavigate } from "react-router";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { type CallForm, useCallForm } from "#core/web/form/useCallForm.ts";
import { useFilledForm } from "#core/web/form/useFilledForm.ts";
import { type CustomerList, type ListDraft, lists } from "../contract.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
}

const empty: ListDraft = { title: "" };
const refreshes = [lists.table, lists.search];

/** Adds a list, then opens the upload into it. */
export function AddListDialog({ opened, onClose }: Props) {
  const navigate = useNavigate();
  const add = useCallForm(lists.add, {
    initialValues: empty,
    invalidates: refreshes,
    onSuccess: ({ data }) => {
      onClose();
      navigate(`/customers/${data.list_id}/new`);
    },
  });
  return <ListDialog opened={opened} onClose={onClose} title="Add Customers List" action="Create" form={add} />;
}

/** Renames a list. */
export function RenameListDialog({ opened, onClose, list }: Props & { list: CustomerList }) {
  const rename = useCallForm(lists.update, {
    initialValues: empty,
    params: { id: list.id },
    invalidates: refreshes,
    onSuccess: onClose,
  });
  const dialog = { opened, onClose, title: "Update Customers List", action: "Save" };
  return <ListDialog {...dialog} form={rename} stored={list.title} />;
}

interface ListDialogProps extends Props {
  title: string;
  action: string;
  form: CallForm<ListDraft>;
  stored?: string;
}

/** Resets the form on each opening, discarding input left from last time. */
function ListDialog({ form, stored = "", ...dialog }: ListDialogProps) {
  const { getInputProps } = form.form;
  const { opened } = dialog;
  useFilledForm(form.form, opened, { title: stored });
  return (
    <FormDialog {...dialog} form={form}>
      <TextInput label="List Name" withAsterisk autoComplete="off" {...getInputProps("title")} />
    </FormDialog>
  );
}
