import { expect, test } from "vitest";
import { zoneSpans } from "./zoneSpans.ts";

const span = (from: string, to = from) => ({
  first_due_at: `2026-11-24T${from}:00Z`,
  last_due_at: `2026-11-24T${to}:00Z`,
});

test("each zone lies where its texts are due, and is wide enough to be seen", () => {
  const spans = zoneSpans([span("14:00"), span("15:00", "16:30"), span("19:00")]);
  expect(spans.map(({ start, width }) => [start, width])).toEqual([
    [0, 2],
    [20, 30],
    [98, 2],
  ]);
});

test("texts that are due at once are spans in an hour, inside of it", () => {
  expect(zoneSpans([span("14:00")])).toMatchObject([{ start: 0, width: 2 }]);
  expect(zoneSpans([])).toEqual([]);
});
