import type { BoardColumn, BoardOrder } from "#domains/leads/board/contract.ts";
import type { Lead, LeadStage } from "#domains/leads/contract.ts";

/** A move that the person sees before the server has answered. */
export interface BoardMove {
  readonly lead: Lead;
  readonly to: Pick<LeadStage, "id" | "name" | "kind" | "reached_by">;
}

const noWait = Number.POSITIVE_INFINITY;

/** What cards are ordered by: smaller first. */
const ranks: Record<BoardOrder, (lead: Lead) => readonly [number, number]> = {
  waiting: ({ waiting_since, id }) => [waiting_since === null ? noWait : Date.parse(waiting_since), id],
  newest: ({ received_at, id }) => [-Date.parse(received_at), -id],
  value: ({ value, id }) => [-(value ?? 0), -id],
};

/** Where a lead's card comes among those of an open stage. */
export function placeIn(cards: readonly Lead[], lead: Lead, order: BoardOrder): number {
  const [rank, id] = ranks[order](lead);
  const place = cards.findIndex((card) => {
    const [other, otherId] = ranks[order](card);
    return other === rank ? otherId > id : other > rank;
  });
  return place < 0 ? cards.length : place;
}

/** A column's cards with what its head says. */
export interface StageCards extends Pick<BoardColumn, "stage_id" | "count" | "value"> {
  readonly leads: readonly Lead[];
  readonly hasMore: boolean;
}

/** A column as it will be after moves that are under way. */
export const applyMoves = (column: StageCards, moves: readonly BoardMove[], order: BoardOrder): StageCards =>
  moves.reduce((before, move) => applyMove(before, move, order), column);

function applyMove(column: StageCards, { lead, to }: BoardMove, order: BoardOrder): StageCards {
  const { leads, count, value } = column;
  const has = leads.some(({ id }) => id === lead.id);
  const worth = lead.value ?? 0;
  if (column.stage_id !== to.id) {
    if (!has) return column;
    return { ...column, leads: leads.filter(({ id }) => id !== lead.id), count: count - 1, value: value - worth };
  }
  if (has) return column;
  const moved = { ...lead, stage_id: to.id, stage: to.name, stage_kind: to.kind };
  const place = to.kind === "open" ? placeIn(leads, lead, order) : 0;
  // Beyond the cards that were loaded, it comes with the next ones.
  const isShown = place < leads.length || !column.hasMore;
  return {
    ...column,
    leads: isShown ? leads.toSpliced(place, 0, moved) : leads,
    count: count + 1,
    value: value + worth,
  };
}
