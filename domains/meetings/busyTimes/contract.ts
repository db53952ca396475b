import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Instant, required } from "#core/fields.ts";
import { staff } from "#core/people.ts";

const sourceState = z.object({
  /** 1: an address is set. It isn't shown again. */
  is_set: z.literal([0, 1]),
  read_at: z.nullable(Instant),
  /** What to do about the last failure, or about times that may be off; empty when all is well. */
  problem: z.string(),
});

export const calendarSource = calls("calendarSource", {
  get: {
    method: "GET",
    path: "/meetings/busy",
    allow: staff,
    about: "Whether the caller's own calendar is read for the times at which they are busy, and when it last was.",
    data: sourceState,
  },
  set: {
    method: "POST",
    path: "/meetings/busy",
    allow: staff,
    audit: "own rows",
    about:
      "Sets the private address (iCal) of the caller's own calendar. Only busy times are kept. Addresses off the public internet are refused.",
    body: z.object({ url: required("Paste your calendar's address", 2_000) }),
    data: sourceState,
    successMessage: "Calendar connected",
    rate: { points: 20, seconds: 3600, by: "person" },
  },
  remove: {
    method: "DELETE",
    path: "/meetings/busy",
    allow: staff,
    audit: "trail",
    about: "Stops reading the caller's own calendar, and forgets what was read.",
    successMessage: "Calendar disconnected",
  },
});
