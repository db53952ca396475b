import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Id, Instant } from "#core/fields.ts";
import { owner } from "#core/people.ts";
import { periods } from "#core/periods.ts";
import { appointmentStatuses } from "#domains/appointments/contract.ts";

/** The dashboard's periods, plus all time and last month. */
export const boardPeriods = ["all", "lastMonth", ...periods] as const;
export type BoardPeriod = (typeof boardPeriods)[number];

/** The period of a body; `first` is the default. */
export function periodField(first: BoardPeriod) {
  return z._default(z.enum(boardPeriods, { error: "Select one of the periods" }), first);
}

/** The leads of the period that a member owns now, by what they have reached since. */
export const leadFields = {
  leads: z.number(),
  leads_contacted: z.number(),
  leads_set: z.number(),
  leads_shown: z.number(),
  leads_sold: z.number(),
  /** The median of business seconds until their first answer; null without answers. */
  speed_to_lead: z.nullable(z.number()),
};

/** A number of the board that opens its rows. */
export const boardFigures = ["all_appointments", "todays_appointments", "messages_answered"] as const;
export type BoardFigure = (typeof boardFigures)[number];

export const LeaderboardRow = z.object({
  id: Id,
  /** The position in the list, by rank and then by name. */
  no: z.number(),
  name_initials: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** First and last name. */
  name: z.string(),
  all_appointments: z.number(),
  todays_appointments: z.number(),
  messages_answered: z.number(),
  /** Business seconds; null without answers. */
  median_first_response: z.nullable(z.number()),
  /** Formatted: `4m`, `1h 5m`; empty for null. */
  median_first_response_text: z.string(),
  /** Ties share a rank. */
  rank: z.number(),
  ...leadFields,
});
export type LeaderboardRow = z.infer<typeof LeaderboardRow>;

/** What the members of a location did together. */
const TeamFigures = z.object({
  all_appointments: z.number(),
  todays_appointments: z.number(),
  messages_answered: z.number(),
  /** Business seconds; null without answers. */
  median_first_response: z.nullable(z.number()),
});
export type TeamFigures = z.infer<typeof TeamFigures>;

/** A counted row: an appointment, an answer, a message or a chat. */
export const CountedRow = z.object({
  id: Id,
  at: Instant,
  /** Null for a deleted customer, who can't be opened. */
  customer_id: z.nullable(Id),
  customer_name: z.string(),
  /** Null without a conversation. */
  chat_id: z.nullable(Id),
  /** The appointment's title, or the text. */
  what: z.string(),
  /** The member whose row it is. */
  who: z.string(),
  /** Appointments only. */
  status: z.nullable(z.literal(appointmentStatuses)),
  /** Answers only: the customer's wait in business seconds. */
  seconds: z.nullable(z.number()),
});
export type CountedRow = z.infer<typeof CountedRow>;

const period = periodField("all");

export const leaderboard = calls("leaderboard", {
  board: {
    method: "POST",
    path: "/leaderboard",
    allow: owner,
    supportAccess: "reads",
    about: "The acting location's members and their results in a period, best first.",
    body: z.object({ period }),
    data: z.object({ leaderboard_data: z.array(LeaderboardRow) }),
  },
  table: {
    method: "POST",
    path: "/leaderboard/dt",
    allow: owner,
    supportAccess: "reads",
    about: "The same, page by page.",
    table: true,
    body: z.object({ period }),
    data: LeaderboardRow,
  },
  team: {
    method: "POST",
    path: "/leaderboard/team",
    allow: owner,
    supportAccess: "reads",
    about: "What the acting location's members did together in a period, and in the one before.",
    body: z.object({ period }),
    data: z.object({
      members: z.number(),
      figures: TeamFigures,
      /** Null for all time and for a year. Today's appointments are those of the same weekday a week ago. */
      previous: z.nullable(TeamFigures),
    }),
  },
  teamRows: {
    method: "POST",
    path: "/leaderboard/team/dt",
    allow: owner,
    supportAccess: "reads",
    about: "The rows behind one of the team's numbers, newest first.",
    table: true,
    body: z.object({ figure: z.enum(boardFigures, { error: "Select one of the figures" }), period }),
    data: CountedRow,
  },
  drillDown: {
    method: "POST",
    path: "/leaderboard/{member_id}/dt",
    allow: owner,
    supportAccess: "reads",
    about: "The rows behind one of a member's numbers, newest first.",
    table: true,
    params: z.object({ member_id: Id }),
    body: z.object({ figure: z.enum(boardFigures, { error: "Select one of the figures" }), period }),
    data: CountedRow,
  },
});
