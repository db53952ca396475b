import type { TableQuery } from "#core/call.ts";
import { orNotFound } from "#core/failure.ts";
import type { TimeRange } from "#core/periods.ts";
import { type ColumnTypes, rowsAsQuery } from "#core/server/rowsAsQuery.ts";
import type { Handlers, StaffContext } from "#core/server/serve.ts";
import { tablePage } from "#core/server/table.ts";
import { initialsOf } from "#domains/accounts/rules.ts";
import { leadsByOwner } from "#domains/dashboard/leads/server/public.ts";
import { durationText } from "#domains/dashboard/rules.ts";
import { locationById } from "#domains/locations/server/public.ts";
import { memberById, membersAt } from "#domains/team/server/public.ts";
import type { BoardFigure, BoardPeriod, LeaderboardRow, leaderboard, TeamFigures } from "../contract.ts";
import { boardRange, leadColumnsOf, previousBoardRange, rankScores, todayRange } from "../rules.ts";
import {
  answersByMember,
  appointmentsByMember,
  countedAnswers,
  countedAppointments,
  countedPage,
  medianOfMembers,
} from "./store.ts";

export const leaderboardHandlers: Handlers<typeof leaderboard> = {
  async board(context, { body: { period } }) {
    return { leaderboard_data: await boardOf(context, period) };
  },

  async table(context, { body }) {
    const rows = await boardOf(context, body.period);
    return tablePage(context.db, rowsAsQuery(context.db, rows, columns), body, {
      sortable: ["name", ...numbers, "median_first_response", "rank", ...leadNumbers],
      texts: ["name"],
      searchable: ["name", ...numbers, "median_first_response_text", "rank"],
      order: [["no", "asc"]],
    });
  },

  async team(context, { body: { period } }) {
    const { db, scope, now } = context;
    const time_zone = await zoneAt(context);
    const member_ids = (await membersAt(db, scope)).map(({ id }) => id);
    const figuresIn = async (made: TimeRange, today: TimeRange): Promise<TeamFigures> => {
      const ids = new Set(member_ids);
      const appointments = (await appointmentsByMember(db, scope, made, today)).filter((row) => ids.has(row.user_id));
      const answers = (await answersByMember(db, scope, made)).filter((row) => ids.has(row.user_id));
      return {
        all_appointments: appointments.reduce((sum, row) => sum + row.all_appointments, 0),
        todays_appointments: appointments.reduce((sum, row) => sum + row.todays_appointments, 0),
        messages_answered: answers.reduce((sum, row) => sum + row.messages_answered, 0),
        median_first_response: await medianOfMembers(db, scope, made, member_ids),
      };
    };
    const before = previousBoardRange(period, now(), time_zone);
    return {
      members: member_ids.length,
      figures: await figuresIn(boardRange(period, now(), time_zone), todayRange(now(), time_zone)),
      previous: before ? await figuresIn(before, todayRange(now(), time_zone, -7)) : null,
    };
  },

  async teamRows(context, { body }) {
    const members = await membersAt(context.db, context.scope);
    return rowsOf(
      context,
      members.map(({ id }) => id),
      body,
    );
  },

  async drillDown(context, { params: { member_id }, body }) {
    orNotFound(await memberById(context.db, context.scope, member_id));
    return rowsOf(context, [member_id], body);
  },
};

/** The rows behind a number of some members. */
async function rowsOf(
  context: StaffContext,
  member_ids: readonly number[],
  body: TableQuery & { readonly figure: BoardFigure; readonly period: BoardPeriod },
) {
  const { db, scope } = context;
  const { made, today } = await rangesOf(context, body.period);
  const rows = {
    all_appointments: () => countedAppointments(db, scope, member_ids, "created", made),
    todays_appointments: () => countedAppointments(db, scope, member_ids, "datetime", today),
    messages_answered: () => countedAnswers(db, scope, member_ids, made),
  };
  return countedPage(db, rows[body.figure](), body);
}

const numbers = ["all_appointments", "todays_appointments", "messages_answered"] as const;

const leadNumbers = ["leads", "leads_contacted", "leads_set", "leads_shown", "leads_sold", "speed_to_lead"] as const;

const columns: ColumnTypes<LeaderboardRow> = {
  id: "bigint",
  no: "integer",
  name_initials: "text",
  first_name: "text",
  last_name: "text",
  name: "text",
  all_appointments: "integer",
  todays_appointments: "integer",
  messages_answered: "integer",
  median_first_response: "integer",
  median_first_response_text: "text",
  rank: "integer",
  leads: "integer",
  leads_contacted: "integer",
  leads_set: "integer",
  leads_shown: "integer",
  leads_sold: "integer",
  speed_to_lead: "integer",
};

async function zoneAt({ db, scope }: StaffContext): Promise<string> {
  return orNotFound(await locationById(db, scope.dealer_id, scope.location_id)).time_zone;
}

/** The period and the current day in the location's zone. */
async function rangesOf(context: StaffContext, period: BoardPeriod) {
  const { now } = context;
  const time_zone = await zoneAt(context);
  return { made: boardRange(period, now(), time_zone), today: todayRange(now(), time_zone) };
}

/** Everyone who works at the acting location, including members without activity. */
async function boardOf(context: StaffContext, period: BoardPeriod): Promise<LeaderboardRow[]> {
  const { db, scope } = context;
  const { made, today } = await rangesOf(context, period);
  const appointments = byMember(await appointmentsByMember(db, scope, made, today));
  const answers = byMember(await answersByMember(db, scope, made));
  const leads = byMember(await leadsByOwner(db, scope, made));
  const members = await membersAt(db, scope);
  const scores = members.map(({ id, first_name, last_name }) => ({
    id,
    first_name,
    last_name,
    name: `${first_name} ${last_name}`.trim(),
    name_initials: initialsOf(first_name, last_name),
    all_appointments: appointments.get(id)?.all_appointments ?? 0,
    todays_appointments: appointments.get(id)?.todays_appointments ?? 0,
    messages_answered: answers.get(id)?.messages_answered ?? 0,
    median_first_response: answers.get(id)?.median_first_response ?? null,
    ...leadColumnsOf(leads.get(id)),
  }));
  return rankScores(scores).map((row) => ({ ...row, median_first_response_text: waitText(row.median_first_response) }));
}

const waitText = (seconds: number | null) => (seconds === null ? "" : durationText(seconds));

function byMember<Row extends { readonly user_id: number }>(rows: readonly Row[]): Map<number, Row> {
  return new Map(rows.map((row) => [row.user_id, row]));
}
