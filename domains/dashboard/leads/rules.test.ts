import fc from "fast-check";
import { expect, test } from "vitest";
import { leadsAddress } from "#domains/leads/rules.ts";
import { noLeads, ratesOf, shareOfMonth, withSpend } from "./rules.ts";

test.each([
  ["2026-11", "2026-11-01", "2026-11-30", 1],
  ["2026-11", "2026-11-01", "2026-11-15", 0.5],
  ["2026-11", "2026-10-20", "2026-11-03", 0.1],
  ["2026-11", "2026-11-28", "2027-02-01", 0.1],
  ["2026-11", "2026-12-01", "2026-12-31", 0],
  ["2026-11", "2026-01-01", "2026-10-31", 0],
  ["2024-02", "2024-02-29", "2024-02-29", 1 / 29],
])("of %s, %s to %s holds the share %d", (month, first, last, share) => {
  expect(shareOfMonth(month, first, last)).toBeCloseTo(share, 10);
});

test("what was spent is divided among sources without a cent lost or doubled", () => {
  const name = fc.constantFrom("Google", "google", "GOOGLE", "Radio", "");
  const sources = fc.uniqueArray(fc.record({ source: name, leads: fc.nat(50) }), { selector: ({ source }) => source });
  const spends = fc.uniqueArray(
    fc.record({
      source: name.filter((one) => one !== ""),
      month: fc.constantFrom("2026-10", "2026-11"),
      cents: fc.nat(1_000_000),
    }),
    { selector: ({ source, month }) => `${source} ${month}` },
  );
  fc.assert(
    fc.property(sources, spends, (counted, spent) => {
      const rows = withSpend(
        counted.map((one) => ({ ...noLeads, ...one })),
        spent,
        { first: "2026-10-01", last: "2026-11-30" },
      );
      const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);
      expect(sum(rows.map(({ spend }) => spend ?? 0))).toBe(sum(spent.map(({ cents }) => cents)));
      expect(sum(rows.map(({ leads }) => leads))).toBe(sum(counted.map(({ leads }) => leads)));
      const named = rows.filter(({ spend }) => spend !== null).map(({ source }) => source.toLowerCase());
      expect(new Set(named).size).toBe(named.length);
    }),
  );
});

test("rates are of the step before and of all, and none without leads", () => {
  const counts = { leads: 40, contacted: 30, set: 15, shown: 15, sold: 1, speed_to_lead: null };
  expect(ratesOf(counts, "leads")).toBeUndefined();
  expect(ratesOf(counts, "contacted")).toEqual({ ofBefore: 75, ofAll: 75 });
  expect(ratesOf(counts, "set")).toEqual({ ofBefore: 50, ofAll: 38 });
  expect(ratesOf(counts, "shown")).toEqual({ ofBefore: 100, ofAll: 38 });
  expect(ratesOf(counts, "sold")).toEqual({ ofBefore: 7, ofAll: 3 });
  expect(ratesOf(noLeads, "sold")).toBeUndefined();
});

test.each([
  [{ reached: "lead", from: "", to: "2026-11-28" }, "/leads?show=all&reached=lead&to=2026-11-28"],
  [
    { reached: "sold", from: "2026-11-01", to: "2026-11-30", isReachedThen: true, owner_id: 7 },
    "/leads?show=all&reached=sold&from=2026-11-01&to=2026-11-30&dated=reached&owner=7",
  ],
  [{ reached: "set", from: "", to: "", source: "" }, "/leads?show=all&reached=set&nosource=1"],
  [{ reached: "set", from: "", to: "", source: "A & B=?" }, "/leads?show=all&reached=set&source=A%20%26%20B%3D%3F"],
] as const)("%o is at %s", (listed, address) => {
  expect(leadsAddress(listed)).toBe(address);
});
