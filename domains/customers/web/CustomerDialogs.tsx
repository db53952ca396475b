import { SimpleGrid, TextInput } from "@mantine/core";
import "@mantine/core/styles/SimpleGrid.layer.css";
import { useCall } from "#core/web/call/useCall.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { PhoneInput } from "#core/web/form/PhoneInput.tsx";
import { type CallForm, useCallForm } from "#core/web/form/useCallForm.ts";
import { useFilledForm } from "#core/web/form/useFilledForm.ts";
import { OptInToggle } from "#domains/customers/consent/web/public.tsx";
import { customFields } from "#domains/customers/custom/contract.ts";
import { CustomInputs } from "#domains/customers/custom/web/CustomInputs.tsx";
import { lists } from "#domains/lists/contract.ts";
import { ListPicker } from "#domains/lists/web/public.tsx";
import { type Customer, customers } from "../contract.ts";
import { type CustomerValues, customerField, emptyCustomer, formFields, valuesOf } from "../fields.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
}

type CustomerFormValues = CustomerValues & { list_id: number | null; custom: Record<string, string> };

const empty: CustomerFormValues = { ...emptyCustomer, list_id: null, custom: {} };

const refreshes = [customers.table, customers.search, customers.details, lists.search, lists.table];

/** Adds a customer. */
export function AddCustomerDialog({ opened, onClose, list_id = null }: Props & { list_id?: number | null }) {
  const add = useCallForm(customers.add, { initialValues: empty, invalidates: refreshes, onSuccess: onClose });
  useFilledForm(add.form, opened, { ...empty, list_id });
  return (
    <FormDialog opened={opened} onClose={onClose} title="Create a customer" action="Create" form={add} size="lg">
      <Fields form={add.form} />
    </FormDialog>
  );
}

/** Changes a customer. */
export function EditCustomerDialog({ opened, onClose, customer }: Props & { customer: Customer }) {
  const params = { id: customer.id };
  const edit: CallForm<CustomerFormValues> = useCallForm(customers.update, {
    initialValues: empty,
    params,
    // What was changed here alone since the form was filled, so that nobody else's change is lost.
    toBody: ({ custom, ...values }) => ({ ...values, custom: changedIn(custom, filled().custom) }),
    invalidates: refreshes,
    onSuccess: onClose,
  });
  const { custom } = customer;
  const filled = useFilledForm(edit.form, opened, { ...valuesOf((name) => customer[name]), list_id: null, custom });
  return (
    <FormDialog opened={opened} onClose={onClose} title="Update customer" action="Save" form={edit} size="lg">
      <Fields form={edit.form} />
      {opened && <OptInToggle customer_id={customer.id} state={customer.consent_state} />}
    </FormDialog>
  );
}

const changedIn = (custom: Readonly<Record<string, string>>, stored: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(custom).filter(([key, value]) => value !== (stored[key] ?? "")));

type CustomerForm = CallForm<CustomerFormValues>["form"];

function Fields({ form }: { form: CustomerForm }) {
  const { data } = useCall(customFields.all);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      {formFields.map((name) => {
        const { kind, label, required } = customerField(name);
        const input = { label, withAsterisk: required !== undefined, ...form.getInputProps(name) };
        if (kind === "phone") return <PhoneInput key={name} {...input} />;
        return <TextInput key={name} type={kind} data-autofocus={name === formFields[0] || undefined} {...input} />;
      })}
      <CustomInputs fields={data?.fields ?? []} form={form} />
      <ListPicker label="Add to list" {...form.getInputProps("list_id")} />
    </SimpleGrid>
  );
}
