import { invalidField, orNotFound } from "#core/failure.ts";
import type { Handlers, StaffContext } from "#core/server/serve.ts";
import { instantAt, wallTimeAt } from "#core/wallTime.ts";
import type { Stage } from "#domains/leads/rules.ts";
import { filterOf, type ViewBody } from "#domains/leads/server/leadFilter.ts";
import { stagesOf } from "#domains/leads/server/store.ts";
import type { LeadRow } from "#domains/leads/server/tableStore.ts";
import { locationById } from "#domains/locations/server/public.ts";
import { type BoardOrder, cardsAtOnce, type leadBoard } from "../contract.ts";
import { cursorOf, monthStart, positionOf } from "../rules.ts";
import { type BoardFilter, countColumns, readCards } from "./store.ts";

export const leadBoardHandlers: Handlers<typeof leadBoard> = {
  async columns(context, { body }) {
    const { db, scope } = context;
    const filter = await boardFilter(context, body);
    const stages = (await stagesOf(db, scope.dealer_id)).filter(
      ({ id }) => body.stage_id === undefined || body.stage_id === id,
    );
    const cardsOf = async (stage: Stage) =>
      stage.kind === "open" ? pageOf(await readCards(db, filter, stage, undefined)) : { leads: [], next: "" };
    // Independent statements are pipelined.
    const [counts, cards] = await Promise.all([countColumns(db, filter), Promise.all(stages.map(cardsOf))]);
    const columns = stages.map(({ id }, at) => ({
      stage_id: id,
      count: counts.get(id)?.count ?? 0,
      value: counts.get(id)?.value ?? 0,
      leads: cards[at]?.leads ?? [],
      next: cards[at]?.next ?? "",
    }));
    return { columns };
  },

  async cards(context, { body }) {
    const { db, scope } = context;
    const stage = orNotFound((await stagesOf(db, scope.dealer_id)).find(({ id }) => id === body.stage_id));
    const after = body.after === "" ? undefined : positionOf(body.after);
    if (body.after !== "" && !after) throw invalidField("after", "These leads have changed. Load the board again.");
    return pageOf(await readCards(db, await boardFilter(context, body), stage, after));
  },
};

type BoardRequest = ViewBody & { readonly search: string; readonly order: BoardOrder };

async function boardFilter(context: StaffContext, body: BoardRequest): Promise<BoardFilter> {
  const { db, scope, now } = context;
  const { time_zone } = orNotFound(await locationById(db, scope.dealer_id, scope.location_id));
  const date = monthStart(wallTimeAt(now(), time_zone).date);
  const closed_since = instantAt({ date, minutes: 0 }, time_zone, "next");
  // A stage narrows the columns, not what is in them.
  const filter = { ...(await filterOf(context, body)), stage_id: undefined };
  return { ...filter, search: body.search, order: body.order, closed_since };
}

/** The cards that are shown, and where the next ones begin. */
function pageOf(read: readonly LeadRow[]) {
  const shown = read.slice(0, cardsAtOnce);
  const last = shown.at(-1);
  const next = last && read.length > shown.length ? cursorOf({ value: last.at_us, id: last.id }) : "";
  return { leads: shown.map(({ at_us: _, ...row }) => row), next };
}
