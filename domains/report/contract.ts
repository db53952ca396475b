import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { CsvFile, Flag, Id, optionalId, optionalText } from "#core/fields.ts";
import { managers } from "#core/people.ts";
import { CountedLead } from "#domains/dashboard/leads/contract.ts";
import { CountedRow, leadFields, periodField } from "#domains/leaderboard/contract.ts";
import { leadReaches } from "#domains/leads/fields.ts";

/** A number of the report that opens its rows. */
export const reportFigures = [
  "assign_to",
  "message_received",
  "message_sent",
  "messages_answered",
  "appointments_set",
] as const;
export type ReportFigure = (typeof reportFigures)[number];

/** What one member did at one location. */
export const ReportRow = z.object({
  /** The member's id. */
  id: Id,
  user_name: z.string(),
  location_id: Id,
  location: z.string(),
  /** The location's time zone, IANA. */
  time_zone: z.string(),
  /** 0: the member no longer works at this location but has activity there. */
  is_here: Flag,
  assign_to: z.number(),
  message_received: z.number(),
  message_sent: z.number(),
  messages_answered: z.number(),
  /** Business seconds; null without answers. */
  median_first_response: z.nullable(z.number()),
  appointments_set: z.number(),
  ...leadFields,
});
export type ReportRow = z.infer<typeof ReportRow>;

/** The team's totals, at all of the caller's locations. */
const ReportTotals = z.object({
  message_received: z.number(),
  message_sent: z.number(),
  messages_answered: z.number(),
  appointments_set: z.number(),
});
export type ReportTotals = z.infer<typeof ReportTotals>;

const period = periodField("month");

export const report = calls("report", {
  table: {
    method: "POST",
    path: "/report/dt",
    allow: managers,
    supportAccess: "reads",
    about: "Each member's activity in a period, one row for each of the caller's locations.",
    table: true,
    ownTransactions: true,
    body: z.object({ period }),
    data: ReportRow,
  },
  totals: {
    method: "POST",
    path: "/report/totals",
    allow: managers,
    supportAccess: "reads",
    about: "The sums of the report's rows, of a period and of the one before.",
    ownTransactions: true,
    body: z.object({ period }),
    data: z.object({
      figures: ReportTotals,
      /** Null for all time and for a year. */
      previous: z.nullable(ReportTotals),
    }),
  },
  drillDown: {
    method: "POST",
    path: "/report/{member_id}/dt",
    allow: managers,
    supportAccess: "reads",
    about: "The rows behind one number, newest first: at the acting location, or another of the caller's.",
    table: true,
    ownTransactions: true,
    params: z.object({ member_id: Id }),
    body: z.object({
      figure: z.enum(reportFigures, { error: "Select one of the figures" }),
      period,
      at_location_id: optionalId,
    }),
    data: CountedRow,
  },
  leadRows: {
    method: "POST",
    path: "/report/{member_id}/leads/dt",
    allow: managers,
    supportAccess: "reads",
    about:
      "The leads behind one of a member's numbers, newest first: at the acting location, or another of the caller's.",
    table: true,
    ownTransactions: true,
    params: z.object({ member_id: Id }),
    body: z.object({
      reached: z._default(z.enum(leadReaches, { error: "Select one of the figures" }), "lead"),
      period,
      at_location_id: optionalId,
    }),
    data: CountedLead,
  },
  export: {
    method: "POST",
    path: "/report/export",
    allow: managers,
    audit: "trail",
    about: "The report as CSV text: the rows that the table shows for this period and search.",
    ownTransactions: true,
    body: z.object({ period, search: z._default(optionalText(200), "") }),
    data: CsvFile,
    rate: { points: 20, seconds: 600, by: "person" },
  },
});
