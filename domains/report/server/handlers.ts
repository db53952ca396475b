import { csvOf } from "#core/csv.ts";
import { orNotFound } from "#core/failure.ts";
import { type ColumnTypes, rowsAsQuery } from "#core/server/rowsAsQuery.ts";
import type { Handlers } from "#core/server/serve.ts";
import { type TableRules, tablePage } from "#core/server/table.ts";
import { countedLeadPage } from "#domains/dashboard/leads/server/public.ts";
import { boardRange } from "#domains/leaderboard/rules.ts";
import { countedAnswers, countedAppointments, countedPage } from "#domains/leaderboard/server/public.ts";
import { membersAt } from "#domains/team/server/public.ts";
import { type ReportRow, type report, reportFigures } from "../contract.ts";
import { csvHeader, csvRow, totalsOf } from "../rules.ts";
import { readAtLocation, readReport, readReportBefore, reportLocations } from "./readReport.ts";
import { countedChats, countedReceived, countedSent } from "./store.ts";

export const reportHandlers: Handlers<typeof report> = {
  async table(context, { body }) {
    const rows = await readReport(context, body.period, context.ports.clock.now());
    return context.within.readOnly(context.scope, context.origin, ({ db }) =>
      tablePage(db, rowsAsQuery(db, rows, columns), body, rules),
    );
  },

  async totals(context, { body: { period } }) {
    const now = context.ports.clock.now();
    const [rows, before] = [await readReport(context, period, now), await readReportBefore(context, period, now)];
    return { figures: totalsOf(rows), previous: before && totalsOf(before) };
  },

  async drillDown(context, { params: { member_id }, body }) {
    const { figure, period, at_location_id = context.scope.location_id } = body;
    const rooftop = orNotFound((await reportLocations(context)).find(({ id }) => id === at_location_id));
    const range = boardRange(period, context.ports.clock.now(), rooftop.time_zone);
    return readAtLocation(context, rooftop, async (db, place) => {
      const rows = {
        assign_to: () => countedChats(db, place, member_id),
        message_received: () => countedReceived(db, place, member_id, range),
        message_sent: () => countedSent(db, place, member_id, range),
        messages_answered: () => countedAnswers(db, place, [member_id], range),
        appointments_set: () => countedAppointments(db, place, [member_id], "created", range),
      };
      const page = await countedPage(db, rows[figure](), body);
      // Without rows the member must at least work there; otherwise there is no such member.
      if (page.recordsTotal === 0) orNotFound((await membersAt(db, place)).find(({ id }) => id === member_id));
      return page;
    });
  },

  async leadRows(context, { params: { member_id }, body }) {
    const { reached, period, at_location_id = context.scope.location_id } = body;
    const rooftop = orNotFound((await reportLocations(context)).find(({ id }) => id === at_location_id));
    const range = boardRange(period, context.ports.clock.now(), rooftop.time_zone);
    return readAtLocation(context, rooftop, async (db, scope) => {
      const page = await countedLeadPage(db, { scope, range, reached, owner_id: member_id }, body);
      if (page.recordsTotal === 0) orNotFound((await membersAt(db, scope)).find(({ id }) => id === member_id));
      return page;
    });
  },

  async export(context, { body: { period, search } }) {
    const { within, scope, origin } = context;
    const all = await readReport(context, period, context.ports.clock.now());
    return within(scope, origin, async ({ db, now, audit }) => {
      const { rows } = await tablePage(db, rowsAsQuery(db, all, columns), allRowsQuery(search, all.length), rules);
      await audit({ action: "exported", subject: "report", detail: { period, search, rows: rows.length } });
      const file_name = `report-${period}-${now().toISOString().slice(0, 10)}.csv`;
      return { file_name, csv: csvOf([csvHeader, ...rows.map(csvRow)]) };
    });
  },
};

const columns: ColumnTypes<ReportRow> = {
  id: "bigint",
  user_name: "text",
  location_id: "bigint",
  location: "text",
  time_zone: "text",
  is_here: "integer",
  assign_to: "integer",
  message_received: "integer",
  message_sent: "integer",
  messages_answered: "integer",
  median_first_response: "integer",
  appointments_set: "integer",
  leads: "integer",
  leads_contacted: "integer",
  leads_set: "integer",
  leads_shown: "integer",
  leads_sold: "integer",
  speed_to_lead: "integer",
};

const leadNumbers = ["leads", "leads_contacted", "leads_set", "leads_shown", "leads_sold", "speed_to_lead"] as const;

const rules: TableRules<ReportRow> = {
  sortable: ["user_name", "location", ...reportFigures, "median_first_response", ...leadNumbers],
  texts: ["user_name", "location"],
  searchable: ["user_name", "location"],
  order: [
    ["user_name", "asc"],
    ["location", "asc"],
    ["id", "asc"],
    ["location_id", "asc"],
  ],
};

/** Reads all rows of a table as one page. */
const allRowsQuery = (value: string, length: number) => ({
  draw: 0,
  start: 0,
  length,
  order: [],
  columns: [],
  search: { value },
});
