import { Alert, Anchor, Button, Group, NativeSelect, Stack, Text, Title } from "@mantine/core";
import { useSearchParams } from "react-router";
import type { SimulatorCalendar, SimulatorEvent } from "#simulator/calendars.ts";
import classes from "./Calls.module.css";
import { keyboardScrollable } from "./keyboardScrollable.ts";
import { OwnEventForm } from "./OwnEventForm.tsx";
import page from "./SimulatorPage.module.css";
import { usePolledQuery, usePost } from "./simulatorApi.ts";

/** Plays team members in their own calendars. */
export function Calendars() {
  const [searchParams, setSearchParams] = useSearchParams();
  const calendars = usePolledQuery<SimulatorCalendar[]>("calendars");
  const chosen = calendars.data?.find(({ id }) => String(id) === searchParams.get("calendar")) ?? calendars.data?.[0];
  return (
    <div className={page.scrolled} {...keyboardScrollable}>
      <div className={classes.calls}>
        <div className={classes.form}>
          {calendars.error && <Alert color="red">{calendars.error.message}</Alert>}
          {calendars.data?.length === 0 && (
            <Text c="dimmed">
              Nobody has connected a calendar yet. In the app, open{" "}
              <Anchor href="/virtual?calendar" inherit underline="always">
                Your own calendar
              </Anchor>{" "}
              and connect it there.
            </Text>
          )}
          {chosen && calendars.data && (
            <>
              <NativeSelect
                label="Calendar"
                value={chosen.id}
                data={calendars.data.map((one) => ({
                  value: String(one.id),
                  label: `${one.account} (${one.used_by === "" ? "not connected" : one.used_by})`,
                }))}
                onChange={({ currentTarget }) => setSearchParams({ tab: "calendars", calendar: currentTarget.value })}
              />
              <CalendarFaults key={chosen.id} calendar={chosen} />
              <OwnEventForm key={`form ${chosen.id}`} calendar={chosen.id} />
            </>
          )}
        </div>
        {chosen && <EventList calendar={chosen.id} />}
      </div>
    </div>
  );
}

function EventList({ calendar }: { calendar: number }) {
  const events = usePolledQuery<SimulatorEvent[]>(`events?calendar=${calendar}`);
  return (
    <section aria-label="Events" className={classes.list}>
      <Title order={2} size="h4">
        Events
      </Title>
      {events.error && <Alert color="red">{events.error.message}</Alert>}
      {events.data?.length === 0 && <Text c="dimmed">This calendar is empty.</Text>}
      {events.data?.map((event) => (
        <EventCard key={event.id} event={event} calendar={calendar} />
      ))}
    </section>
  );
}

const timeText = (at: string, options: Intl.DateTimeFormatOptions) => new Date(at).toLocaleString("en-US", options);

function EventCard({ event, calendar }: { event: SimulatorEvent; calendar: number }) {
  const { id, title, location, starts_at, ends_at, room_url, is_ours } = event;
  const remove = usePost(`events/${calendar}/${id}`, () => {}, "DELETE");
  return (
    <article className={classes.card} aria-label={title}>
      <Text fw={600} dir="auto">
        {title}
      </Text>
      <Text size="sm">
        {timeText(starts_at, { dateStyle: "medium", timeStyle: "short" })} – {timeText(ends_at, { timeStyle: "short" })}
      </Text>
      {[location, room_url].filter(Boolean).map((line) => (
        <Text key={line} size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {line}
        </Text>
      ))}
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          {is_ours ? "Written by Rooftop" : "Their own"}
        </Text>
        <Button variant="default" size="compact-sm" loading={remove.isPending} onClick={() => remove.mutate({})}>
          Delete
        </Button>
      </Group>
      {remove.error && <Alert color="red">{remove.error.message}</Alert>}
    </article>
  );
}

/** What goes wrong at the calendar on purpose. */
function CalendarFaults({ calendar }: { calendar: SimulatorCalendar }) {
  const { id, is_revoked, busy_answers, holds_rooms } = calendar;
  const fault = usePost(`calendars/${id}`, () => {});
  const notes = [
    is_revoked && "Rooftop’s access is revoked.",
    busy_answers > 0 && `The next ${busy_answers} requests get “busy”.`,
    holds_rooms && "Google Meet links are held back.",
  ].filter(Boolean);
  return (
    <Stack gap="xs">
      {notes.length > 0 && (
        <Text size="sm" c="dimmed">
          {notes.join(" ")}
        </Text>
      )}
      <Group gap="xs">
        <Button variant="default" size="compact-md" onClick={() => fault.mutate({ is_revoked: !is_revoked })}>
          {is_revoked ? "Restore access" : "Revoke access"}
        </Button>
        <Button
          variant="default"
          size="compact-md"
          onClick={() => fault.mutate({ busy_answers: busy_answers > 0 ? 0 : 3 })}
        >
          {busy_answers > 0 ? "Not busy any more" : "Be busy three times"}
        </Button>
        <Button variant="default" size="compact-md" onClick={() => fault.mutate({ holds_rooms: !holds_rooms })}>
          {holds_rooms ? "Give Meet links" : "Hold Meet links back"}
        </Button>
      </Group>
      {fault.error && <Alert color="red">{fault.error.message}</Alert>}
    </Stack>
  );
}
