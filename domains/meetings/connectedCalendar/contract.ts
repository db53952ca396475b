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
      "Where the caller allows access to their calendar. What they come back with works once, in this session only, for 15 minutes.",
    data: z.object({ url: z.string() }),
    rate: { points: 30, seconds: 900, by: "person" },
  },
  finish: {
    method: "POST",
    path: "/meetings/calendar/connected",
    allow: staff,
    audit: "trail",
    about:
      "Exchanges what the provider sent the caller back with for lasting access. After that, the meetings they host are written to the calendar.",
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
      "Ends access at the provider and deletes it along with everything that was read. What is in the calendar stays there.",
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
