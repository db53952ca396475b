import { expect, test } from "vitest";
import type { Lead } from "#domains/leads/contract.ts";
import { applyMoves, placeIn, type StageCards } from "./boardPlaces.ts";

const lead = (id: number, more: Partial<Lead> = {}) =>
  ({ id, received_at: `2026-11-${10 + id}T10:00:00Z`, waiting_since: null, value: null, ...more }) as Lead;
const column = (stage_id: number, leads: Lead[], more: Partial<StageCards> = {}): StageCards => ({
  stage_id,
  leads,
  count: leads.length,
  value: leads.reduce((sum, { value }) => sum + (value ?? 0), 0),
  hasMore: false,
  ...more,
});
const stage = (id: number, kind: "open" | "won" = "open") => ({
  id,
  name: `Stage ${id}`,
  kind,
  reached_by: "" as const,
});
const idsOf = (columns: readonly StageCards[]) => columns.map(({ leads }) => leads.map(({ id }) => id));

test("a card comes where the order puts it", () => {
  const waits = (at: string) => ({ waiting_since: `2026-11-28T${at}:00Z` });
  const cards = [lead(4, waits("09:00")), lead(2, waits("11:00")), lead(1), lead(5)];
  expect(placeIn(cards, lead(9, waits("10:00")), "waiting")).toBe(1);
  expect(placeIn(cards, lead(3), "waiting")).toBe(3);
  expect(placeIn(cards, lead(9), "waiting")).toBe(4);
  expect(placeIn([lead(5), lead(2)], lead(3), "newest")).toBe(1);
  expect(placeIn([lead(1, { value: 900 }), lead(2)], lead(3, { value: 500 }), "value")).toBe(1);
  expect(placeIn([], lead(3), "value")).toBe(0);
});

test("a moved card leaves its column, and counts and sums follow", () => {
  const moved = lead(2, { value: 500 });
  const columns = [column(1, [lead(1, { value: 100 }), moved]), column(2, [lead(3)]), column(3, [])];
  const moves = [{ lead: moved, to: stage(2) }];
  const after = columns.map((one) => applyMoves(one, moves, "waiting"));
  expect(idsOf(after)).toEqual([[1], [2, 3], []]);
  expect(after.map(({ count, value }) => [count, value])).toEqual([
    [1, 100],
    [2, 500],
    [0, 0],
  ]);
  expect(after[1]?.leads[0]).toMatchObject({ stage_id: 2, stage: "Stage 2" });
  // The server's answer has it already.
  expect(after.map((one) => applyMoves(one, moves, "waiting"))).toEqual(after);
});

test("a card that comes after the loaded ones, or closes, is counted alone", () => {
  const moved = lead(9, { value: 500 });
  const long = column(2, [lead(3)], { hasMore: true, count: 60 });
  expect(applyMoves(long, [{ lead: moved, to: stage(2) }], "waiting")).toMatchObject({ count: 61, leads: [{ id: 3 }] });
  const closed = column(3, [], { hasMore: true, count: 4 });
  expect(applyMoves(closed, [{ lead: moved, to: stage(3, "won") }], "waiting")).toMatchObject({ count: 5, leads: [] });
});
