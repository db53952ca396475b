import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { events } from "#core/event.ts";
import { Instant, optionalText, required } from "#core/fields.ts";
import { staff } from "#core/people.ts";
import { calendarStates } from "./fields.ts";

/** The caller's own calendar, as it is connected. */
export const ConnectedCalendar = z.object({
  state: z.enum(calendarStates),
  /** Whose it is, as the provider names it. */
  account: z.string(),
  /** What went wrong last, and what to do; empty after a success. */
  problem: z.string(),
  /** When its busy times were last read; null for never. */
  read_at: z.nullable(Instant),
  /** Coming meetings of the acting location that its owner deleted there by hand, or that it doesn't take. */
  deleted: z.number(),
  refused: z.number(),
});
export type ConnectedCalendar = z.infer<typeof ConnectedCalendar>;

export const connectedCalendar = calls("connectedCalendar", {
  get: {
    method: "GET",
    path: "/meetings/calendar",
    allow: staff,
    about: "The calendar that the caller's meetings are written into and whose busy times are read; null without one.",
    data: z.object({
      /** What can be connected: Google Calendar, a simulated one, or nothing until the operator sets it up. */
      provider: z.enum(["google", "simulator", "none"]),
      calendar: z.nullable(ConnectedCalendar),
    }),
  },
  begin: {
    method: "POST",
    path: "/meetings/calendar/connect",
    allow: staff,
    audit: "none: it only leads to the provider, which asks for consent",
    about:
      "Where the caller lets us into their calendar. What they come back with is good once, for this session alone, for a quarter of an hour.",
    data: z.object({ url: z.string() }),
    rate: { points: 30, seconds: 900, by: "person" },
  },
  finish: {
    method: "POST",
    path: "/meetings/calendar/connected",
    allow: staff,
    audit: "trail",
    about:
      "Exchanges what the provider sent the caller back with for lasting access. From then on the meetings that they host are written into the calendar.",
    ownTransactions: true,
    body: z.object({
      state: required("Start again from your meetings", 400),
      code: optionalText(2000),
    }),
    successMessage: "Calendar connected",
    rate: { points: 30, seconds: 900, by: "person" },
  },
  disconnect: {
    method: "DELETE",
    path: "/meetings/calendar",
    allow: staff,
    audit: "trail",
    about:
      "Ends the access at the provider, and forgets it with everything that was read. What is in the calendar stays there.",
    successMessage: "Calendar disconnected",
  },
});

export const connectedCalendarEvents = events({
  changed: {
    event: "own-calendar-changed",
    to: "user",
    about: "The person's connected calendar was read or written, or couldn't be.",
    payload: z.object({}),
  },
});
