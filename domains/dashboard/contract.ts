import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Id, Instant, optionalText } from "#core/fields.ts";
import { staff } from "#core/people.ts";
import { periods } from "#core/periods.ts";

/** The periods that end now, and days that someone chose. */
export const dashboardPeriods = [...periods, "custom"] as const;
export type DashboardPeriod = (typeof dashboardPeriods)[number];

/** A period with its first and last day (`2026-11-21`); both are empty unless it is a custom one. */
export interface ChosenPeriod {
  readonly period: DashboardPeriod;
  readonly from: string;
  readonly to: string;
}

const figureFields = {
  todays_appointments: z.number(),
  new_messages: z.number(),
  unread_messages: z.number(),
  pending_follow_up: z.number(),
  new_contacts: z.number(),
  active_contacts: z.number(),
  cold_contacts: z.number(),
  appointment_scheduled: z.number(),
  no_response: z.number(),
  messages_sent: z.number(),
  replies_received: z.number(),
  appointments_set: z.number(),
  apps_shown: z.number(),
  opted_out: z.number(),
  active_appointments: z.number(),
  inbound_leads: z.number(),
  total_conversations: z.number(),
};
export type FigureCounts = { readonly [K in keyof typeof figureFields]: number };

/** Parts of charts; like the specification's figures they open their rows. */
const chartPartFields = {
  leads_serviced: z.number(),
  leads_untouched: z.number(),
  contacts_by_staff: z.number(),
  contacts_imported: z.number(),
  appointments_in_period: z.number(),
  appointments_in_person: z.number(),
  appointments_virtual: z.number(),
  appointments_pending: z.number(),
  appointments_no_show: z.number(),
};
export type ChartPartCounts = { readonly [K in keyof typeof chartPartFields]: number };

/** Steps of the funnel, each a part of the one before; people who opted out are a part of those texted. */
const funnelFields = {
  people_texted: z.number(),
  people_replied: z.number(),
  people_scheduled: z.number(),
  people_shown: z.number(),
  people_opted_out: z.number(),
};
export type FunnelCounts = { readonly [K in keyof typeof funnelFields]: number };
export const funnelFigures = Object.keys(funnelFields) as (keyof FunnelCounts)[];

/** Every number that opens its rows. */
export const figureKeys = [
  ...(Object.keys(figureFields) as (keyof FigureCounts)[]),
  ...(Object.keys(chartPartFields) as (keyof ChartPartCounts)[]),
  ...funnelFigures,
  "average_response_time" as const,
];
export type FigureKey = (typeof figureKeys)[number];

/** One value per day or hour of the chart. */
const SeriesValues = z.array(z.number());

/** What the figures of the period before were, as far into it as now is into this one; for custom days, of as many before. */
const PreviousFigures = z.object({
  from: Instant,
  to: Instant,
  new_messages: z.number(),
  new_contacts: z.number(),
  appointment_scheduled: z.number(),
  inbound_leads: z.number(),
  /** Of the same weekday a week ago. */
  todays_appointments: z.number(),
  average_response_time: z.string(),
});
export type PreviousFigures = z.infer<typeof PreviousFigures>;

/** How the conversations stood at the end of the period before. */
const ContactsBefore = z.object({
  from: Instant,
  to: Instant,
  active_contacts: z.number(),
  cold_contacts: z.number(),
  no_response: z.number(),
});
export type ContactsBefore = z.infer<typeof ContactsBefore>;

export const Dashboard = z.object({
  ...figureFields,
  /** The conversations that hold the unread messages: what the inbox counts as unread. */
  unread_conversations: z.number(),
  /** The median of the business's response times: `4m`, `1h 5m`. */
  average_response_time: z.string(),
  parts: z.object(chartPartFields),
  charts: z.object({
    /** Days (`2026-11-21`), or hours of today (`2026-11-21 09`), in the location's time zone. */
    at: z.array(z.string()),
    leads: SeriesValues,
    serviced: SeriesValues,
    received: SeriesValues,
    sent: SeriesValues,
    pending: SeriesValues,
    completed: SeriesValues,
    no_show: SeriesValues,
    /** Replies by the customer's wait in business hours. */
    replied_in_5_minutes: SeriesValues,
    replied_in_30_minutes: SeriesValues,
    replied_later: SeriesValues,
  }),
  /** Null for a year, which has no year before it to compare with in most businesses. */
  previous: z.nullable(PreviousFigures),
  period: z.enum(dashboardPeriods),
  /** The first and the last day in the location's time zone: `2026-11-21`. */
  first_day: z.string(),
  last_day: z.string(),
  from: Instant,
  as_of: Instant,
});
export type Dashboard = z.infer<typeof Dashboard>;

export const scopeFields = {
  period: z._default(z.enum(dashboardPeriods, { error: "Select one of the periods" }), "today"),
  /** The days of a custom period (`2026-11-21`), both included, at most 366; not read for another period. */
  from: z._default(optionalText(10), ""),
  to: z._default(optionalText(10), ""),
  /** `all`: the owner's locations together. */
  location: z._default(z.enum(["acting", "all"], { error: "Select the location, or all of them" }), "acting"),
};

/** A counted row: a message, a conversation, a customer, an appointment or an answer. */
export const DrillDownRow = z.object({
  id: Id,
  at: z.nullable(Instant),
  customer_name: z.string(),
  /** The links; null when the customer is deleted or belongs to another location than the acting one. */
  customer_id: z.nullable(Id),
  chat_id: z.nullable(Id),
  what: z.string(),
  /** The member's name; empty without one. */
  who: z.string(),
  location: z.string(),
});
export type DrillDownRow = z.infer<typeof DrillDownRow>;

export const dashboard = calls("dashboard", {
  figures: {
    method: "POST",
    path: "/dashboard",
    allow: staff,
    about:
      "A period's figures (default: today) at the acting location, or for the owner at all locations, counted from live rows.",
    body: z.object(scopeFields),
    data: Dashboard,
    supportAccess: "reads",
    ownTransactions: true,
  },
  contactsBefore: {
    method: "POST",
    path: "/dashboard/before",
    allow: staff,
    about:
      "How many contacts were active, cold and without response in the period before, read from its messages; null for a year.",
    body: z.object(scopeFields),
    data: z.object({ previous: z.nullable(ContactsBefore) }),
    supportAccess: "reads",
    ownTransactions: true,
  },
  campaignTexts: {
    method: "POST",
    path: "/dashboard/campaigns",
    allow: staff,
    about: "How many campaign texts were sent in a period. No other figure includes them.",
    body: z.object(scopeFields),
    data: z.object({ sent: z.number() }),
    supportAccess: "reads",
    ownTransactions: true,
  },
  funnel: {
    method: "POST",
    path: "/dashboard/funnel",
    allow: staff,
    about:
      "How many people were texted in a period, and how many of these replied, got an appointment and showed up; campaign texts don't count.",
    body: z.object(scopeFields),
    data: z.object(funnelFields),
    supportAccess: "reads",
    ownTransactions: true,
  },
  drillDown: {
    method: "POST",
    path: "/dashboard/dt",
    allow: staff,
    about: "The rows behind one figure, page by page: exactly as many as the figure says.",
    table: true,
    body: z.object({ ...scopeFields, figure: z.enum(figureKeys, { error: "Select one of the figures" }) }),
    data: DrillDownRow,
    supportAccess: "reads",
    ownTransactions: true,
  },
});
