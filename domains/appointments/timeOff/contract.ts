import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { chosenId, Id, Instant, optionalText } from "#core/fields.ts";
import { staff } from "#core/people.ts";
import { LocalTime } from "#domains/appointments/calendar/contract.ts";

/** Somebody's time off, to come or not over yet. */
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
      "Adds a member's time off, from one local time of the location to another, of a year at most. Agents add their own. Appointments stay: the calendar warns of new ones.",
    body: z.object({
      user_id: chosenId("Select someone from the team"),
      starts: LocalTime,
      ends: LocalTime,
      reason: optionalText(100),
    }),
    data: z.object({ id: Id, appointments: z.number() }),
    successMessage: "Time off added",
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
