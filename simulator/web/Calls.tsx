import { Alert, Button, Group, NativeSelect, Text, TextInput, Title } from "@mantine/core";
import { IconPhone } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { useSearchParams } from "react-router";
import { formatPhone } from "#core/phone.ts";
import type { SimulatorCall, SimulatorNumber } from "#simulator/contract.ts";
import { CallCard } from "./CallCard.tsx";
import classes from "./Calls.module.css";
import { keyboardScrollable } from "./keyboardScrollable.ts";
import page from "./SimulatorPage.module.css";
import { fieldErrorsOf, usePolledQuery, usePost } from "./simulatorApi.ts";

/** Starts calls to dealerships from any phone and plays the people at both ends. */
export function Calls() {
  const calls = usePolledQuery<SimulatorCall[]>("calls");
  return (
    <div className={page.scrolled} {...keyboardScrollable}>
      <div className={classes.calls}>
        <CallForm />
        <section aria-label="Calls" className={classes.list}>
          <Title order={2} size="h4">
            Calls
          </Title>
          {calls.error && <Alert color="red">{calls.error.message}</Alert>}
          {calls.data?.length === 0 && <Text c="dimmed">Nobody has called yet.</Text>}
          {calls.data?.toReversed().map((call) => (
            <CallCard key={call.id} call={call} />
          ))}
        </section>
      </div>
    </div>
  );
}

function CallForm() {
  const [searchParams] = useSearchParams();
  const numbers = usePolledQuery<SimulatorNumber[]>("numbers");
  const [from, setFrom] = useState(searchParams.get("from") ?? "");
  const [selected, setSelected] = useState<string>();
  const start = usePost("calls", () => {});
  const to = selected ?? numbers.data?.[0]?.number ?? "";
  const fields = fieldErrorsOf(start.error);
  function submit(event: FormEvent) {
    event.preventDefault();
    start.mutate({ from, to });
  }
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      {start.error && Object.keys(fields).length === 0 && (
        <Alert color="red" role="alert">
          {start.error.message}
        </Alert>
      )}
      <TextInput
        label="Call from"
        type="tel"
        autoComplete="off"
        placeholder="(909)555-0123"
        value={from}
        error={fields.from}
        onChange={({ currentTarget }) => setFrom(currentTarget.value)}
      />
      <NativeSelect
        label="Dealership"
        value={to}
        error={fields.to ?? (numbers.data?.length === 0 && "No dealership has a number yet.")}
        onChange={({ currentTarget }) => setSelected(currentTarget.value)}
        data={(numbers.data ?? []).map((row) => ({
          value: row.number,
          label: `${row.business_name}, ${row.location} · ${formatPhone(row.number)}`,
        }))}
      />
      <Group>
        <Button type="submit" loading={start.isPending} leftSection={<IconPhone size={16} aria-hidden />}>
          Call
        </Button>
      </Group>
    </form>
  );
}
