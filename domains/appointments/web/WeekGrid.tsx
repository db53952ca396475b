import "@mantine/schedule/styles.layer.css";
import { type ScheduleEventData, WeekView } from "@mantine/schedule";
import { useMemo } from "react";
import type { DataOf } from "#core/call.ts";
import type { appointmentCalendar } from "../calendar/contract.ts";
import { localOf } from "../calendar/rules.ts";
import type { Appointment } from "../contract.ts";
import { clockOf } from "../rules.ts";
import classes from "./AppointmentCalendar.module.css";
import { entriesOf, type GridEntry, shownHours } from "./calendarEntries.ts";
import { calendarTexts as texts } from "./calendarTexts.ts";
import { EntryBody } from "./EntryBody.tsx";
import look from "./HostEntry.module.css";
import { minutesOf } from "./hostColumns.ts";

interface Props {
  days: readonly string[];
  zone: string;
  view: DataOf<typeof appointmentCalendar.view>;
  /** The member whose time off is hatched. */
  host: string;
  canMove: boolean;
  onOpen: (appointment: Appointment) => void;
  onMore: (day: string) => void;
  onCreate: (at: string) => void;
  onMove: (appointment: Appointment, starts: string, ends: string) => void;
}

/** Each entry is up to ten elements. */
const mostEntries = 110;

const withSeconds = (local: string) => `${local.replace("T", " ")}:00`;
const toLocal = (shown: string) => shown.slice(0, 16).replace(" ", "T");
const hourText = (hour: number) => (hour === 24 ? "23:59:59" : `${String(hour).padStart(2, "0")}:00:00`);
const minuteText = (minutes: number) =>
  minutes >= 1440
    ? "23:59:59"
    : `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}:00`;
const shownTime = (shown: string) => clockOf(`${shown.slice(0, 10)}T${shown.slice(11, 16)}:00Z`, "UTC");

const entryOf = ({ payload }: ScheduleEventData) => payload as GridEntry;
function titleOf({ appointment, more, start }: GridEntry): string {
  if (!appointment) return texts.moreOf(more, shownTime(start));
  const title = `${shownTime(start)} ${appointment.customer_name}: ${appointment.title}`;
  const state = texts.stateOf(appointment.status, appointment.confirmed_at !== null);
  return state ? `${title}, ${state}` : title;
}

/** The appointments of a week, in the hours of the location's clock. */
export function WeekGrid({ days, zone, view, host, canMove, onOpen, onMore, onCreate, onMove }: Props) {
  const entries = useMemo(() => entriesOf(view.appointments, zone, days, mostEntries), [view, zone, days]);
  const { first, last } = shownHours(entries, view.hours);
  const events = useMemo(() => {
    const shown = entries.map<ScheduleEventData>((entry) => ({
      id: entry.id,
      title: titleOf(entry),
      start: withSeconds(entry.start),
      end: withSeconds(entry.end),
      color: "gray",
      payload: entry as unknown as Record<string, unknown>,
    }));
    const off = view.time_off
      .filter(({ user_id }) => String(user_id) === host)
      .map<ScheduleEventData>(({ id, starts_at, ends_at, reason }) => ({
        id: `off-${id}`,
        title: reason,
        start: withSeconds(localOf(starts_at, zone)),
        end: withSeconds(localOf(ends_at, zone)),
        color: "gray",
        display: "background",
      }));
    return [...off, ...shown];
  }, [entries, view.time_off, host, zone]);

  const isMovable = (event: ScheduleEventData) => canMove && !entryOf(event)?.isPart;
  const moved = ({ newStart, newEnd, event }: { newStart: string; newEnd: string; event: ScheduleEventData }) => {
    const { appointment } = entryOf(event);
    if (appointment) onMove(appointment, toLocal(newStart), toLocal(newEnd));
  };
  const spans = view.hours.map((one) => one && ([minuteText(one.opens), minuteText(one.closes)] as [string, string]));
  return (
    <WeekView
      date={days[0] ?? ""}
      firstDayOfWeek={0}
      withAllDaySlots={false}
      withWeekNumber={false}
      highlightToday
      businessHours={Object.fromEntries(spans.map((span, weekday) => [weekday, span]))}
      events={events}
      startTime={hourText(first)}
      endTime={hourText(last)}
      intervalMinutes={30}
      eventDragInterval={15}
      eventResizeInterval={15}
      slotLabelFormat="h A"
      withHeader={false}
      highlightBusinessHours
      withEventsDragAndDrop={canMove}
      withEventResize={canMove}
      canDragEvent={isMovable}
      canResizeEvent={isMovable}
      onEventDrop={moved}
      onEventResize={moved}
      getCurrentTime={() => withSeconds(localOf(new Date(), zone))}
      withCurrentTimeBubble={false}
      onTimeSlotClick={({ slotStart }) => onCreate(toLocal(slotStart))}
      getTimeSlotProps={({ start }) => ({
        "aria-label": texts.createAt(`${start.slice(0, 10)} ${shownTime(start)}`),
      })}
      onEventClick={(event) => {
        const { appointment, start } = entryOf(event);
        if (appointment) onOpen(appointment);
        else onMore(start.slice(0, 10));
      }}
      renderEventBody={(event) => {
        const entry = entryOf(event);
        if (!entry) return null;
        const { type, status } = entry.appointment ?? {};
        return (
          <span className={look.weekEntry} data-type={type} data-status={status}>
            <EntryBody entry={entry} from={minutesOf(entry.start)} to={minutesOf(entry.end)} />
          </span>
        );
      }}
      className={classes.grid}
    />
  );
}
