import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useSend } from "#core/web/call/useSend.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { fieldErrorsOf } from "#core/web/form/useCallForm.ts";
import { useFilledForm } from "#core/web/form/useFilledForm.ts";
import { ListDraft, lists } from "#domains/lists/contract.ts";
import { customersInWords } from "#domains/lists/rules.ts";
import { ListPicker } from "#domains/lists/web/public.tsx";
import { customers } from "../contract.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  customer_ids: readonly number[];
  onDone: () => void;
}

interface AddToListValues {
  isNew: boolean;
  list_id: number | null;
  title: string;
}

const empty: AddToListValues = { isNew: false, list_id: null, title: "" };

const refreshes = [customers.table, lists.search, lists.table];

function validate(values: AddToListValues): Record<string, string> {
  if (values.isNew) return fieldErrorsOf(ListDraft, values);
  return values.list_id === null ? { list_id: "Select a list" } : {};
}

/** Adds the chosen customers to a list, or to a new one. */
export function AddToListDialog({ opened, onClose, customer_ids, onDone }: Props) {
  const form = useForm<AddToListValues>({ initialValues: empty, validate });
  const createList = useSend(lists.add, {
    invalidates: refreshes,
    quiet: "success",
    onFailure: ({ fields }) => form.setErrors(fields),
    // The list exists from here on, even if adding the customers fails.
    onSuccess: ({ data }) => form.setValues({ isNew: false, list_id: data.list_id }),
  });
  const addCustomers = useSend(lists.addCustomers, {
    invalidates: refreshes,
    onSuccess: () => {
      onClose();
      onDone();
    },
  });

  useFilledForm(form, opened, empty);

  const addTo = (id: number) => addCustomers.mutate({ params: { id }, body: { customer_ids: [...customer_ids] } });
  const submit = form.onSubmit(({ isNew, list_id, title }) => {
    if (isNew) createList.mutate({ body: { title } }, { onSuccess: ({ data }) => addTo(data.list_id) });
    else if (list_id !== null) addTo(list_id);
  });
  const { isNew } = form.values;
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Add ${customersInWords(customer_ids.length)} to a list`}
      action="Add"
      form={{ submit, sending: createList.isPending || addCustomers.isPending }}
    >
      {isNew ? (
        <TextInput
          key="title"
          label="List Name"
          withAsterisk
          autoComplete="off"
          autoFocus
          {...form.getInputProps("title")}
        />
      ) : (
        <ListPicker key="list" withAsterisk data-autofocus {...form.getInputProps("list_id")} />
      )}
      <Button variant="subtle" size="xs" mr="auto" onClick={() => form.setValues({ isNew: !isNew })}>
        {isNew ? "Choose an existing list" : "Create a new list"}
      </Button>
    </FormDialog>
  );
}
