import { SimpleGrid, TextInput } from "@mantine/core";
import "@mantine/core/styles/SimpleGrid.layer.css";
import { useEffect } from "react";
import { FormDialog } from "#core/web/FormDialog.tsx";
import { PhoneInput } from "#core/web/PhoneInput.tsx";
import { type CallForm, useCallForm } from "#core/web/useCallForm.ts";
import { type Customer, type CustomerDraft, customers } from "../contract.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
}

const empty: CustomerDraft = { first_name: "", last_name: "", email: "", phone: "", address: "", company: "" };

const refreshes = [customers.table, customers.search];

/** Adds a customer. */
export function AddCustomerDialog({ opened, onClose }: Props) {
  const add = useCallForm(customers.add, { initialValues: empty, refreshes, onSuccess: onClose });
  useFreshValues(add.form, opened, empty);
  return (
    <FormDialog opened={opened} onClose={onClose} title="Create a customer" action="Create" form={add} size="lg">
      <Fields form={add.form} />
    </FormDialog>
  );
}

/** Changes a customer. */
export function EditCustomerDialog({ opened, onClose, customer }: Props & { customer: Customer }) {
  const params = { id: customer.id };
  const edit = useCallForm(customers.update, { initialValues: empty, params, refreshes, onSuccess: onClose });
  useFreshValues(edit.form, opened, customer);
  return (
    <FormDialog opened={opened} onClose={onClose} title="Update customer" action="Save" form={edit} size="lg">
      <Fields form={edit.form} />
    </FormDialog>
  );
}

type Form = CallForm<CustomerDraft>["form"];

/** Each opening starts from what is stored, not from what was typed and left the last time. */
function useFreshValues({ setValues, clearErrors }: Form, opened: boolean, stored: CustomerDraft): void {
  useEffect(() => {
    if (!opened) return;
    const { first_name, last_name, email, phone, address, company } = stored;
    setValues({ first_name, last_name, email, phone, address, company });
    clearErrors();
  }, [opened, stored, setValues, clearErrors]);
}

function Fields({ form }: { form: Form }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <TextInput label="First name" withAsterisk data-autofocus {...form.getInputProps("first_name")} />
      <TextInput label="Last name" withAsterisk {...form.getInputProps("last_name")} />
      <TextInput type="email" label="Email" withAsterisk {...form.getInputProps("email")} />
      <PhoneInput label="Phone" withAsterisk {...form.getInputProps("phone")} />
      <TextInput label="Address" withAsterisk {...form.getInputProps("address")} />
      <TextInput label="Company" {...form.getInputProps("company")} />
    </SimpleGrid>
  );
}
