import { Button, Group, Text, TextInput, UnstyledButton } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useSearchParams } from "react-router";
import { formatPhone } from "#core/phone.ts";
import { formatInstant } from "#core/web/time/useTime.ts";
import { parsePhone, type SimulatorPhone } from "#simulator/contract.ts";
import { FailureAlert } from "./FailureAlert.tsx";
import { Handset } from "./Handset.tsx";
import classes from "./SimulatorPage.module.css";
import { usePolledQuery } from "./simulatorApi.ts";

/** The list of phones and the open one. */
export function Phones() {
  const [searchParams, setSearchParams] = useSearchParams();
  const phones = usePolledQuery<SimulatorPhone[]>("phones");
  const open = searchParams.get("phone") ?? undefined;
  const pick = (phone: string | undefined) => setSearchParams(phone ? { phone } : {});
  return (
    <div className={classes.panes} data-open={open !== undefined}>
      <nav className={classes.list} aria-label="Phones">
        <PickPhone onPick={pick} />
        <FailureAlert error={phones.error} />
        {phones.data?.length === 0 && (
          <Text size="sm" c="dimmed" p="sm">
            No texts yet. Text a customer in Rooftop, or write from any phone.
          </Text>
        )}
        <ul>
          {phones.data?.map(({ phone, last }) => (
            <li key={phone}>
              <UnstyledButton className={classes.row} aria-current={phone === open} onClick={() => pick(phone)}>
                <Group justify="space-between" wrap="nowrap">
                  <Text fw={600}>{formatPhone(phone)}</Text>
                  <Text size="xs" c="dimmed">
                    {formatInstant(last.at, "time")}
                  </Text>
                </Group>
                <Text size="sm" c="dimmed" truncate>
                  {last.direction === "from_phone" ? "You: " : ""}
                  {last.body || "Picture"}
                </Text>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      </nav>
      <section className={classes.open} aria-label="The phone in your hand">
        {open ? (
          <Handset key={open} phone={open} onClose={() => pick(undefined)} />
        ) : (
          <Text c="dimmed" p="md">
            Select a phone to see what its owner sees.
          </Text>
        )}
      </section>
    </div>
  );
}

function PickPhone({ onPick }: { onPick: (phone: string) => void }) {
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  function submit(event: FormEvent) {
    event.preventDefault();
    const phone = parsePhone(typed);
    setError(phone ? undefined : "Enter a number such as (909)555-0123.");
    if (!phone) return;
    setTyped("");
    onPick(phone);
  }
  return (
    <form onSubmit={submit} noValidate>
      <Group align="flex-end" wrap="nowrap" gap="xs">
        <TextInput
          flex={1}
          label="Any phone"
          type="tel"
          autoComplete="off"
          placeholder="(909)555-0123"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={error !== undefined}
          aria-describedby={error ? "phone-error" : undefined}
        />
        <Button type="submit" variant="default">
          Pick
        </Button>
      </Group>
      {error && (
        <Text id="phone-error" role="alert" size="sm" c="var(--mantine-color-error)" mt={4}>
          {error}
        </Text>
      )}
    </form>
  );
}
