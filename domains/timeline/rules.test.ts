import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inDepth } from "#testing/deep.ts";
import {
  boundOf,
  byNewest,
  type Cursor,
  cursorBefore,
  cursorText,
  foldTexts,
  kindOf,
  mostTexts,
  type Position,
  pageOf,
  parseCursor,
  placeOf,
  rowsFor,
  sources,
  sourcesOf,
  type TimelinePage,
  type TimelineSource,
} from "./rules.ts";

const minute = 60_000_000;
const noon = Date.UTC(2026, 10, 21, 12) * 1000;
const dayOf = (at: Date) => at.toISOString().slice(0, 10);
const row = (source: TimelineSource, at_us: number, id = 1): Position => ({ source, id, at_us });
/** Rows by how many minutes before noon they happened. */
const rows = (...ago: readonly (readonly [TimelineSource, number])[]) =>
  ago.map(([source, minutes], n) => row(source, noon - minutes * minute, n + 1));
const sizes = (groups: readonly (readonly Position[])[]) => groups.map(({ length }) => length);

describe("texts fold into exchanges", () => {
  test.each([
    ["within an hour of each other", rows(["text", 0], ["text", 60], ["text", 120]), [3]],
    ["after a longer pause not", rows(["text", 0], ["text", 60.1]), [1, 1]],
    ["with a call between them not", rows(["text", 0], ["call", 1], ["text", 2]), [1, 1, 1]],
    ["and nothing else does", rows(["note", 0], ["note", 1]), [1, 1]],
    ["within a day", [row("text", noon - 12 * 60 * minute, 2), row("text", noon - 12 * 60 * minute - 1, 1)], [1, 1]],
    ["up to the most", rows(...Array.from({ length: mostTexts + 2 }, (_, n) => ["text", n] as const)), [mostTexts, 2]],
    ["none without any", [], []],
  ])("%s", (_, of, folded) => {
    expect(sizes(foldTexts(of, dayOf))).toEqual(folded);
  });
});

describe("what happened in the same microsecond has an order", () => {
  test.each([
    ["by time first", row("consent", noon + 1), row("text", noon)],
    ["then by source", row("text", noon), row("call", noon, 9)],
    ["then by id", row("call", noon, 9), row("call", noon, 8)],
  ])("%s", (_, first, second) => {
    expect(byNewest(first, second)).toBeLessThan(0);
    expect(byNewest(second, first)).toBeGreaterThan(0);
    expect(byNewest(first, first)).toBe(0);
  });
});

test("kinds choose their sources, and none chooses all", () => {
  expect(sourcesOf([])).toEqual(sources);
  expect(sourcesOf(["review", "consent"])).toEqual(["invite", "review", "consent", "mailConsent"]);
  expect(sources.map((source) => kindOf[source])).toHaveLength(sources.length);
});

test("a cursor survives its text", () => {
  const cursor = { at_us: noon, place: placeOf("lead"), id: 17 };
  expect(parseCursor(cursorText(cursor))).toEqual(cursor);
});

/** As the store does it: the newest rows of a source behind the cursor. */
function readOf(source: TimelineSource, all: readonly Position[], after: Cursor | undefined, entries: number) {
  const { at_us, id } = boundOf(source, after);
  const older = all
    .filter((one) => one.source === source)
    .filter((one) => one.at_us < at_us || (one.at_us === at_us && one.id < id))
    .toSorted(byNewest);
  const most = rowsFor(source, entries);
  return { rows: older.slice(0, most), more: older.length > most };
}

const readPage = (all: readonly Position[], after: Cursor | undefined, length: number): TimelinePage =>
  pageOf(
    sources.map((source) => readOf(source, all, after, length)),
    length,
    dayOf,
  );

/** Rows close enough to each other that many fold, and some share their microsecond. */
const histories = fc
  .uniqueArray(
    fc.record({
      source: fc.oneof({ weight: 4, arbitrary: fc.constant<TimelineSource>("text") }, fc.constantFrom(...sources)),
      id: fc.integer({ min: 1, max: 5_000 }),
      at_us: fc.oneof(
        fc.integer({ min: 0, max: 40 }).map((steps) => noon + steps * 20 * minute),
        fc.integer({ min: 0, max: 4_000 }).map((steps) => noon - steps * minute),
      ),
    }),
    { selector: ({ source, id }) => `${source}-${id}`, maxLength: 400 },
  )
  .map((all) => all.toSorted(byNewest));

test("pages put together are the whole, each row once, whatever their length", () => {
  fc.assert(
    fc.property(histories, fc.integer({ min: 1, max: 50 }), (all, length) => {
      const groups = [];
      let after: Cursor | undefined;
      do {
        const page = readPage(all, after, length);
        expect(page.groups.length).toBeLessThanOrEqual(length);
        if (page.next) expect(page.groups.length).toBeGreaterThan(0);
        groups.push(...page.groups);
        after = page.next;
      } while (after);
      expect(groups).toEqual(foldTexts(all, dayOf));
    }),
    { numRuns: inDepth(2000, 100) },
  );
});

test("rows that are added meanwhile neither repeat nor hide any that were there", () => {
  fc.assert(
    fc.property(histories, histories, fc.integer({ min: 1, max: 50 }), (before, added, length) => {
      const seen: string[] = [];
      const all = [...before];
      let after: Cursor | undefined;
      for (let n = 0; n === 0 || after; n += 1) {
        const page = readPage(all, after, length);
        seen.push(...page.groups.flat().map(({ source, id }) => `${source}-${id}`));
        after = page.next;
        const late = added[n];
        if (late) all.push({ ...late, id: late.id + 10_000 });
      }
      expect(new Set(seen).size).toBe(seen.length);
      const old = before.map(({ source, id }) => `${source}-${id}`);
      expect(old.filter((key) => !seen.includes(key))).toEqual([]);
    }),
    { numRuns: inDepth(2000, 100) },
  );
});

test("a day to begin at shows everything before its end, and nothing after", () => {
  fc.assert(
    fc.property(histories, fc.integer({ min: 0, max: 4_000 }), (all, minutes) => {
      const end = new Date((noon - minutes * minute) / 1000);
      const shown = readPage(all, cursorBefore(end), 50).groups.flat();
      expect(shown.every(({ at_us }) => at_us < end.getTime() * 1000)).toBe(true);
      const [newest] = all.filter(({ at_us }) => at_us < end.getTime() * 1000);
      expect(shown[0]).toEqual(newest);
    }),
    { numRuns: inDepth(2000, 100) },
  );
});
