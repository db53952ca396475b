import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { events } from "#core/event.ts";
import { Id } from "#core/fields.ts";
import { staff } from "#core/people.ts";

/* Apart from the other calls, because the menu's count is in every first view. */

export const leadCounts = calls("leadCounts", {
  views: {
    method: "GET",
    path: "/leads/counts",
    allow: staff,
    supportAccess: "reads",
    about:
      "Counts the location's open leads: all, the caller's, those nobody has answered, and those without an owner.",
    data: z.object({
      open: z.number(),
      mine: z.number(),
      untouched: z.number(),
      unassigned: z.number(),
      /** False: the location never had a lead. */
      has_any: z.boolean(),
    }),
  },
});

export const leadEvents = events({
  changed: {
    event: "lead-changed",
    to: "location",
    about: "Leads were received, changed, moved, assigned or deleted. target_id is the lead, or null for several.",
    payload: z.object({ target_id: z.nullable(Id) }),
  },
});
