import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { CsvFile, inOrder, optionalText, required, sent } from "#core/fields.ts";
import { managers, owner, staff } from "#core/people.ts";
import { dollars, isMonth } from "./fields.ts";

/** What came through a source in a month, and what it cost. */
export const SourceFigures = z.object({
  /** Empty for the location's main line. */
  source: z.string(),
  /** Incoming calls but spam, and those of them that someone answered. */
  calls: z.number(),
  answered: z.number(),
  texts: z.number(),
  /** People who called or texted, each once; and those of whom nothing had come before. */
  leads: z.number(),
  new_leads: z.number(),
  /** Appointments made in the month by people who last came through this source, within 30 days before; the main line has those of people who came through no other. */
  appointments: z.number(),
  /** Those of them who came. */
  shown: z.number(),
  /** What was typed for the month, in cents; null for nothing. */
  spend: z.nullable(z.number()),
  /** Cents for each of the leads, and for each who came; null without spend, or without any. */
  cost_per_lead: z.nullable(z.number()),
  cost_per_shown: z.nullable(z.number()),
});
export type SourceFigures = z.infer<typeof SourceFigures>;

const month = z._default(
  optionalText(7).check(inOrder([(text) => text === "" || isMonth(text), "Select a month from the list"])),
  "",
);

export const sourceReport = calls("sourceReport", {
  table: {
    method: "POST",
    path: "/call-tracking/sources/dt",
    allow: staff,
    supportAccess: "reads",
    about:
      "What came to the acting location through each source in a month (`2026-11`; empty: the current one) of its time zone: calls, texts, people, the appointments that followed and who came, and the cost of each, based on the spend entered.",
    table: true,
    body: z.object({ month }),
    data: SourceFigures,
  },
  saveSpend: {
    method: "POST",
    path: "/call-tracking/sources/spend",
    allow: owner,
    audit: "trail",
    about: "Sets what a source cost in a month, in dollars; empty removes it.",
    body: z.object({ source: required("Select a source", 40), month, spend: sent(dollars) }),
    successMessage: "Spend saved",
  },
  export: {
    method: "POST",
    path: "/call-tracking/sources/export",
    allow: managers,
    audit: "trail",
    about: "A month's report as a CSV file.",
    body: z.object({ month }),
    data: CsvFile,
    rate: { points: 20, seconds: 600, by: "person" },
  },
});
