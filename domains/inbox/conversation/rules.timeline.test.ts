import { expect, test } from "vitest";
import { rangeOfPage } from "./rules.ts";

const [first, last, beside] = [new Date(1000), new Date(2000), new Date(3000)];

test.each([
  ["newest", true, { from: first, to: undefined }],
  ["newest", false, { from: undefined, to: undefined }],
  ["before", true, { from: first, to: beside }],
  ["before", false, { from: undefined, to: beside }],
  ["after", true, { from: beside, to: last }],
  ["after", false, { from: beside, to: undefined }],
  ["around", true, { from: first, to: last }],
  ["around", false, { from: undefined, to: last }],
] as const)("a page of messages (%s, more: %s) covers its stretch of the log", (direction, has_more, range) => {
  expect(rangeOfPage({ first, last, has_more }, direction, beside)).toEqual(range);
});
