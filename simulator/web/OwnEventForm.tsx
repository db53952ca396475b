import { TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { SendForm } from "./SendForm.tsx";
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
  const submit = () => {
    const { title, starts_at, ends_at } = form.values;
    const instant = (typed: string) => (typed === "" ? "" : new Date(typed).toISOString());
    send.mutate({ calendar, title, starts_at: instant(starts_at), ends_at: instant(ends_at) });
  };
  return (
    <SendForm sending={send} onSubmit={submit} action="Add a busy time">
      <TextInput label="Title" autoComplete="off" {...form.getInputProps("title")} error={fields.title} />
      <TextInput type="datetime-local" label="Begins" {...form.getInputProps("starts_at")} error={fields.starts_at} />
      <TextInput type="datetime-local" label="Ends" {...form.getInputProps("ends_at")} error={fields.ends_at} />
    </SendForm>
  );
}
