import { expect, test } from "vitest";
import { recipientStates } from "../../../text/fields.ts";
import { forecastText, progressParts } from "./textFigures.ts";

test("everybody who is texted stands in exactly one part", () => {
  const counts = recipientStates.map((state) => ({ state, count: 10 }));
  const { parts, handed, expected } = progressParts(counts);
  expect(parts).toEqual([
    { part: "delivered", count: 10 },
    { part: "moving", count: 40 },
    { part: "failed", count: 10 },
    { part: "waiting", count: 10 },
  ]);
  // Who was left out is never sent anything.
  expect([handed, expected]).toEqual([60, 70]);
});

test("before the start there is nobody", () => {
  expect(progressParts([])).toEqual({ parts: [], handed: 0, expected: 0 });
});

const later_at = "2026-11-24T15:00:00.000Z";

test.each([
  [null, ""],
  [{ minutes: 40, later: 0, later_at: null, later_zone: "" }, "About 40 min left"],
  [{ minutes: 240, later: 0, later_at: null, later_zone: "" }, "About 4 hours left"],
  [{ minutes: 0, later: 0, later_at: null, later_zone: "" }, ""],
  [
    { minutes: 0, later: 1_038, later_at, later_zone: "America/Chicago" },
    "1,038 wait until Nov 24, 2026, 9:00 AM (Central time)",
  ],
  [
    { minutes: 40, later: 38, later_at, later_zone: "America/New_York" },
    "About 40 min left · 38 wait until Nov 24, 2026, 10:00 AM (Eastern time)",
  ],
])("%j reads %j", (forecast, text) => {
  expect(forecastText(forecast && { carrier_days: 0, carrier_limit: 0, ...forecast })).toBe(text);
});

test("the carriers' daily limit takes the place of minutes", () => {
  const forecast = { minutes: 40, later: 0, later_at: null, later_zone: "", carrier_days: 2, carrier_limit: 2_000 };
  expect(forecastText(forecast)).toBe("About 2 days at your carrier limit of 2,000 segments a day");
});
