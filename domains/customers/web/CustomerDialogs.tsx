import { SimpleGrid, TextInput } from "@mantine/core";
import "@mantine/core/styles/SimpleGrid.layer.css";
import { useEffect, useMemo } from "react";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { PhoneInput } from "#core/web/form/PhoneInput.tsx";
import { type CallForm, useCallForm } from "#core/web/form/useCallForm.ts";
import { lists } from "#domains/lists/contract.ts";
import { ListPicker } from "#domains/lists/web/public.tsx";
import { type Customer, type CustomerDraft, customers } from "../contract.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
}

type CustomerFormValues = Omit<CustomerDraft, "list_id"> & { list_id: number | null };

const empty: CustomerFormValues = {
  first_name: "",
  last_name: "",
  email: "",
  phone: "",
  address: "",
  company: "",
  list_id: null,
};

const refreshes = [customers.table, customers.search, customers.details, lists.search, lists.table];

/** Adds a customer. */
export function AddCustomerDialog({ opened, onClose, list_id = null }: Props & { list_id?: number | null }) {
  const add = useCallForm(customers.add, { initialValues: empty, invalidates: refreshes, onSuccess: onClose });
  const initial = useMemo(() => ({ ...empty, list_id }), [list_id]);
  useFreshValues(add.form, opened, initial);
  return (
    <FormDialog opened={opened} onClose={onClose} title="Create a customer" action="Create" form={add} size="lg">
      <Fields form={add.form} />
    </FormDialog>
  );
}

/** Changes a customer. */
export function EditCustomerDialog({ opened, onClose, customer }: Props & { customer: Customer }) {
  const params = { id: customer.id };
  const edit = useCallForm(customers.update, {
    initialValues: empty,
    params,
    invalidates: refreshes,
    onSuccess: onClose,
  });
  const stored = useMemo(() => ({ ...customer, list_id: null }), [customer]);
  useFreshValues(edit.form, opened, stored);
  return (
    <FormDialog opened={opened} onClose={onClose} title="Update customer" action="Save" form={edit} size="lg">
      <Fields form={edit.form} />
    </FormDialog>
  );
}

type CustomerForm = CallForm<CustomerFormValues>["form"];

/** Resets the form on each opening, discarding input left from last time. */
function useFreshValues({ setValues, clearErrors }: CustomerForm, opened: boolean, stored: CustomerFormValues): void {
  useEffect(() => {
    if (!opened) return;
    const { first_name, last_name, email, phone, address, company, list_id } = stored;
    setValues({ first_name, last_name, email, phone, address, company, list_id });
    clearErrors();
  }, [opened, stored, setValues, clearErrors]);
}

function Fields({ form }: { form: CustomerForm }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <TextInput label="First name" withAsterisk data-autofocus {...form.getInputProps("first_name")} />
      <TextInput label="Last name" withAsterisk {...form.getInputProps("last_name")} />
      <TextInput type="email" label="Email" withAsterisk {...form.getInputProps("email")} />
      <PhoneInput label="Phone" withAsterisk {...form.getInputProps("phone")} />
      <TextInput label="Address" withAsterisk {...form.getInputProps("address")} />
      <TextInput label="Company" {...form.getInputProps("company")} />
      <ListPicker label="Add to list" {...form.getInputProps("list_id")} />
    </SimpleGrid>
  );
}
