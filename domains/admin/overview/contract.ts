import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { operator } from "#core/people.ts";
import { Instant } from "#core/words.ts";

const Periods = { today: z.number(), week: z.number(), month: z.number() };

/** Something that is counted since the beginning of the operator's day, week and month. */
const Counted = z.object(Periods);

/** The platform's figures, each counted from rows at this moment. */
export const Figures = z.object({
  clients: z.object({ ...Periods, all: z.number() }),
  texts_in: Counted,
  texts_out: Counted,
  failures: Counted,
  numbers: z.object({
    assigned: z.number(),
    /** Locations that asked for a number and have none yet. */
    requested: z.number(),
    /** Purchases of which nobody knows yet what became of them. */
    unsettled: z.number(),
  }),
  as_of: Instant,
});
export type Figures = z.infer<typeof Figures>;

export const overview = calls("overview", {
  figures: {
    method: "GET",
    path: "/admin/overview",
    allow: operator,
    about: "The platform's figures of today, this week (from Sunday) and this month, in Eastern Time.",
    data: Figures,
  },
});
