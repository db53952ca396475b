import { expect, test } from "vitest";
import { weekText } from "./texts.ts";

const day = { opens: 540, closes: 1080 };
const short = { opens: 600, closes: 1440 };

test.each([
  ["Mon to Fri 9:00 AM to 6:00 PM, Sat 10:00 AM to Midnight", [null, day, day, day, day, day, short]],
  ["Mon 9:00 AM to 6:00 PM, Wed 9:00 AM to 6:00 PM", [null, day, null, day, null, null, null]],
  ["Sat to Sun 9:00 AM to 6:00 PM", [day, null, null, null, null, null, day]],
  ["Never on shift", Array.from({ length: 7 }, () => null)],
])("a week in words: %s", (text, week) => {
  expect(weekText(week)).toBe(text);
});
