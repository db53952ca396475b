import { expect, test } from "vitest";
import { forecastText } from "./forecastText.ts";

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
  expect(forecastText(forecast)).toBe(text);
});
