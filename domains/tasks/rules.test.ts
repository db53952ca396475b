import { expect, test } from "vitest";
import { taskEndings } from "./contract.ts";
import { dueProblem, endingText, maxDaysAhead, stateAfter } from "./rules.ts";

const now = new Date("2026-11-21T12:00:00Z");
const after = (ms: number) => new Date(now.getTime() + ms);

test.each([
  [after(0), ""],
  [after(-30_000), ""],
  [after(-61_000), "This time has passed. Select one in the future"],
  [after(86_400_000 * maxDaysAhead), ""],
  [after(86_400_000 * maxDaysAhead + 1), "Select a time within five years"],
  [new Date("nonsense"), "Select a due date and time"],
])("due at %s: “%s”", (due_at, problem) => {
  expect(dueProblem(due_at, now)).toBe(problem);
});

test("an ending that fulfills the task makes it done, any other drops it", () => {
  const done = taskEndings.filter((how) => how !== "hand" && stateAfter(how) === "done");
  expect(done).toEqual(["answered", "cleared", "appointment", "confirmed", "rescheduled", "outcome"]);
});

test("every ending has a text, with and without a name", () => {
  for (const ended_how of taskEndings) {
    const [named, nameless] = ["Ann Lee", ""].map((ended_by) => endingText({ ended_how, ended_by }));
    expect(`${ended_how}: ${named}`).not.toMatch(/undefined|: $/);
    expect(nameless).not.toMatch(/undefined|Ann/);
  }
  expect(endingText({ ended_how: "answered", ended_by: "Ann Lee" })).toBe("Ann Lee replied");
  expect(endingText({ ended_how: "", ended_by: "" })).toBe("");
});
