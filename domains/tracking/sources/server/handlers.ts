import { csvOf } from "#core/csv.ts";
import { orNotFound } from "#core/failure.ts";
import { type ColumnTypes, rowsAsQuery } from "#core/server/rowsAsQuery.ts";
import type { Handlers, StaffContext } from "#core/server/serve.ts";
import { type TableRules, tablePage } from "#core/server/table.ts";
import { sourcesOf } from "#domains/locations/callSettings/server/public.ts";
import { locationById } from "#domains/locations/server/public.ts";
import type { SourceFigures, sourceReport } from "../contract.ts";
import { readDollars } from "../fields.ts";
import { costOf, mainLine, monthAt, monthRange, nameOfSource } from "../rules.ts";
import { type CountedSource, countBySource, saveSpend, spendOf } from "./store.ts";

export const sourceReportHandlers: Handlers<typeof sourceReport> = {
  async table(context, { body }) {
    const { rows } = await reportOf(context, body.month);
    return tablePage(context.db, rowsAsQuery(context.db, rows, columns), body, rules);
  },

  async saveSpend(context, { body }) {
    const { db, scope, audit } = context;
    const { month } = await monthOf(context, body.month);
    const { source } = body;
    const cents = readDollars(body.spend);
    await saveSpend(db, scope, { source, month, cents });
    const detail = { source, month, cents: cents ?? "removed" };
    await audit({ action: "changed what a source cost", subject: "location", subject_id: scope.location_id, detail });
    return null;
  },

  async export(context, { body }) {
    const { rows, month } = await reportOf(context, body.month);
    await context.audit({ action: "exported", subject: "call sources", detail: { rows: rows.length, month } });
    return { file_name: `sources-${month}.csv`, csv: csvOf([header, ...rows.map(csvRow)]) };
  },
};

/** The month asked for, else the current one, and its zone. */
async function monthOf({ db, scope, now }: StaffContext, asked: string) {
  const { time_zone } = orNotFound(await locationById(db, scope.dealer_id, scope.location_id));
  return { month: asked || monthAt(now(), time_zone), time_zone };
}

/** The location's sources, and others that something came through or was spent on, with their figures. */
async function reportOf(context: StaffContext, asked: string): Promise<{ rows: SourceFigures[]; month: string }> {
  const { db, scope } = context;
  const { month, time_zone } = await monthOf(context, asked);
  const counted = await countBySource(db, scope, monthRange(month, time_zone));
  const spend = await spendOf(db, scope, month);
  const known = await sourcesOf(db, scope);
  const names = [...new Set([...known, mainLine, ...counted.map(({ source }) => source), ...spend.keys()])];
  const rows = names.map((source) => {
    const figures = counted.find((one) => one.source === source) ?? { ...nothing, source };
    const spent = spend.get(source) ?? null;
    const { leads, shown } = figures;
    return { ...figures, spend: spent, cost_per_lead: costOf(spent, leads), cost_per_shown: costOf(spent, shown) };
  });
  return { rows, month };
}

const nothing: Omit<CountedSource, "source"> = {
  calls: 0,
  answered: 0,
  texts: 0,
  leads: 0,
  new_leads: 0,
  appointments: 0,
  shown: 0,
};

const columns: ColumnTypes<SourceFigures> = {
  source: "text",
  calls: "integer",
  answered: "integer",
  texts: "integer",
  leads: "integer",
  new_leads: "integer",
  appointments: "integer",
  shown: "integer",
  spend: "bigint",
  cost_per_lead: "bigint",
  cost_per_shown: "bigint",
};

const rules: TableRules<SourceFigures> = {
  sortable: ["source", "calls", "texts", "leads", "new_leads", "appointments", "shown", "spend", "cost_per_lead"],
  texts: ["source"],
  searchable: ["source"],
  order: [
    ["leads", "desc"],
    ["source", "asc"],
  ],
};

const header = [
  "Source",
  "Calls",
  "Answered",
  "Texts",
  "Leads",
  "New leads",
  "Appointments",
  "Shown",
  "Spend",
  "Cost per lead",
  "Cost per shown",
];

const csvRow = (row: SourceFigures) => [
  nameOfSource(row.source),
  ...[row.calls, row.answered, row.texts, row.leads, row.new_leads, row.appointments, row.shown].map(String),
  ...[row.spend, row.cost_per_lead, row.cost_per_shown].map((cents) =>
    cents === null ? "" : (cents / 100).toFixed(2),
  ),
];
