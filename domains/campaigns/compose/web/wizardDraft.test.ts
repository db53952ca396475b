import { describe, expect, test } from "vitest";
import { bodyOf, emptyDraft, firstUnfinished, mustAccept, shownStep, stepErrors, stepOf } from "./wizardDraft.ts";
import { offsetName, zoneChoices } from "./zoneChoices.ts";

const finished = {
  ...emptyDraft,
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
    ["no list", { lists: [] }, 4, { campaign_customers_list: "Please select atlease 1 list!" }],
    ["no person", { type: "individual" as const }, 4, { campaign_customers: "Please select atlease 1 customer!" }],
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
    expect(firstUnfinished(draft)).toBe(step);
    expect(Object.keys(errors).map(stepOf)).toEqual(Object.keys(errors).map(() => step));
  });

  test("a finished campaign has none", () => {
    expect(firstUnfinished(finished)).toBeUndefined();
  });
});

test.each([
  [null, emptyDraft, 1],
  ["4", emptyDraft, 1],
  ["4", { ...emptyDraft, title: "Winter" }, 2],
  ["5", finished, 5],
  ["99", finished, 5],
  ["-1", finished, 1],
  ["x", finished, 1],
])("the address's step %s is shown as far as those before it are finished", (asked, draft, step) => {
  expect(shownStep(asked, draft)).toBe(step);
});

test("days and time are sent only where they are chosen", () => {
  const draft = { ...finished, date: "2026-12-01", time: "09:30", zone: "(GMT-05:00) Indiana (East)", exclude_days: 9 };
  const saved = { id: undefined, version: undefined, client_id: "x" };
  expect(bodyOf(draft, saved, true)).toMatchObject({
    save_type: "draft",
    campaign_send_date: "",
    campaign_send_timezone: "",
    campaign_exclude_days: 0,
  });
  expect(
    bodyOf({ ...draft, option: "timezone", excludes: true }, { ...saved, id: 4, version: 2 }, false),
  ).toMatchObject({
    save_type: "",
    campaign_id: 4,
    version: 2,
    campaign_send_date: "2026-12-01",
    campaign_send_timezone: "(GMT-05:00) Indiana (East)",
    campaign_exclude_days: 9,
  });
});

test("time zones: the location's, seven of the US, the rest, with today's true offset", () => {
  const [own, us, others] = zoneChoices("America/Los_Angeles", new Date("2026-07-01T12:00:00Z"));
  expect(own?.items).toEqual([{ value: "", label: "Your location (GMT-7)" }]);
  expect(us?.items[0]?.label).toBe("(GMT-05:00) Eastern Time (US & Canada), now GMT-4");
  expect([us?.items.length, others?.items.length]).toEqual([7, 75]);
  expect(offsetName("Asia/Kathmandu", new Date("2026-07-01T12:00:00Z"))).toBe("GMT+5:45");
});
