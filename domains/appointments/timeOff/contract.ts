import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { chosenId, Id, Instant, optionalText, sent } from "#core/fields.ts";
import { staff } from "#core/people.ts";
import { LocalTime } from "#domains/appointments/calendar/contract.ts";
import { Appointment } from "#domains/appointments/contract.ts";

/** Someone's time off, to come or not over yet. */
const TimeOff = z.object({
  id: Id,
  user_id: Id,
  /** The member's name. */
  name: z.string(),
  starts_at: Instant,
  ends_at: Instant,
  reason: z.string(),
});
export type TimeOff = z.infer<typeof TimeOff>;

/** The most appointments that a refusal lists. */
export const mostListed = 50;

/** Comes with the 409 for time off in which the person has appointments: those at this location. */
export const AppointmentsInTimeOff = z.object({
  reason: z.literal("appointments"),
  appointments: z.array(Appointment),
});
export type AppointmentsInTimeOff = z.infer<typeof AppointmentsInTimeOff>;

const span = { starts: LocalTime, ends: LocalTime, reason: optionalText(100) };

export const timeOff = calls("timeOff", {
  list: {
    method: "GET",
    path: "/timeOff",
    allow: staff,
    supportAccess: "reads",
    about: "The time off of the location's team that isn't over, earliest first. At most 500.",
    data: z.array(TimeOff),
  },
  add: {
    method: "POST",
    path: "/timeOff/add",
    allow: staff,
    audit: "trail",
    about:
      "Adds a member's time off, from one local time of the location to another, of a year at most. Agents add their own. 409 with the person's appointments in that time: they must be moved first. After that, no one can assign them any.",
    body: z.object({
      user_id: chosenId("Select someone from the team"),
      ...span,
    }),
    data: z.object({ id: Id }),
    successMessage: "Time off added",
  },
  update: {
    method: "POST",
    path: "/timeOff/update/{id}",
    allow: staff,
    audit: "trail",
    about: "Changes a member's time off, under the same conditions. Agents change their own.",
    params: z.object({ id: Id }),
    body: z.object({ ...span, reason: sent(span.reason) }),
    data: z.object({ id: Id }),
    successMessage: "Time off saved",
  },
  remove: {
    method: "DELETE",
    path: "/timeOff/delete/{id}",
    allow: staff,
    audit: "trail",
    about: "Removes a member's time off. Agents remove their own.",
    params: z.object({ id: Id }),
    successMessage: "Time off removed",
  },
});
