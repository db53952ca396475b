import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Flag, Id, Instant, inOrder, wholeNumber } from "#core/fields.ts";
import { staff } from "#core/people.ts";
import { Appointment, chosenFilters, firstDay, isDay, lastDay } from "#domains/appointments/contract.ts";
import { DoubtfulTime, HostBusy, optionalHost } from "#domains/appointments/fields.ts";

/** The most days of a view, and the most appointments that it holds. */
export const mostDays = 7;
export const mostEntries = 2_000;

const dayText = `Select a day from ${firstDay} to ${lastDay}`;
const Day = z.string({ error: dayText }).check(inOrder([isDay, dayText]));

const isLocalTime = (text: string) =>
  /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d$/.test(text) && isDay(text.slice(0, 10));
const timeText = "Select a day and a time";
/** A time at the location: `2026-11-24T14:15`. */
export const LocalTime = z.string({ error: timeText }).check(inOrder([isLocalTime, timeText]));

/** A member's absence, as the calendar shows it. */
const Absence = z.object({ id: Id, user_id: Id, starts_at: Instant, ends_at: Instant, reason: z.string() });

const moved = {
  params: z.object({ id: Id }),
  data: z.object({ id: Id, version: z.number() }),
};
const version = wholeNumber(1, 2_147_483_647, "Reload the appointment");

export const appointmentCalendar = calls("appointmentCalendar", {
  view: {
    method: "POST",
    path: "/appointments/calendar",
    allow: staff,
    supportAccess: "reads",
    about: `The appointments of up to ${mostDays} days of the location, earliest first, under the table's filters, with business hours and who is off. At most ${mostEntries} of them.`,
    body: z.object({ day: Day, days: wholeNumber(1, mostDays, `Select 1 to ${mostDays} days`), ...chosenFilters }),
    data: z.object({
      appointments: z.array(Appointment),
      /** There are more than were sent. */
      is_more: z.boolean(),
      /** Of each day, in minutes after midnight; null when closed. */
      hours: z.array(z.nullable(z.object({ opens: z.number(), closes: z.number() }))),
      time_off: z.array(Absence),
    }),
  },
  move: {
    ...moved,
    method: "POST",
    path: "/appointments/move/{id}",
    allow: staff,
    audit: "trail",
    about:
      "Moves an appointment to other local times of its location, or to another host (left out: the same; empty: no one in particular). 409 with the appointments in the way when the host has another then, without any when they are off, and when it was changed since version. Outside business hours, in the past, or while the customer has another: 409 with warnings, until confirmed is 1. A new start time clears the customer's confirmation.",
    body: z.object({
      starts: LocalTime,
      ends: LocalTime,
      host_id: optionalHost(),
      version,
      /** 1: also against the warnings. */
      confirmed: z._default(Flag, 0),
    }),
    successMessage: "Appointment moved",
  },
  undoMove: {
    ...moved,
    method: "POST",
    path: "/appointments/undoMove/{id}",
    allow: staff,
    audit: "trail",
    about:
      "Undoes an appointment's last move, restoring its confirmation and status, unless it was changed since. Refuses when the earlier time is no longer free.",
    body: z.object({ version }),
    successMessage: "Appointment moved back",
  },
});

/** What may come with a 409 of a move. */
export const MoveRefusal = z.union([HostBusy, DoubtfulTime]);
export type MoveRefusal = z.infer<typeof MoveRefusal>;
