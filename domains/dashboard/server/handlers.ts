import { found, invalid } from "#core/failure.ts";
import { allows, owner } from "#core/people.ts";
import type { ContextOf, Handlers } from "#core/server/serve.ts";
import { type Page, tablePage } from "#core/server/table.ts";
import type { Db } from "#core/server/unit.ts";
import { locationById } from "#domains/locations/server/public.ts";
import type { dashboard, FigureKey } from "../contract.ts";
import { durationText } from "../rules.ts";
import { type BehindRecord, isMessageFigure, messagesBehind, newestBehind, tableBehind } from "./behindStore.ts";
import { type Asked, countFigures, countRows, momentsOf } from "./countFigures.ts";
import { seeOneMoment } from "./store.ts";

type Context = ContextOf<typeof dashboard.figures>;
interface Body extends Pick<Asked, "period"> {
  readonly location: "acting" | "all";
}

/** Reads the acting location's rows, or for the owner those of the whole business; days are the acting location's. */
async function reading<T>(context: Context, body: Body, work: (db: Db, asked: Asked) => Promise<T>): Promise<T> {
  const { within, scope, origin, who, ports } = context;
  const { dealer_id, location_id } = scope;
  const now = ports.clock.now();
  const isAll = body.location === "all";
  if (isAll && !allows(owner, who.role)) throw invalid("location", "Only the owner sees all locations together.");
  const read = async (db: Db) => {
    await seeOneMoment(db);
    const { time_zone: zone } = found(await locationById(db, dealer_id, location_id));
    const place = { dealer_id, location_id: isAll ? null : location_id };
    return work(db, { place, period: body.period, now, zone });
  };
  if (!isAll) return within.reading(scope, origin, ({ db }) => read(db));
  return within.business({ dealer_id }, "the figures of all locations", ({ db }) => read(db));
}

export const dashboardHandlers: Handlers<typeof dashboard> = {
  async figures(context, { body }) {
    return reading(context, body, async (db, asked) => {
      const { from } = momentsOf(asked).range;
      return { ...(await countFigures(db, asked)), from, as_of: asked.now };
    });
  },

  async behind(context, { body }) {
    const { figure } = body;
    const { location_id: acting } = context.scope;
    return reading(context, body, async (db, asked) => {
      const behind = { place: asked.place, moments: momentsOf(asked), acting };
      const term = body.search.value.trim();
      if (term === "" && (body.order.length === 0 || isMessageFigure(figure))) {
        const total = await countRows(db, figure, asked);
        const rows = await newestBehind(db, figure, behind, body);
        return shownPage(figure, { rows, recordsTotal: total, recordsFiltered: total });
      }
      if (isMessageFigure(figure)) {
        const total = await countRows(db, figure, asked);
        return messagesBehind(db, figure, { ...behind, total }, body);
      }
      const page = await tablePage(db, tableBehind(db, figure, behind, acting), body, {
        sortable: ["at", "customer_name", "what", "who", "location"],
        texts: ["customer_name", "what", "who", "location"],
        searchable: ["customer_name", "what", "who", "location"],
        order: [
          ["at", "desc"],
          ["id", "desc"],
        ],
      });
      return shownPage(figure, page);
    });
  },
};

/** Seconds become words; everything else is shown as it was read. */
function shownPage(figure: FigureKey, page: Page<BehindRecord>): Page<BehindRecord> {
  if (figure !== "average_response_time") return page;
  return { ...page, rows: page.rows.map((row) => ({ ...row, what: durationText(Number(row.what)) })) };
}
