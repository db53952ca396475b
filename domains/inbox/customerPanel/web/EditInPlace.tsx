import { Button, Group, TextInput } from "@mantine/core";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { PhoneInput } from "#core/web/form/PhoneInput.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { type CustomerDetails, customers } from "#domains/customers/contract.ts";
import { customerField, formFields, valuesOf } from "#domains/customers/fields.ts";
import { useInbox } from "#domains/inbox/sync/web/useInbox.ts";
import classes from "./CustomerPanel.module.css";
import { panelTexts } from "./texts.ts";

/** The customer's fields, edited in the panel: Enter saves, Escape reverts. */
export function EditInPlace({ customer, onDone }: { customer: CustomerDetails; onDone: () => void }) {
  const { realtimeSync } = useInbox();
  const around = useRef<HTMLFormElement>(null);
  const { form, submit, sending } = useCallForm(customers.update, {
    initialValues: { ...valuesOf((name) => customer[name]), list_id: null as number | null },
    params: { id: customer.id },
    invalidates: [customers.table, customers.search, customers.details],
    onSuccess: () => {
      realtimeSync.onCustomerChanged(customer.id);
      onDone();
    },
  });
  useEffect(() => around.current?.querySelector("input")?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    // Keeps the drawer open.
    event.preventDefault();
    event.stopPropagation();
    onDone();
  };
  return (
    <form ref={around} className={classes.form} onSubmit={submit} onKeyDown={onKeyDown} noValidate>
      {formFields.map((name) => {
        const { kind, label, required } = customerField(name);
        const input = { label, size: "xs", withAsterisk: required !== undefined, ...form.getInputProps(name) };
        return kind === "phone" ? (
          <PhoneInput key={name} {...input} />
        ) : (
          <TextInput key={name} type={kind} {...input} />
        );
      })}
      <Group gap="xs">
        <Button type="submit" size="xs" loading={sending}>
          {panelTexts.save}
        </Button>
        <Button size="xs" variant="default" onClick={onDone}>
          {panelTexts.cancel}
        </Button>
      </Group>
    </form>
  );
}
