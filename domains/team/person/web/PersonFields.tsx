import { Checkbox, NativeSelect, SimpleGrid, Stack, Switch, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useCall } from "#core/web/call/useCall.ts";
import { PhoneInput } from "#core/web/form/PhoneInput.tsx";
import { locations } from "#domains/locations/contract.ts";
import { type MemberType, roleNames } from "#domains/team/contract.ts";

interface PersonValues {
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
}

interface Props<V extends PersonValues> {
  form: UseFormReturnType<V>;
  canEditEmail?: boolean;
  /** False: a phone is enough. */
  needsEmail?: boolean;
}

/** Name, email and phone. */
export function PersonFields<V extends PersonValues>({ form, canEditEmail = true, needsEmail = true }: Props<V>) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label="First name" withAsterisk autoComplete="off" {...form.getInputProps("first_name")} />
        <TextInput label="Last name" withAsterisk autoComplete="off" {...form.getInputProps("last_name")} />
      </SimpleGrid>
      <TextInput
        label="Email"
        type="email"
        withAsterisk={needsEmail}
        readOnly={!canEditEmail}
        autoComplete="off"
        {...form.getInputProps("email")}
      />
      <PhoneInput label="Phone" {...form.getInputProps("phone")} autoComplete="off" />
    </>
  );
}

/** Role and locations as form values. */
export interface RoleValues {
  user_type: MemberType;
  del_allowed: boolean;
  location_ids: string[];
}

const types = [
  { value: "agent", label: `${roleNames.agent}: handles conversations, customers, appointments and tasks` },
  { value: "manager", label: `${roleNames.manager}: can also delete, import and export` },
];

/** Role, permission to delete, and locations if there are several. */
export function RoleFields<V extends RoleValues>({ form }: { form: UseFormReturnType<V> }) {
  const locationList = useCall(locations.list).data ?? [];
  return (
    <>
      <NativeSelect label="User type" data={types} {...form.getInputProps("user_type")} />
      {locationList.length > 1 && (
        <Checkbox.Group label="Locations" {...form.getInputProps("location_ids")}>
          <Stack gap="xs" mt="xs">
            {locationList.map(({ id, title }) => (
              <Checkbox key={id} value={String(id)} label={title} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      <Switch label="Delete messages" {...form.getInputProps("del_allowed", { type: "checkbox" })} />
    </>
  );
}

/** Converts the form values to the request body. */
export function roleBody<V extends RoleValues>({ del_allowed, ...values }: V) {
  return { ...values, del_allowed: del_allowed ? (1 as const) : (0 as const) };
}
