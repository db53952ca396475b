import "@mantine/core/styles/SimpleGrid.layer.css";
import { Alert, Button, Group, SimpleGrid, Stack, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IconUserPlus, IconUserSearch } from "@tabler/icons-react";
import * as z from "zod/mini";
import type { CallError } from "#core/client.ts";
import { PhoneInput } from "#core/web/form/PhoneInput.tsx";
import { CustomerPicker } from "#domains/customers/web/public.tsx";
import { CustomerWithPhone } from "../contract.ts";
import { bookingTexts as texts } from "./texts.ts";

/** What a booking says about its customer: one who is chosen, or a new one. */
export const noCustomer = {
  customer_id: null as number | null,
  adds_customer: 0 as 0 | 1,
  new_first_name: "",
  new_last_name: "",
  new_phone: "",
  new_email: "",
};

/** Who has the phone that a booking was refused for; undefined for another refusal. */
export function knownCustomerOf({ data }: CallError): CustomerWithPhone | undefined {
  const known = z.safeParse(CustomerWithPhone, data);
  return known.success ? known.data : undefined;
}

interface Props<V extends typeof noCustomer> {
  form: UseFormReturnType<V>;
  known: CustomerWithPhone | undefined;
  /** Forgets who that is. */
  onKnown: (known: undefined) => void;
}

/** Chooses the customer of a booking, or takes the name and phone of a new one. */
export function CustomerChoice<V extends typeof noCustomer>({ form, known, onKnown }: Props<V>) {
  const { adds_customer } = form.values;
  const change = (values: Partial<typeof noCustomer>) => {
    form.setValues(values as Partial<V>);
    form.clearErrors();
    onKnown(undefined);
  };
  if (adds_customer === 0)
    return (
      <Stack gap={4} align="stretch">
        <CustomerPicker withAsterisk {...form.getInputProps("customer_id")} />
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconUserPlus size={16} aria-hidden />}
          onClick={() => change({ adds_customer: 1, customer_id: null })}
          style={{ alignSelf: "flex-start" }}
        >
          {texts.newCustomer}
        </Button>
      </Stack>
    );
  return (
    <Stack gap="xs" role="group" aria-label={texts.newCustomer}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput label={texts.firstName} withAsterisk {...form.getInputProps("new_first_name")} />
        <TextInput label={texts.lastName} {...form.getInputProps("new_last_name")} />
        <PhoneInput label={texts.phone} withAsterisk {...form.getInputProps("new_phone")} />
        <TextInput type="email" label={texts.email} {...form.getInputProps("new_email")} />
      </SimpleGrid>
      {known && (
        <Alert color="yellow" role="status">
          <Group justify="space-between">
            {texts.isKnown(known.customer_name)}
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => change({ ...noCustomer, customer_id: known.customer_id })}
            >
              {texts.take(known.customer_name)}
            </Button>
          </Group>
        </Alert>
      )}
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconUserSearch size={16} aria-hidden />}
        onClick={() => change(noCustomer)}
        style={{ alignSelf: "flex-start" }}
      >
        {texts.existing}
      </Button>
    </Stack>
  );
}
