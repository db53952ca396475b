import { expect, test } from "vitest";
import { entryTexts, nextTexts } from "./texts.ts";

test.each([
  ["today", "1 snoozed, next at 8:00 AM"],
  ["Mon", "1 snoozed, next Mon 8:00 AM"],
  ["Dec 7", "1 snoozed, next Dec 7, 8:00 AM"],
])("what comes back %s says when", (day, said) => expect(nextTexts.snoozed(1, day, "8:00 AM")).toBe(said));

test.each([
  [1, "Voicemail", "today", "Tried: voicemail, 2:23 AM"],
  [2, "No answer", "Fri", "Tried twice: no answer, Fri 2:23 AM"],
  [3, "Voicemail", "Nov 3", "Tried 3 times: voicemail, Nov 3, 2:23 AM"],
])("%i calls that reached no one", (tries, outcome, day, said) =>
  expect(entryTexts.tried(tries, outcome, day, "2:23 AM")).toBe(said),
);
