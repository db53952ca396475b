import { expect, test } from "vitest";
import { waitText } from "./waitText.ts";

const forecast = "About 40 min left";

test.each([
  ["a campaign that isn't sending", 10, null, forecast],
  ["one that goes today", 10, { left_today: 10, daily_limit: 10 }, forecast],
  [
    "one that needs tomorrow",
    11,
    { left_today: 10, daily_limit: 10 },
    "About 40 min left · Only 10 texts can go today. The rest follow tomorrow.",
  ],
  // Whoever is due is looked at again and again until then: no forecast of the pace is true.
  [
    "one whose day is over",
    11,
    { left_today: 0, daily_limit: 10 },
    "No more texts can go today. The rest follow over the next 2 days.",
  ],
] as const)("%s", (_, toGo, room, text) => {
  expect(waitText(forecast, "texts", toGo, room)).toBe(text);
});
