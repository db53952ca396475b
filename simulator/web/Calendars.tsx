import { Button, Group, Text } from "@mantine/core";
import type { SimulatorCalendar, SimulatorEvent } from "#simulator/calendars.ts";
import { AccountFaults } from "./AccountFaults.tsx";
import { AccountPanel, AppLink } from "./AccountPanel.tsx";
import classes from "./Calls.module.css";
import { FailureAlert } from "./FailureAlert.tsx";
import { PolledList } from "./FormBesideList.tsx";
import { OwnEventForm } from "./OwnEventForm.tsx";
import { usePolledQuery, usePost } from "./simulatorApi.ts";

/** Plays team members in their own calendars. */
export function Calendars() {
  return (
    <AccountPanel<SimulatorCalendar>
      tab="calendars"
      path="calendars"
      parameter="calendar"
      label="Calendar"
      nameOf={({ account, used_by }) => `${account} (${used_by === "" ? "not connected" : used_by})`}
      none={
        <>
          Nobody has connected a calendar yet. In the app, open{" "}
          <AppLink to="/virtual?calendar">Your own calendar</AppLink> and connect it there.
        </>
      }
      controls={(calendar) => (
        <>
          <CalendarFaults calendar={calendar} />
          <OwnEventForm calendar={calendar.id} />
        </>
      )}
      list={({ id }) => <EventList calendar={id} />}
    />
  );
}

function CalendarFaults({ calendar }: { calendar: SimulatorCalendar }) {
  const { id, holds_rooms } = calendar;
  const rooms = {
    isOn: holds_rooms,
    note: "Google Meet links are held back.",
    begin: "Hold Meet links back",
    end: "Give Meet links",
    change: { holds_rooms: !holds_rooms },
  };
  return <AccountFaults path={`calendars/${id}`} account={calendar} more={[rooms]} />;
}

function EventList({ calendar }: { calendar: number }) {
  const events = usePolledQuery<SimulatorEvent[]>(`events?calendar=${calendar}`);
  return (
    <PolledList title="Events" rows={events} none="This calendar is empty.">
      {(event) => <EventCard key={event.id} event={event} calendar={calendar} />}
    </PolledList>
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
      <FailureAlert error={remove.error} />
    </article>
  );
}
