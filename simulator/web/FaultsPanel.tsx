import { Button, Checkbox, Group, Stack, Text, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { FormEvent } from "react";
import { formatPhone } from "#core/phone.ts";
import type { SimulatorFault } from "#simulator/contract.ts";
import { FailureAlert } from "./FailureAlert.tsx";
import { keyboardScrollable } from "./keyboardScrollable.ts";
import classes from "./SimulatorPage.module.css";
import { fieldErrorsOf, usePolledQuery, usePost } from "./simulatorApi.ts";

const textFields = [
  [
    "answer_delay",
    "Respond to a send after (milliseconds)",
    "From 20,000 on, Rooftop stops waiting and the response is lost.",
  ],
  ["delay", "Delay reports and texts by (milliseconds)", "Delivery reports and incoming texts."],
  ["duplicate", "Repeat each report (times)", "A carrier may repeat itself."],
  ["refuse", "Refuse with a carrier error code", "21610 opted out, 21211 no number, 20429 busy, 30005 fails later …"],
] as const;
const switches = [
  ["lose", "Delivery reports get lost"],
  ["shuffle", "Delivery reports arrive in the wrong order"],
  ["lose_answer", "The text is accepted, but the response is lost"],
  ["lose_request", "The send request is lost before it reaches the carrier"],
] as const;
const labels: Record<string, string> = Object.fromEntries(
  [...textFields, ...switches].map(([key, label]) => [key, label]),
);

const initialValues = {
  phone: "",
  answer_delay: "",
  delay: "",
  duplicate: "",
  refuse: "",
  lose: false,
  shuffle: false,
  lose_answer: false,
  lose_request: false,
};

/** Injects faults into the simulated carrier to test how Rooftop copes. */
export function FaultsPanel() {
  const faults = usePolledQuery<SimulatorFault[]>("faults");
  const form = useForm({ initialValues });
  const post = usePost("faults", () => form.reset());

  function submit(event: FormEvent) {
    event.preventDefault();
    const filled = Object.fromEntries(Object.entries(form.values).filter(([, value]) => value !== ""));
    post.mutate(filled, { onError: (error) => form.setErrors(fieldErrorsOf(error)) });
  }

  return (
    <section className={classes.scrolled} {...keyboardScrollable} aria-label="Faults">
      <Stack maw="34rem" mx="auto">
        <Title order={2} size="h4">
          Active faults
        </Title>
        <FailureAlert error={faults.error} />
        {faults.data?.length === 0 && <Text c="dimmed">No faults.</Text>}
        {faults.data?.map((fault) => (
          <Group key={fault.phone} justify="space-between" wrap="nowrap" align="flex-start">
            <Text size="sm">
              <strong>{fault.phone ? formatPhone(fault.phone) : "All phones"}</strong>: {describeFault(fault)}
            </Text>
            <Button
              variant="default"
              size="compact-sm"
              flex="none"
              aria-label={`Clear the faults of ${fault.phone ? formatPhone(fault.phone) : "all phones"}`}
              onClick={() => post.mutate({ phone: fault.phone })}
            >
              Clear
            </Button>
          </Group>
        ))}
        {faults.data && faults.data.length > 1 && (
          <Button variant="default" onClick={() => post.mutate({ reset: true })}>
            Everything works again
          </Button>
        )}
        <Title order={2} size="h4">
          Simulate a fault
        </Title>
        <FailureAlert error={post.error} />
        <form onSubmit={submit} noValidate>
          <Stack gap="sm">
            <TextInput
              label="Phone"
              description="Leave empty for all phones without a fault of their own"
              type="tel"
              autoComplete="off"
              {...form.getInputProps("phone")}
            />
            {textFields.map(([key, label, description]) => (
              <TextInput
                key={key}
                label={label}
                description={description}
                inputMode="numeric"
                {...form.getInputProps(key)}
              />
            ))}
            {switches.map(([key, label]) => (
              <Checkbox key={key} label={label} {...form.getInputProps(key, { type: "checkbox" })} />
            ))}
            <Group>
              <Button type="submit" loading={post.isPending}>
                Set
              </Button>
            </Group>
          </Stack>
        </form>
      </Stack>
    </section>
  );
}

function describeFault({ phone: _phone, ...fault }: SimulatorFault): string {
  const activeFaults = Object.entries(fault).filter(([, value]) => value);
  return activeFaults.map(([key, value]) => (value === true ? labels[key] : `${labels[key]}: ${value}`)).join("; ");
}
