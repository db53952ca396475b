import { expect, test } from "vitest";
import { formatDuration, spokenDuration } from "./duration.ts";

test.each([
  [0, "0:00", "0 seconds"],
  [7, "0:07", "7 seconds"],
  [61, "1:01", "1 minute 1 second"],
  [192, "3:12", "3 minutes 12 seconds"],
  [120, "2:00", "2 minutes"],
  [3723, "1:02:03", "62 minutes 3 seconds"],
])("%i seconds are %s, read as %s", (seconds, text, spoken) => {
  expect(formatDuration(seconds)).toBe(text);
  expect(spokenDuration(seconds)).toBe(spoken);
});
