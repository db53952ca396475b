import { Button, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { type FormEvent, useState } from "react";
import { formatPhone } from "#core/phone.ts";
import { formatInstant } from "#core/web/time/useTime.ts";
import type { SimulatorRefusal, SimulatorRegistrar, SimulatorSubmission } from "#simulator/registrations.ts";
import classes from "./Calls.module.css";
import { FailureAlert } from "./FailureAlert.tsx";
import { FormBesideList, PolledList } from "./FormBesideList.tsx";
import { fieldErrorsOf, usePolledQuery, usePost } from "./simulatorApi.ts";

const kinds = { brand: "Business", campaign: "Campaign", verification: "Toll-free number" } as const;

const states = {
  pending: "waits for a reviewer",
  in_review: "is being read",
  approved: "approved",
  refused: "refused",
  suspended: "suspended",
} as const;

/** Plays the carriers' reviewers. */
export function Registrations() {
  const registrar = usePolledQuery<SimulatorRegistrar>("registrar");
  const submissions = usePolledQuery<SimulatorSubmission[]>("registrations");
  return (
    <FormBesideList>
      <div className={classes.form}>
        <FailureAlert error={registrar.error} />
        {registrar.data && <RegistrarForm registrar={registrar.data} />}
      </div>
      <PolledList title="Submissions" rows={submissions} none="Nothing has been submitted yet.">
        {(submission) => (
          <SubmissionCard key={submission.id} submission={submission} refusals={registrar.data?.refusals ?? []} />
        )}
      </PolledList>
    </FormBesideList>
  );
}

const fields = [
  ["approve_seconds", "Approve after (seconds)", "Leave empty to decide each one yourself."],
  ["busy_answers", "Throttle the next steps", "So many are answered “too many requests”."],
  ["lost_answers", "Lose the next answers", "The steps are taken, but Rooftop isn’t told."],
  ["lost_requests", "Lose the next requests", "The steps never arrive."],
] as const;

function RegistrarForm({ registrar }: { registrar: SimulatorRegistrar }) {
  const form = useForm({
    initialValues: Object.fromEntries(fields.map(([key]) => [key, String(registrar[key] ?? "")])),
  });
  const post = usePost("registrar", () => form.resetDirty());
  const left = fields.slice(1).reduce((sum, [key]) => sum + Number(registrar[key]), 0);

  function submit(event: FormEvent) {
    event.preventDefault();
    post.mutate(form.values, { onError: (error) => form.setErrors(fieldErrorsOf(error)) });
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {fields.map(([key, label, description]) => (
          <TextInput
            key={key}
            label={label}
            description={description}
            inputMode="numeric"
            {...form.getInputProps(key)}
          />
        ))}
        <FailureAlert error={post.error} />
        <Group>
          <Button type="submit" loading={post.isPending}>
            Save
          </Button>
          <Text size="sm" c="dimmed">
            {left === 0 ? "No faults are waiting." : `Faults waiting: ${left}`}
          </Text>
        </Group>
      </Stack>
    </form>
  );
}

interface Props {
  submission: SimulatorSubmission;
  refusals: readonly SimulatorRefusal[];
}

/** One submission with what a reviewer reads, and what they decide. */
function SubmissionCard({ submission, refusals }: Props) {
  const { id, kind, number, brand_name, state, code, round, submitted_at, decide_at } = submission;
  const [reason, setReason] = useState("");
  const post = usePost(`registrations/${id}`, () => {});
  const title = `${kinds[kind]}: ${number ? formatPhone(number) : brand_name}`;
  const words = refusals.find((refusal) => refusal.code === code)?.words;
  const decide = (action: string, more: object = {}) => post.mutate({ action, ...more });
  return (
    <article className={classes.card} aria-label={title}>
      <Text fw={600}>{title}</Text>
      <Text size="sm">
        {states[state]}
        {code && `: ${words ?? code}`} · {formatInstant(submitted_at, "dateTime")}
        {round > 1 && ` · attempt ${round}`}
        {decide_at && ` · approved automatically ${formatInstant(decide_at, "dateTime")}`}
      </Text>
      {linesOf(submission).map((line) => (
        <Text key={line} size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }} dir="auto">
          {line}
        </Text>
      ))}
      <Group gap="xs" align="flex-end">
        <Button variant="default" size="compact-sm" disabled={state === "approved"} onClick={() => decide("approve")}>
          Approve
        </Button>
        <Button variant="default" size="compact-sm" disabled={state === "suspended"} onClick={() => decide("suspend")}>
          Suspend
        </Button>
        <Button variant="default" size="compact-sm" disabled={state === "in_review"} onClick={() => decide("again")}>
          Review again
        </Button>
      </Group>
      <Group gap="xs" align="flex-end">
        <NativeSelect
          label="Refuse because"
          size="xs"
          value={reason}
          data={[
            { value: "", label: "Select a reason" },
            ...refusals.map((one) => ({ value: one.code, label: one.words })),
          ]}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <Button
          variant="default"
          size="compact-sm"
          disabled={reason === ""}
          onClick={() => decide("refuse", { code: reason })}
        >
          Refuse
        </Button>
      </Group>
      <FailureAlert error={post.error} />
    </article>
  );
}

/** What was submitted, without what is empty. */
function linesOf(submission: SimulatorSubmission): string[] {
  const { kind, legal_name, website, address, representative, description, message_flow, samples } = submission;
  const business = [legal_name, website, address, representative];
  const texts = [description, message_flow, ...samples, submission.privacy_url, submission.terms_url];
  const lines = kind === "brand" ? business : kind === "campaign" ? texts : [...business, ...texts];
  return [...new Set(lines.filter(Boolean))];
}
