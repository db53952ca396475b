import { NativeSelect, PasswordInput, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useCall } from "#core/web/call/useCall.ts";
import { PhoneInput } from "#core/web/form/PhoneInput.tsx";
import { registration } from "#domains/accounts/registration/contract.ts";
import classes from "./AddClientScreen.module.css";
import type { ClientForm } from "./emptyClient.ts";

interface SelectChoice {
  readonly id: number;
  readonly title: string;
}

const selectOptions = (all: readonly SelectChoice[] = []) => [
  { value: "", label: "Unknown" },
  ...all.map(({ id, title }) => ({ value: String(id), label: title })),
];

/** The owner, their sign-in, and the business's industry and feature. */
export function BusinessFields({ form }: { form: UseFormReturnType<ClientForm> }) {
  const industries = useCall(registration.industries, {}, { staleTime: Number.POSITIVE_INFINITY });
  const features = useCall(registration.features, {}, { staleTime: Number.POSITIVE_INFINITY });
  const field = form.getInputProps;
  return (
    <div className={classes.fields}>
      <TextInput label="First Name" withAsterisk autoComplete="off" {...field("first_name")} />
      <TextInput label="Last Name" withAsterisk autoComplete="off" {...field("last_name")} />
      <TextInput label="Business Name" withAsterisk autoComplete="off" {...field("business_name")} />
      <TextInput label="Email" type="email" withAsterisk autoComplete="off" {...field("email")} />
      <PasswordInput
        label="Password"
        withAsterisk
        autoComplete="new-password"
        visibilityToggleButtonProps={{ "aria-label": "Show password", tabIndex: 0 }}
        {...field("password")}
      />
      <PasswordInput
        label="Confirm Password"
        withAsterisk
        autoComplete="new-password"
        visibilityToggleButtonProps={{ "aria-label": "Show confirmation", tabIndex: 0 }}
        {...field("confirm_password")}
      />
      <PhoneInput label="Phone" withAsterisk autoComplete="off" {...field("phone")} />
      <TextInput label="Zip Code" inputMode="numeric" autoComplete="off" {...field("zip")} />
      <NativeSelect label="Industry" data={selectOptions(industries.data?.allIndustries)} {...field("industry_id")} />
      <NativeSelect label="Feature" data={selectOptions(features.data?.allFeatures)} {...field("feature_id")} />
    </div>
  );
}
