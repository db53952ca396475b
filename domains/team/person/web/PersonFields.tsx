import { SimpleGrid, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { PhoneInput } from "#core/web/PhoneInput.tsx";

interface PersonValues {
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
}

interface Props<V extends PersonValues> {
  form: UseFormReturnType<V>;
  /** False: the address can't be changed here. */
  hasOpenEmail?: boolean;
  /** False: an address is enough, or a phone. */
  needsEmail?: boolean;
}

/** Who somebody is, and how they are reached. */
export function PersonFields<V extends PersonValues>({ form, hasOpenEmail = true, needsEmail = true }: Props<V>) {
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
        readOnly={!hasOpenEmail}
        autoComplete="off"
        {...form.getInputProps("email")}
      />
      <PhoneInput label="Phone" {...form.getInputProps("phone")} autoComplete="off" />
    </>
  );
}
