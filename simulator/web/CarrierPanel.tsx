import { Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { FormEvent } from "react";
import { countText } from "#core/count.ts";
import { formatPhone } from "#core/phone.ts";
import type { SimulatorCarrier } from "#simulator/contract.ts";
import { FailureAlert } from "./FailureAlert.tsx";
import { keyboardScrollable } from "./keyboardScrollable.ts";
import classes from "./SimulatorPage.module.css";
import { fieldErrorsOf, usePolledQuery, usePost } from "./simulatorApi.ts";

const phones = "Whole numbers, or last digits such as 07";
const textFields = [
  ["segments_per_second", "Segments per second", "For each of our numbers. A real local number sends 1."],
  [
    "queue_limit",
    "Segments in a number's queue, at most",
    "Leave empty for no limit. A real local number holds 36,000.",
  ],
  ["filtered_percent", "Blocked as spam (percent)", "These texts fail with 30007."],
  ["off", "Phones that are switched off", `Texts fail with 30003. ${phones}.`],
  ["out_of_service", "Numbers out of service", `Texts fail with 30005. ${phones}.`],
  ["landlines", "Landlines", `Texts fail with 30006. ${phones}.`],
] as const;
const whenFull = [
  { value: "refuse", label: "Refuse the text at once (21611)" },
  { value: "fail_later", label: "Accept it, then fail it (30001)" },
];

/** How the simulated carrier works: how fast it sends, what it blocks and whom it can't reach. */
export function CarrierPanel() {
  const carrier = usePolledQuery<SimulatorCarrier>("carrier");
  return (
    <section className={classes.scrolled} {...keyboardScrollable} aria-label="Carrier">
      <Stack maw="34rem" mx="auto">
        <Title order={2} size="h4">
          Carrier
        </Title>
        <FailureAlert error={carrier.error} />
        {carrier.data && <Backlog carrier={carrier.data} />}
        {carrier.data && <CarrierForm carrier={carrier.data} />}
      </Stack>
    </section>
  );
}

function Backlog({ carrier: { queues, held_reports } }: { readonly carrier: SimulatorCarrier }) {
  if (queues.length === 0 && held_reports === 0) return <Text c="dimmed">Nothing is waiting at the carrier.</Text>;
  return (
    <Stack gap={4}>
      {queues.map(({ number, segments }) => (
        <Text key={number} size="sm">
          <strong>{formatPhone(number)}</strong>: {countText(segments)} {segments === 1 ? "segment" : "segments"} in the
          queue
        </Text>
      ))}
      {held_reports > 0 && (
        <Text size="sm">
          <strong>{countText(held_reports)}</strong> delivery {held_reports === 1 ? "report" : "reports"} on hold
        </Text>
      )}
    </Stack>
  );
}

function toForm(carrier: SimulatorCarrier) {
  const { segments_per_second, queue_limit, filtered_percent, when_full, hold_reports, shuffle_reports } = carrier;
  return {
    segments_per_second: String(segments_per_second),
    queue_limit: queue_limit === null ? "" : String(queue_limit),
    filtered_percent: String(filtered_percent),
    off: carrier.off.join(", "),
    out_of_service: carrier.out_of_service.join(", "),
    landlines: carrier.landlines.join(", "),
    when_full,
    hold_reports,
    shuffle_reports,
  };
}

function CarrierForm({ carrier }: { readonly carrier: SimulatorCarrier }) {
  const form = useForm({ initialValues: toForm(carrier) });
  const post = usePost("carrier", () => {});
  const save = (values: object) =>
    post.mutate(values, {
      onSuccess: (saved) => {
        const values = toForm(saved as SimulatorCarrier);
        form.setValues(values);
        form.resetDirty(values);
        form.clearErrors();
      },
      onError: (error) => form.setErrors(fieldErrorsOf(error)),
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save(form.values);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <FailureAlert error={post.error} inForm />
        {textFields.map(([key, label, description]) => (
          <TextInput key={key} label={label} description={description} {...form.getInputProps(key)} />
        ))}
        <NativeSelect label="When the queue is full" data={whenFull} {...form.getInputProps("when_full")} />
        <Checkbox label="Hold delivery reports" {...form.getInputProps("hold_reports", { type: "checkbox" })} />
        <Checkbox
          label="Deliver reports out of order"
          {...form.getInputProps("shuffle_reports", { type: "checkbox" })}
        />
        <Group>
          <Button type="submit" loading={post.isPending}>
            Save
          </Button>
          <Button variant="default" onClick={() => save({})}>
            Reset to defaults
          </Button>
          {post.isSuccess && !form.isDirty() && (
            <Text size="sm" role="status">
              Saved
            </Text>
          )}
        </Group>
      </Stack>
    </form>
  );
}
