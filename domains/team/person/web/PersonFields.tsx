import { SimpleGrid, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { PhoneInput } from "#core/web/form/PhoneInput.tsx";

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
