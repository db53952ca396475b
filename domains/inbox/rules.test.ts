import { expect, test } from "vitest";
import { previewOf } from "./rules.ts";

test.each([
  ["two\n lines ", 0, "two lines"],
  ["", 1, "Sent an attachment"],
  ["", 3, "Sent 3 attachments"],
  ["with words", 2, "with words"],
  ["x".repeat(200), 0, `${"x".repeat(159)}…`],
  ["😀".repeat(100), 0, "😀".repeat(100)],
  ["😀".repeat(200), 0, `${"😀".repeat(159)}…`],
])("the preview of %j with %i files is %j", (message, count, expected) => {
  expect(previewOf(message, count)).toBe(expected);
});
