import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { CsvFile, Id, Instant, optionalFlag, optionalText } from "#core/fields.ts";
import { managers, staff } from "#core/people.ts";
import { leadReaches } from "#domains/leads/fields.ts";
import { scopeFields } from "../contract.ts";

/** Leads by the furthest step that they have reached by now; each step is a part of the one before. */
export const LeadCounts = z.object({
  leads: z.number(),
  contacted: z.number(),
  set: z.number(),
  shown: z.number(),
  sold: z.number(),
  /** The median of business seconds until the first answer; null without answers. */
  speed_to_lead: z.nullable(z.number()),
});
export type LeadCounts = z.infer<typeof LeadCounts>;

/** The leads of one source. */
export const SourceLeads = z.extend(LeadCounts, {
  /** Empty for leads without one. */
  source: z.string(),
  /** Cents that were entered for it, each month's spread over its days; null for nothing. */
  spend: z.nullable(z.number()),
  /** Cents; null without spend, or without leads. */
  cost_per_lead: z.nullable(z.number()),
});
export type SourceLeads = z.infer<typeof SourceLeads>;

/** How many sources are listed. */
export const mostSources = 50;

export const LeadSummary = z.object({
  ...LeadCounts.shape,
  /** The period before, as far into it as now is into this one; null for a year. */
  previous: z.nullable(LeadCounts),
  /** Those with the most leads first, at most 50. */
  sources: z.array(SourceLeads),
  /** Of the other sources. */
  other_leads: z.number(),
  /** By day or hour: leads, and those of them that were contacted by now. */
  charts: z.object({ at: z.array(z.string()), leads: z.array(z.number()), serviced: z.array(z.number()) }),
  /** The first and the last day in the location's time zone: `2026-11-21`. */
  first_day: z.string(),
  last_day: z.string(),
});
export type LeadSummary = z.infer<typeof LeadSummary>;

/** A lead behind a figure. */
export const CountedLead = z.object({
  id: Id,
  received_at: Instant,
  /** Empty when neither customer nor inquiry says one. */
  name: z.string(),
  stage: z.string(),
  /** Empty without one. */
  owner: z.string(),
  source: z.string(),
  location: z.string(),
  /** Business seconds until its first answer; null without one. */
  seconds: z.nullable(z.number()),
});
export type CountedLead = z.infer<typeof CountedLead>;

export const leadFigures = calls("leadFigures", {
  summary: {
    method: "POST",
    path: "/dashboard/leads",
    allow: staff,
    about:
      "The leads received in a period, by source and by what they have reached since: contacted, appointment set, shown and sold. Duplicates and spam don't count.",
    body: z.object(scopeFields),
    data: LeadSummary,
    supportAccess: "reads",
    ownTransactions: true,
  },
  rows: {
    method: "POST",
    path: "/dashboard/leads/dt",
    allow: staff,
    about: "The leads behind one figure, page by page: exactly as many as the figure says.",
    table: true,
    body: z.object({
      ...scopeFields,
      reached: z._default(z.enum(leadReaches, { error: "Select one of the figures" }), "lead"),
      source: z._default(optionalText(100), ""),
      /** 1: leads without a source. */
      no_source: optionalFlag,
    }),
    data: CountedLead,
    supportAccess: "reads",
    ownTransactions: true,
  },
  export: {
    method: "POST",
    path: "/dashboard/leads/export",
    allow: managers,
    audit: "trail",
    about: "A period's leads by source as a CSV file.",
    body: z.object(scopeFields),
    data: CsvFile,
    rate: { points: 20, seconds: 600, by: "person" },
    ownTransactions: true,
  },
});
