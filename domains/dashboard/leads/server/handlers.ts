import type { TableQuery } from "#core/call.ts";
import { csvOf } from "#core/csv.ts";
import type { Handlers } from "#core/server/serve.ts";
import { tablePage } from "#core/server/table.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { bucketsOf, daysOf, isByHour, previousRangeOf } from "../../rules.ts";
import { type FigureQuery, rangesOf } from "../../server/countFigures.ts";
import { readInScope } from "../../server/handlers.ts";
import { bucketIn } from "../../server/store.ts";
import { type LeadSummary, type leadFigures, mostSources, type SourceLeads } from "../contract.ts";
import { noLeads, withSpend } from "../rules.ts";
import { type CountedLeadFilter, countedLeads, countLeads, leadSeries, spendBetween } from "./store.ts";

export const leadFigureHandlers: Handlers<typeof leadFigures> = {
  summary: (context, { body }) => readInScope(context, body, summaryOf),

  rows: (context, { body }) =>
    readInScope(context, body, (db, query) => {
      const { reached, source, no_source } = body;
      const { range } = rangesOf(query);
      const asked = no_source === 1 ? "" : source === "" ? undefined : source;
      return countedLeadPage(db, { scope: query.scope, range, reached, source: asked }, body);
    }),

  async export(context, { body }) {
    const { within, scope, origin } = context;
    const { rows, first, last } = await readInScope(context, body, sourceRows);
    return within(scope, origin, async ({ audit }) => {
      await audit({ action: "exported", subject: "lead sources", detail: { first, last, rows: rows.length } });
      return { file_name: `lead-sources-${first}-${last}.csv`, csv: csvOf([csvHeader, ...rows.map(csvRow)]) };
    });
  },
};

/** A page of the leads behind a figure, the newest first. */
export const countedLeadPage = (db: Db, filter: CountedLeadFilter, query: TableQuery) =>
  tablePage(db, countedLeads(db, filter), query, {
    sortable: ["received_at", "name", "stage", "owner", "source", "location", "seconds"],
    texts: ["name", "stage", "owner", "source", "location"],
    searchable: ["name", "stage", "owner", "source", "location"],
    order: [
      ["received_at", "desc"],
      ["id", "desc"],
    ],
  });

async function sourceRows(db: Db, query: FigureQuery) {
  const { scope, chosen, now, zone } = query;
  const days = daysOf(chosen, now, zone);
  const counted = await countLeads(db, scope, rangesOf(query).range);
  const rows = withSpend(counted.sources, await spendBetween(db, scope, days), days);
  return { all: counted.all ?? noLeads, rows, ...days };
}

async function summaryOf(db: Db, query: FigureQuery): Promise<LeadSummary> {
  const { scope, chosen, now, zone } = query;
  const { all, rows, first: first_day, last: last_day } = await sourceRows(db, query);
  const before = previousRangeOf(chosen, now, zone);
  const at = bucketsOf(chosen, now, zone);
  const { range } = rangesOf(query);
  const series = await leadSeries(db, scope, range, bucketIn(isByHour(chosen), zone));
  const byBucket = new Map(series.map((row) => [row.at.slice(0, 13), row]));
  return {
    ...all,
    previous: before ? ((await countLeads(db, scope, before)).all ?? noLeads) : null,
    sources: rows.slice(0, mostSources),
    other_leads: rows.slice(mostSources).reduce((sum, { leads }) => sum + leads, 0),
    charts: {
      at,
      leads: at.map((bucket) => byBucket.get(bucket)?.leads ?? 0),
      serviced: at.map((bucket) => byBucket.get(bucket)?.serviced ?? 0),
    },
    first_day,
    last_day,
  };
}

const csvHeader = [
  "Source",
  "Leads",
  "Contacted",
  "Set",
  "Shown",
  "Sold",
  "Speed to lead (seconds)",
  "Spend",
  "Cost per lead",
];

const csvRow = ({ source, leads, contacted, set, shown, sold, speed_to_lead, spend, cost_per_lead }: SourceLeads) => [
  source,
  leads,
  contacted,
  set,
  shown,
  sold,
  speed_to_lead ?? "",
  dollarsOf(spend),
  dollarsOf(cost_per_lead),
];

const dollarsOf = (cents: number | null) => (cents === null ? "" : (cents / 100).toFixed(2));
