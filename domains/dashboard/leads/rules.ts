import { daysLater } from "#core/wallTime.ts";
import type { LeadReach } from "#domains/leads/fields.ts";
import { costOf, monthLater } from "#domains/tracking/sources/rules.ts";
import { percentOf } from "../rules.ts";
import type { LeadCounts, SourceLeads } from "./contract.ts";

/** The steps of a lead, each with the one before. */
export const leadSteps = ["leads", "contacted", "set", "shown", "sold"] as const;
export type LeadStep = (typeof leadSteps)[number];

/** What the leads of a step have done. */
export const reachOf: Record<LeadStep, LeadReach> = {
  leads: "lead",
  contacted: "contacted",
  set: "set",
  shown: "shown",
  sold: "sold",
};

export const stepDefinitions: Record<LeadStep | "speed_to_lead", { label: string; sentence: string }> = {
  leads: {
    label: "Leads",
    sentence: "Leads received in the period. Duplicates and spam don't count.",
  },
  contacted: {
    label: "Contacted",
    sentence:
      "Of these, leads that someone has answered since, or moved to a stage that counts as contacted or beyond.",
  },
  set: { label: "Set", sentence: "Of these, leads that have had an appointment since." },
  shown: { label: "Shown", sentence: "Of these, leads whose customer has come in since." },
  sold: { label: "Sold", sentence: "Of these, leads that are closed as sold now." },
  speed_to_lead: {
    label: "Speed to lead",
    sentence:
      "Half of these leads got their first answer from a person faster than this. Time outside business hours and automatic answers don't count.",
  },
};

/** A step's share of the step before and of all leads, in whole percent; none for the leads themselves, and without leads. */
export function ratesOf(counts: LeadCounts, step: LeadStep): { ofBefore: number; ofAll: number } | undefined {
  const before = leadSteps[leadSteps.indexOf(step) - 1];
  if (before === undefined || counts.leads === 0) return undefined;
  return { ofBefore: percentOf(counts[step], counts[before]), ofAll: percentOf(counts[step], counts.leads) };
}

/** What was spent in a month, in cents. */
export interface MonthSpend {
  readonly source: string;
  /** `2026-11` */
  readonly month: string;
  readonly cents: number;
}

/** The share of a month's days that lie between two days, both included. */
export function shareOfMonth(month: string, first: string, last: string): number {
  const [start, next] = [`${month}-01`, `${monthLater(month, 1)}-01`];
  const days = daysBetween(start, next);
  const from = first > start ? first : start;
  const end = daysLater(last, 1);
  const to = end < next ? end : next;
  return Math.max(0, daysBetween(from, to)) / days;
}

const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

/**
 * Sources with what they cost: a spend belongs to the source of its name, whatever its case, and to the one with the most
 * leads if there are several; a source that was paid for without any leads is listed, too.
 */
export function withSpend(
  sources: readonly (LeadCounts & { readonly source: string })[],
  spends: readonly MonthSpend[],
  { first, last }: { readonly first: string; readonly last: string },
): SourceLeads[] {
  const spent = new Map<string, { source: string; cents: number }>();
  for (const { source, month, cents } of spends) {
    const key = source.toLowerCase();
    const share = cents * shareOfMonth(month, first, last);
    const known = spent.get(key);
    spent.set(key, { source: known?.source ?? source, cents: (known?.cents ?? 0) + share });
  }
  const rows = [...sources].sort(mostLeads).map((counts): SourceLeads => {
    const key = counts.source.toLowerCase();
    const found = spent.get(key);
    spent.delete(key);
    const spend = found ? Math.round(found.cents) : null;
    return {
      ...counts,
      spend,
      cost_per_lead: costOf(spend, counts.leads),
    };
  });
  const unanswered = [...spent.values()].map(({ source, cents }) => ({
    ...noLeads,
    source,
    spend: Math.round(cents),
    cost_per_lead: null,
  }));
  return [...rows, ...unanswered.sort((one, other) => other.spend - one.spend)];
}

const mostLeads = (one: { leads: number; source: string }, other: { leads: number; source: string }) =>
  other.leads - one.leads || (one.source < other.source ? -1 : 1);

export const noLeads: LeadCounts = { leads: 0, contacted: 0, set: 0, shown: 0, sold: 0, speed_to_lead: null };
