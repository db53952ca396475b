import { Alert, Button, Group, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { FormEvent } from "react";
import { fieldErrorsOf, usePost } from "./simulatorApi.ts";

/** What the browser's field calls an instant: `2026-11-24T10:00`, by its own clocks. */
function localTime(at: Date): string {
  const padded = (value: number) => String(value).padStart(2, "0");
  const day = [at.getFullYear(), padded(at.getMonth() + 1), padded(at.getDate())].join("-");
  return `${day}T${padded(at.getHours())}:${padded(at.getMinutes())}`;
}

function tomorrowAt(hour: number): string {
  const at = new Date();
  at.setDate(at.getDate() + 1);
  at.setHours(hour, 0, 0, 0);
  return localTime(at);
}

/** Adds something else that the calendar's owner does. */
export function OwnEventForm({ calendar }: { calendar: number }) {
  const form = useForm({ initialValues: { title: "Dentist", starts_at: tomorrowAt(13), ends_at: tomorrowAt(14) } });
  const send = usePost("events", () => {});
  const fields = fieldErrorsOf(send.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { title, starts_at, ends_at } = form.values;
    const instant = (typed: string) => (typed === "" ? "" : new Date(typed).toISOString());
    send.mutate({ calendar, title, starts_at: instant(starts_at), ends_at: instant(ends_at) });
  };
  return (
    <form onSubmit={submit} noValidate style={{ display: "grid", gap: "var(--mantine-spacing-sm)" }}>
      {send.error && Object.keys(fields).length === 0 && (
        <Alert color="red" role="alert">
          {send.error.message}
        </Alert>
      )}
      <TextInput label="Title" autoComplete="off" {...form.getInputProps("title")} error={fields.title} />
      <TextInput type="datetime-local" label="Begins" {...form.getInputProps("starts_at")} error={fields.starts_at} />
      <TextInput type="datetime-local" label="Ends" {...form.getInputProps("ends_at")} error={fields.ends_at} />
      <Group>
        <Button type="submit" loading={send.isPending}>
          Add a busy time
        </Button>
      </Group>
    </form>
  );
}
