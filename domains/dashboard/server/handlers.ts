import { found, invalid } from "#core/failure.ts";
import { allows, owner } from "#core/people.ts";
import type { ContextOf, Handlers } from "#core/server/serve.ts";
import { tablePage } from "#core/server/table.ts";
import type { Db } from "#core/server/unit.ts";
import { locationById } from "#domains/locations/server/public.ts";
import type { dashboard } from "../contract.ts";
import { durationText } from "../rules.ts";
import { isMessageFigure, messagesBehind, tableBehind } from "./behindStore.ts";
import { type Asked, countFigures, momentsOf } from "./countFigures.ts";
import { countMessages } from "./hoursStore.ts";

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
    const acting = context.scope.location_id;
    return reading(context, body, async (db, { place, ...rest }) => {
      const moments = momentsOf({ place, ...rest });
      if (isMessageFigure(figure)) {
        const total = (await countMessages(db, place, moments.range))[figure];
        return messagesBehind(db, figure, { place, moments, acting, total }, body);
      }
      const page = await tablePage(db, tableBehind(db, figure, { place, moments }, acting), body, {
        sortable: ["at", "customer_name", "what", "who", "location"],
        texts: ["customer_name", "what", "who", "location"],
        searchable: ["customer_name", "what", "who", "location"],
        order: [
          ["at", "desc"],
          ["id", "desc"],
        ],
      });
      if (figure !== "average_response_time") return page;
      return { ...page, rows: page.rows.map((row) => ({ ...row, what: durationText(Number(row.what)) })) };
    });
  },
};
