import { Anchor, Button, Group, NativeSelect, Progress, Stack, Text, TextInput, Title } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IconCircleCheck } from "@tabler/icons-react";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { Link, Navigate, useNavigate } from "react-router";
import { stateCodes, states } from "#core/states.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { useSession } from "#core/web/session/session.ts";
import { useLogout } from "#domains/accounts/web/public.tsx";
import { registration } from "../contract.ts";
import { lastStep, progressPercent, wizardSteps } from "../rules.ts";
import { Tiles } from "./Tiles.tsx";
import { useWizard, type WizardValues } from "./useWizard.ts";
import classes from "./WizardScreen.module.css";

/** Asks a new business about itself in four steps, then starts the trial. */
export function WizardScreen() {
  // Read once: someone who already has a location is redirected, someone who finishes now sees the confirmation.
  const [initialLocationId] = useState(useSession()?.location_id ?? null);
  const { step, form, submit, back, sending, done } = useWizard();
  const logout = useLogout();
  const legend = useId();
  const title = useRef<HTMLLegendElement>(null);
  const previousStep = useRef(step);

  // Moves focus to the new step's title for screen readers.
  useEffect(() => {
    if (previousStep.current !== step) title.current?.focus();
    previousStep.current = step;
  }, [step]);

  if (initialLocationId !== null) return <Navigate to="/dashboard" replace />;
  if (done) return <RegistrationDone />;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="lg">
        <div>
          <Title order={1} fz={28} lh={1.2}>
            Set up your business
          </Title>
          <Text c="dimmed" mt={4} mb="sm">
            Step {step + 1} of {wizardSteps.length}
          </Text>
          <Progress value={progressPercent(step)} aria-label="Registration" />
        </div>
        <fieldset className={classes.step}>
          <legend id={legend} ref={title} tabIndex={-1} className={classes.title}>
            {wizardSteps[step]?.title}
          </legend>
          {step === 0 && <AddressFields form={form} />}
          {step === 1 && <Industries labelledBy={legend} {...form.getInputProps("industry_id")} />}
          {step === 2 && <Features labelledBy={legend} {...form.getInputProps("feature_id")} />}
          {step === lastStep && <Trial />}
        </fieldset>
        <Group justify="space-between">
          {step > 0 ? (
            <Button variant="default" onClick={back} disabled={sending}>
              Back
            </Button>
          ) : (
            <Anchor component="button" type="button" size="sm" onClick={() => logout.mutate({})}>
              Finish later and log out
            </Anchor>
          )}
          <Button type="submit" loading={sending}>
            {step === lastStep ? "Start Free Trial" : "Continue"}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface ChoiceProps {
  labelledBy: string;
}

/** The choices rarely change. */
const oneHour = { staleTime: 3_600_000 };

function Industries(props: ChoiceProps) {
  const query = useCall(registration.industries, {}, oneHour);
  return <Tiles query={query} choices={query.data?.allIndustries} {...props} />;
}

function Features(props: ChoiceProps) {
  const query = useCall(registration.features, {}, oneHour);
  return <Tiles query={query} choices={query.data?.allFeatures} {...props} />;
}

function Trial() {
  return (
    <Stack gap="sm">
      <Text>30 days free, with every feature, for your whole team.</Text>
      <Text c="dimmed">Next is your inbox. Add your first customers and request a number to text from.</Text>
    </Stack>
  );
}

const stateList = [
  { value: "", label: "Select a state" },
  ...stateCodes.map((code) => ({ value: code, label: states[code] })),
];

/** Where the business is. The country is always the US. */
function AddressFields({ form }: { form: UseFormReturnType<WizardValues> }) {
  return (
    <>
      <TextInput
        label="Location title"
        placeholder="e.g. Downtown"
        autoComplete="organization"
        withAsterisk
        {...form.getInputProps("location")}
      />
      <TextInput
        label="Street address 1"
        autoComplete="address-line1"
        withAsterisk
        {...form.getInputProps("address")}
      />
      <TextInput label="Street address 2" autoComplete="address-line2" {...form.getInputProps("address_2")} />
      <TextInput label="City" autoComplete="address-level2" withAsterisk {...form.getInputProps("city")} />
      <NativeSelect
        label="State"
        data={stateList}
        autoComplete="address-level1"
        withAsterisk
        {...form.getInputProps("state")}
      />
      <div className={classes.pair}>
        <TextInput
          label="Postal code"
          autoComplete="postal-code"
          inputMode="numeric"
          withAsterisk
          {...form.getInputProps("postal_code")}
        />
        <TextInput label="Country" value="US" readOnly />
      </div>
    </>
  );
}

const dashboard = "/dashboard";
const redirectAfterMs = 5_000;

/** Confirms the registration, then redirects to the dashboard. */
function RegistrationDone() {
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    heading.current?.focus();
    const timer = setTimeout(() => navigate(dashboard), redirectAfterMs);
    return () => clearTimeout(timer);
  }, [navigate]);

  return (
    <Stack align="center" gap="sm" ta="center">
      <IconCircleCheck size={56} stroke={1.4} aria-hidden />
      <Title order={1} fz={28} lh={1.2} ref={heading} tabIndex={-1}>
        You're all set
      </Title>
      <Text role="status">You will be redirected to the dashboard in a few seconds.</Text>
      <Anchor component={Link} to={dashboard}>
        Go to the dashboard now
      </Anchor>
    </Stack>
  );
}
