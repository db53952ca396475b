import { invalidField, orNotFound } from "#core/failure.ts";
import { allows, owner } from "#core/people.ts";
import type { ContextOf, Handlers } from "#core/server/serve.ts";
import { type TablePage, tablePage } from "#core/server/table.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { wallTimeAt } from "#core/wallTime.ts";
import { countSentTexts } from "#domains/campaigns/server/public.ts";
import { locationById } from "#domains/locations/server/public.ts";
import type { ChosenPeriod, dashboard, FigureKey } from "../contract.ts";
import { dayProblemOf, durationText, previousRangeOf } from "../rules.ts";
import { countConversations } from "./conversationsStore.ts";
import { countFigureRows, countFigures, type FigureQuery, rangesOf } from "./countFigures.ts";
import {
  countFunnel,
  type DrillDownRecord,
  drillDownTable,
  isMessageFigure,
  newestDrillDownRows,
  searchDrillDownMessages,
} from "./drillDownStore.ts";
import { beginSnapshot } from "./store.ts";

type DashboardContext = Pick<ContextOf<typeof dashboard.figures>, "within" | "scope" | "origin" | "who" | "ports">;
interface ScopeBody extends ChosenPeriod {
  readonly location: "acting" | "all";
}

/** Reads the acting location's rows, or for the owner the whole business's; days follow the acting location's zone. */
export async function readInScope<T>(
  context: DashboardContext,
  body: ScopeBody,
  work: (db: Db, query: FigureQuery) => Promise<T>,
): Promise<T> {
  const { within, scope, origin, who, ports } = context;
  const { dealer_id, location_id } = scope;
  const now = ports.clock.now();
  const isAll = body.location === "all";
  if (isAll && !allows(owner, who.role)) throw invalidField("location", "Only the owner sees all locations together.");
  const read = async (db: Db) => {
    await beginSnapshot(db);
    const { time_zone: zone } = orNotFound(await locationById(db, dealer_id, location_id));
    const figureScope = { dealer_id, location_id: isAll ? null : location_id };
    return work(db, { scope: figureScope, chosen: chosenPeriod(body, now, zone), now, zone });
  };
  if (!isAll) return within.readOnly(scope, origin, ({ db }) => read(db));
  return within.business({ dealer_id }, "the figures of all locations", ({ db }) => read(db));
}

/** The period of a body; the days of a custom one are checked against the location's today. */
function chosenPeriod({ period, from, to }: ChosenPeriod, now: Date, zone: string): ChosenPeriod {
  if (period !== "custom") return { period, from: "", to: "" };
  const problem = dayProblemOf({ from, to }, wallTimeAt(now, zone).date);
  if (problem) throw invalidField(problem.field, problem.message);
  return { period, from, to };
}

export const dashboardHandlers: Handlers<typeof dashboard> = {
  async figures(context, { body }) {
    return readInScope(context, body, async (db, query) => {
      const { from } = rangesOf(query).range;
      return { ...(await countFigures(db, query)), from, as_of: query.now };
    });
  },

  async contactsBefore(context, { body }) {
    return readInScope(context, body, async (db, { scope, chosen, now, zone }) => {
      const range = previousRangeOf(chosen, now, zone);
      return { previous: range ? { ...range, ...(await countConversations(db, scope, range, now)) } : null };
    });
  },

  async campaignTexts(context, { body }) {
    return readInScope(context, body, async (db, query) => {
      const { sent } = await countSentTexts(db, query.scope, rangesOf(query).range);
      return { sent };
    });
  },

  async funnel(context, { body }) {
    return readInScope(context, body, (db, query) => countFunnel(db, { scope: query.scope, ranges: rangesOf(query) }));
  },

  async drillDown(context, { body }) {
    const { figure } = body;
    const { location_id: acting } = context.scope;
    return readInScope(context, body, async (db, query) => {
      const drillDownQuery = { scope: query.scope, ranges: rangesOf(query), acting };
      const term = body.search.value.trim();
      if (term === "" && (body.order.length === 0 || isMessageFigure(figure))) {
        const total = await countFigureRows(db, figure, query);
        const rows = await newestDrillDownRows(db, figure, drillDownQuery, body);
        return formatPage(figure, { rows, recordsTotal: total, recordsFiltered: total });
      }
      if (isMessageFigure(figure)) {
        const total = await countFigureRows(db, figure, query);
        return searchDrillDownMessages(db, figure, { ...drillDownQuery, total }, body);
      }
      const page = await tablePage(db, drillDownTable(db, figure, drillDownQuery, acting), body, {
        sortable: ["at", "customer_name", "what", "who", "location"],
        texts: ["customer_name", "what", "who", "location"],
        searchable: ["customer_name", "what", "who", "location"],
        order: [
          ["at", "desc"],
          ["id", "desc"],
        ],
      });
      return formatPage(figure, page);
    });
  },
};

/** Formats the seconds of response times. */
function formatPage(figure: FigureKey, page: TablePage<DrillDownRecord>): TablePage<DrillDownRecord> {
  if (figure !== "average_response_time") return page;
  return { ...page, rows: page.rows.map((row) => ({ ...row, what: durationText(Number(row.what)) })) };
}
