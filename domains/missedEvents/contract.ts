import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { wholeNumber } from "#core/fields.ts";
import { everyRole } from "#core/people.ts";

/** With more missed events than this, the browser refetches everything instead. */
export const maxMissedEvents = 200;

const Seq = wholeNumber(0, Number.MAX_SAFE_INTEGER, "Enter the number of the last event");

/** An event's id, its sequence within the dealer, and the sequence of the previous event of the same room. */
export const EventPositionSchema = z.object({
  id: z.number(),
  seq: z.number(),
  to: z.enum(["dealer", "location", "user"]),
  after: z.number(),
});

/** The last event sequences of the dealer's, the location's and the user's room; 0 without events. */
export const LastSequencesSchema = z.object({ dealer: z.number(), location: z.number(), user: z.number() });

export const live = calls("live", {
  since: {
    method: "POST",
    path: "/events/since",
    allow: everyRole,
    audit: "none: it only reads",
    about:
      "The realtime events that a browser missed, oldest first: in each room, those after its last sequence number. Kept for an hour; `complete` 0: there were too many, so fetch everything again.",
    withoutLocation: true,
    body: z.object({ dealer: Seq, location: Seq, user: Seq }),
    data: z.object({
      events: z.array(
        z.object({ event: z.string(), payload: z.record(z.string(), z.unknown()), mark: EventPositionSchema }),
      ),
      heads: LastSequencesSchema,
      complete: z.literal([0, 1]),
    }),
    rate: { points: 120, seconds: 60, by: "person" },
  },
});
