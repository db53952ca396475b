import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Instant } from "#core/fields.ts";
import { operator } from "#core/people.ts";

const periodFields = { today: z.number(), week: z.number(), month: z.number() };

/** Counts since the beginning of the operator's day, week and month. */
const PeriodCounts = z.object(periodFields);

/** The platform's figures, counted live. */
export const Figures = z.object({
  clients: z.object({ ...periodFields, all: z.number() }),
  texts_in: PeriodCounts,
  texts_out: PeriodCounts,
  failures: PeriodCounts,
  /** Texts and emails that campaigns handed over; the texts above leave them out. */
  campaign_texts: PeriodCounts,
  campaign_emails: PeriodCounts,
  numbers: z.object({
    assigned: z.number(),
    /** Locations that requested a number and have none yet. */
    requested: z.number(),
    /** Purchases without a final outcome. */
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
