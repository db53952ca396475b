import "@mantine/core/styles/SimpleGrid.layer.css";
import { Button, NativeSelect, SimpleGrid, Textarea, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { CountTabs } from "#core/web/filter/CountTabs.tsx";
import { PhoneInput } from "#core/web/form/PhoneInput.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useFilledForm } from "#core/web/form/useFilledForm.ts";
import { useProfile } from "#domains/accounts/web/public.tsx";
import { customers } from "#domains/customers/contract.ts";
import { CustomerPicker } from "#domains/customers/web/public.tsx";
import { leads } from "../contract.ts";
import type { LeadKind } from "../fields.ts";
import { kindChoices, ownersOf, useOwnerChoices } from "./leadChoices.ts";
import { SourceInput } from "./SourceInput.tsx";
import { leadDialogTexts, leadTexts, addLeadTexts as texts, vehicleTexts } from "./texts.ts";
import { leadRefreshes } from "./useLeadActions.ts";
import { VehicleFields } from "./VehicleFields.tsx";
import { type EditedVehicle, emptyVehicle, sentVehicles } from "./vehicleForm.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  /** The customer whom it is about; without one the dialog asks. */
  customer_id?: number | undefined;
}

interface AddLeadValues extends Record<string, unknown> {
  who: "customer" | "person";
  customer_id: number | null;
  first_name: string;
  last_name: string;
  phone: string;
  email: string;
  kind: LeadKind;
  source: string;
  owner_id: string;
  /** The wanted one and, when somebody added it, the one to trade in. */
  vehicles: EditedVehicle[];
  comments: string;
}

const nobody = { customer_id: null, first_name: "", last_name: "", phone: "", email: "" };

const emptyLead = (customer_id: number | undefined): AddLeadValues => ({
  who: customer_id === undefined ? "person" : "customer",
  ...nobody,
  customer_id: customer_id ?? null,
  kind: "sales",
  source: "",
  owner_id: "",
  vehicles: [emptyVehicle("buy")],
  comments: "",
});

const sentLead = ({ who, vehicles, customer_id, ...values }: AddLeadValues) => ({
  ...values,
  ...(who === "customer" && nobody),
  customer_id: who === "customer" ? customer_id : null,
  vehicles: sentVehicles(vehicles),
});

const people = [
  { value: "person", label: texts.newPerson },
  { value: "customer", label: texts.existing },
] as const;

/** Adds a lead: whom it is about, what they want, and who works on it. */
export function AddLeadDialog({ opened, onClose, customer_id }: Props) {
  const me = useProfile().data?.id;
  const owners = useOwnerChoices(opened);
  const add = useCallForm(leads.add, {
    initialValues: emptyLead(customer_id),
    toBody: sentLead,
    extraErrors: (values): Record<string, string> =>
      values.who === "customer" && values.customer_id === null ? { customer_id: texts.customerMissing } : {},
    invalidates: [...leadRefreshes, leads.options, customers.table],
    onSuccess: onClose,
  });
  const { form } = add;
  const { values, setFieldValue, clearErrors, getInputProps } = form;
  useFilledForm(form, opened, { ...emptyLead(customer_id), owner_id: String(me ?? "") });

  const { vehicles } = values;
  return (
    <FormDialog opened={opened} onClose={onClose} title={leadTexts.add} action={texts.action} form={add} size="lg">
      {customer_id === undefined && (
        <CountTabs
          label={texts.who}
          choices={people}
          value={values.who}
          onChange={(who) => {
            setFieldValue("who", who);
            clearErrors();
          }}
        />
      )}
      {values.who === "customer" ? (
        <CustomerPicker withAsterisk readOnly={customer_id !== undefined} {...getInputProps("customer_id")} />
      ) : (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput
            label={texts.firstName}
            data-autofocus
            autoComplete="off"
            maxLength={100}
            {...getInputProps("first_name")}
          />
          <TextInput label={texts.lastName} autoComplete="off" maxLength={100} {...getInputProps("last_name")} />
          <PhoneInput label={texts.phone} {...getInputProps("phone")} />
          <TextInput type="email" label={texts.email} autoComplete="off" {...getInputProps("email")} />
        </SimpleGrid>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <NativeSelect label={leadDialogTexts.kind} data={kindChoices} {...getInputProps("kind")} />
        <NativeSelect
          label={leadDialogTexts.owner}
          data={ownersOf({ owner_id: null, owner: "" }, owners)}
          {...getInputProps("owner_id")}
        />
      </SimpleGrid>
      <SourceInput {...getInputProps("source")} />
      {vehicles.map((vehicle, place) => (
        <VehicleFields
          key={vehicle.key}
          form={form}
          vehicles={vehicles}
          place={place}
          title={place === 0 ? vehicleTexts.vehicle : vehicleTexts.tradeIn}
          isShort
          {...(place > 0 && { onRemove: () => form.removeListItem("vehicles", place) })}
        />
      ))}
      {vehicles.length === 1 && (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => form.insertListItem("vehicles", emptyVehicle("trade_in", vehicles))}
        >
          {vehicleTexts.addTradeIn}
        </Button>
      )}
      <Textarea
        label={texts.comments}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={4000}
        {...getInputProps("comments")}
      />
    </FormDialog>
  );
}
