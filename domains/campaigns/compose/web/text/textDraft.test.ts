import { describe, expect, test } from "vitest";
import { firstUnfinished, shownStep, stepOf } from "../wizard/wizardPlan.ts";
import { emptyText, mustAccept, segmentPrice, stepErrors, textBodyOf, textPlan } from "./textDraft.ts";

const finished = {
  ...emptyText,
  title: "Winter service",
  message: "Hi %first_name%",
  lists: [3],
  consent: true,
  collected: true,
};

describe("stepErrors", () => {
  test.each([
    ["no name", { title: " " }, 1, { title: "Campaign name is required!" }],
    ["no message", { message: "  " }, 2, { campaign_template: "Message cannot be empty" }],
    [
      "a misspelt variable",
      { message: "Hi %fist_name%" },
      2,
      { campaign_template: "There is no variable %fist_name%. Correct or remove it" },
    ],
    ["no list", { lists: [] }, 4, { campaign_customers_list: "Please select at least 1 list!" }],
    ["no person", { type: "individual" as const }, 4, { campaign_customers: "Please select at least 1 customer!" }],
    ["no consent", { consent: false }, 4, { consent: mustAccept }],
    ["bought contacts", { collected: false }, 4, { consent_collected: mustAccept }],
    [
      "no time",
      { option: "later" as const },
      5,
      { campaign_send_date: "Choose a day", campaign_send_time: "Choose a time" },
    ],
  ])("%s", (_, change, step, errors) => {
    const draft = { ...finished, ...change };
    expect(stepErrors(draft, step)).toEqual(errors);
    expect(firstUnfinished(textPlan, draft)).toBe(step);
    expect(Object.keys(errors).map((field) => stepOf(textPlan, field))).toEqual(Object.keys(errors).map(() => step));
  });

  test("a finished campaign has none", () => {
    expect(firstUnfinished(textPlan, finished)).toBeUndefined();
  });
});

test.each([
  [null, emptyText, 1],
  ["4", emptyText, 1],
  ["4", { ...emptyText, title: "Winter" }, 2],
  ["5", finished, 5],
  ["99", finished, 5],
  ["-1", finished, 1],
  ["x", finished, 1],
])("the address's step %s is shown as far as those before it are finished", (asked, draft, step) => {
  expect(shownStep(textPlan, asked, draft)).toBe(step);
});

test("days and time are sent only where they are chosen", () => {
  const draft = { ...finished, date: "2026-12-01", time: "09:30", zone: "(GMT-05:00) Indiana (East)", exclude_days: 9 };
  const saved = { id: undefined, version: undefined, client_id: "x" };
  expect(textBodyOf(draft, saved, true)).toMatchObject({
    save_type: "draft",
    campaign_send_date: "",
    campaign_send_timezone: "",
    campaign_exclude_days: 0,
  });
  expect(
    textBodyOf({ ...draft, option: "timezone", excludes: true }, { ...saved, id: 4, version: 2 }, false),
  ).toMatchObject({
    save_type: "",
    campaign_id: 4,
    version: 2,
    campaign_send_date: "2026-12-01",
    campaign_send_timezone: "(GMT-05:00) Indiana (East)",
    campaign_exclude_days: 9,
  });
});

test("a segment's price follows from the whole, where there is one", () => {
  expect(segmentPrice({ price: "8.30", segments: 1000 })).toBeCloseTo(0.0083);
  expect(segmentPrice({ price: null, segments: 1000 })).toBeUndefined();
  expect(segmentPrice({ price: "0.00", segments: 0 })).toBeUndefined();
});
