import { expect, test } from "vitest";
import { kindOfWords } from "./rules.ts";

test.each([
  ["Used cars", "sales"],
  ["Service Appointment", "service"],
  ["Parts Request", "parts"],
  ["Get Pre-Qualified", "finance"],
  ["Credit application", "finance"],
  ["Chat", undefined],
  ["", undefined],
])("%s means %s", (words, kind) => {
  expect(kindOfWords(words)).toBe(kind);
});
