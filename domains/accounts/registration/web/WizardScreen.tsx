import { Anchor, Button, Group, Progress, Stack, Text, Title } from "@mantine/core";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { Navigate } from "react-router";
import { useCall } from "#core/web/call/useCall.ts";
import { useSession } from "#core/web/session/session.ts";
import { useLogout } from "#domains/accounts/web/public.tsx";
import { registration } from "../contract.ts";
import { AddressFields } from "./AddressFields.tsx";
import { RegistrationDone } from "./RegistrationDone.tsx";
import { Tiles } from "./Tiles.tsx";
import { useWizard } from "./useWizard.ts";
import classes from "./WizardScreen.module.css";
import { lastStep, progressPercent, wizardSteps } from "./wizardSteps.ts";

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
