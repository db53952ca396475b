import { expect, test } from "vitest";
import { sourcesWith, spelledAs } from "./rules.ts";

test("the standard sources come first, then the location's own, each once and in order", () => {
  expect(sourcesWith(["Radio", "Google", "Billboard", "Radio"])).toEqual([
    "Facebook",
    "Google",
    "Website",
    "Billboard",
    "Radio",
  ]);
});

test.each([
  ["google", "Google"],
  ["RADIO", "Radio"],
  ["Newspaper", "Newspaper"],
  ["", ""],
])("%s is spelled %s", (typed, spelled) => {
  expect(spelledAs(typed, ["Google", "Radio"])).toBe(spelled);
});
