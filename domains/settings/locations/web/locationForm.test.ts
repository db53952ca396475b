import { describe, expect, test } from "vitest";
import { emptyLocation, formOf, zoneChangeText, zoneOfForm, zoneOptions } from "./locationForm.ts";

const [eastern, pacific] = ["America/New_York", "America/Los_Angeles"];
const form = (values: Partial<typeof emptyLocation>) => ({ ...emptyLocation, ...values });

describe("the time zone", () => {
  test.each([
    [{}, ""],
    [{ state: "CA" }, pacific],
    [{ state: "TX", postal_code: "79936" }, "America/Denver"],
    [{ state: "CA", time_zone: eastern }, eastern],
    [{ time_zone: eastern }, eastern],
  ])("of %j is %j", (values, zone) => expect(zoneOfForm(form(values))).toBe(zone));

  test("of a stored location follows its address until it differs", () => {
    const figures = { rate: 0, count_reviews: 0, invite_sends: 0, invite_clicked: 0 };
    const location = { id: 1, ...emptyLocation, ...figures, monthly_goals: 0, monthly_goals_received: 0 };
    const zoneOf = (values: object) => formOf({ ...location, ...values }).time_zone;
    expect(zoneOf({ state: "CA", time_zone: pacific })).toBe("");
    expect(zoneOf({ state: "CA", time_zone: eastern })).toBe(eastern);
    expect(zoneOf({ state: "", time_zone: eastern })).toBe(eastern);
  });

  test("offers what the address says, then every zone once", () => {
    expect(zoneOptions(form({ state: "CA" }))[0]).toEqual({ value: "", label: "From the address: Pacific time" });
    expect(zoneOptions(form({}))[0]).toEqual({ value: "", label: "Select a time zone" });
    const labels = zoneOptions(form({})).map(({ label }) => label);
    expect(labels.length).toBe(new Set(labels).size);
    const detroit = zoneOptions(form({ time_zone: "America/Detroit" }));
    expect(detroit.map(({ value }) => value)).toContain("America/Detroit");
  });
});

const now = new Date("2026-11-21T17:05:00Z");

test.each([
  [eastern, pacific, "Local time here changes from 12:05 PM to 9:05 AM."],
  [eastern, "America/Detroit", undefined],
  [eastern, eastern, undefined],
  [eastern, "", undefined],
])("from %s to %j: %s", (before, after, text) => {
  const shown = zoneChangeText(before, after, now);
  if (text) expect(shown).toContain(text);
  else expect(shown).toBeUndefined();
});
