import { Alert, Button, Group, NativeSelect, Paper, PasswordInput, TextInput, Title } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IconCheck } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { stateCodes, states } from "#core/states.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { PhoneInput } from "#core/web/form/PhoneInput.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useUnsavedChanges } from "#core/web/form/useUnsavedChanges.ts";
import { Screen } from "#core/web/layout/Screen.tsx";
import { registration } from "#domains/accounts/registration/contract.ts";
import { clients } from "../contract.ts";
import classes from "./AddClientScreen.module.css";
import { BackToClients } from "./BackToClients.tsx";

/** Milliseconds until the operator returns to the clients. */
const returnDelay = 5_000;

/** A form for a new client business with its owner and first location. */
export function AddClientScreen() {
  const navigate = useNavigate();
  const [added, setAdded] = useState<string>();
  const add = useCallForm(clients.add, {
    initialValues: emptyClient,
    invalidates: [clients.table],
    onSuccess: ({ data }) => {
      setAdded(data.location_address);
      add.form.reset();
    },
  });
  useUnsavedChanges(add.form.isDirty);

  useEffect(() => {
    if (added === undefined) return;
    const timer = setTimeout(() => navigate("/admin/clients"), returnDelay);
    return () => clearTimeout(timer);
  }, [added, navigate]);

  return (
    <Screen title="Add New Client" actions={<BackToClients />}>
      {added !== undefined && (
        <Alert role="status" color="green" mb="md" icon={<IconCheck aria-hidden />} title="Client added">
          {added}. Opening the list of clients in 5 seconds.
        </Alert>
      )}
      <form noValidate onSubmit={add.submit}>
        <Paper withBorder p="lg" className={classes.form}>
          <section>
            <Title order={2} fz="lg" mb="md">
              Owner and business
            </Title>
            <BusinessFields form={add.form} />
          </section>
          <section>
            <Title order={2} fz="lg" mb="md">
              First location
            </Title>
            <LocationFields form={add.form} />
          </section>
          <Group justify="flex-end">
            <Button type="submit" loading={add.sending}>
              Add Client
            </Button>
          </Group>
        </Paper>
      </form>
    </Screen>
  );
}

interface SelectChoice {
  readonly id: number;
  readonly title: string;
}

const selectOptions = (all: readonly SelectChoice[] = []) => [
  { value: "", label: "Unknown" },
  ...all.map(({ id, title }) => ({ value: String(id), label: title })),
];

/** The owner, their sign-in, and the business's industry and feature. */
function BusinessFields({ form }: { form: UseFormReturnType<ClientForm> }) {
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

const stateChoices = [
  { value: "", label: "Select a state" },
  ...stateCodes.map((code) => ({ value: code, label: states[code] })),
];

/** The address of the first location; its time zone follows from it. */
function LocationFields({ form }: { form: UseFormReturnType<ClientForm> }) {
  const field = form.getInputProps;
  return (
    <div className={classes.fields}>
      <TextInput label="Location Title" withAsterisk autoComplete="off" {...field("title")} />
      <TextInput label="Street Address 1" withAsterisk autoComplete="off" {...field("address")} />
      <TextInput label="Street Address 2" autoComplete="off" {...field("address_2")} />
      <TextInput label="City" withAsterisk autoComplete="off" {...field("city")} />
      <NativeSelect label="State" withAsterisk data={stateChoices} {...field("state")} />
      <TextInput label="Country" readOnly {...field("country")} />
      <TextInput label="Postal Code" withAsterisk inputMode="numeric" autoComplete="off" {...field("postal_code")} />
    </div>
  );
}

/** Initial values of the form for a new client. */
const emptyClient = {
  first_name: "",
  last_name: "",
  business_name: "",
  email: "",
  password: "",
  confirm_password: "",
  phone: "",
  zip: "",
  title: "",
  address: "",
  address_2: "",
  city: "",
  state: "",
  country: "US",
  postal_code: "",
  industry_id: "",
  feature_id: "",
};

type ClientForm = typeof emptyClient;
