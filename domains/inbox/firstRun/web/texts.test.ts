import { expect, test } from "vitest";
import { aboutStep, firstRunTexts } from "./texts.ts";

const person = (first_name: string, is_invited: 0 | 1) => ({
  first_name,
  initials: first_name.slice(0, 2),
  is_invited,
});

test.each([
  [[], "Everyone answers from one inbox, each with a sign-in of their own."],
  [[person("Marcus", 1)], "Marcus has an invitation."],
  [[person("Marcus", 1), person("Dana", 1)], "Marcus and Dana have an invitation."],
  [[person("Marcus", 0), person("Dana", 1)], "Marcus and Dana are on the team."],
  [[person("Marcus", 0)], "Marcus is on the team."],
])("the team's step names who is there", (team, text) => {
  expect(aboutStep({ step: "team", state: team.length > 0 ? "done" : "open" }, team)).toBe(text);
});

test("the steps left are counted in words", () => {
  expect(firstRunTexts.left(3, "Downtown")).toBe("Three steps until Downtown can text its first customer.");
  expect(firstRunTexts.left(1, "Downtown")).toBe("One step until Downtown can text its first customer.");
});
