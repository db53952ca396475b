import { describe, expect, test } from "vitest";
import type { FieldErrors } from "#core/failure.ts";
import { audienceFieldsOf, emptyAudience, recipientErrors, timeErrors } from "./audienceDraft.ts";
import { firstUnfinished, shownStep, stepOf, type WizardPlan } from "./wizardPlan.ts";
import { offsetName, zoneChoices } from "./zoneChoices.ts";

/** A wizard whose steps are finished up to the draft's number. */
const plan: WizardPlan<number> = {
  steps: ["One", "Two", "Three"],
  errorsOf: (finished, step): FieldErrors => (step > finished ? { field: `Step ${step} is unfinished` } : {}),
  stepOfField: { title: 1 },
  unfinishedIn: () => [],
};

test.each([
  [null, 0, 1],
  ["3", 0, 1],
  ["3", 1, 2],
  ["3", 2, 3],
  ["99", 3, 3],
  ["-1", 3, 1],
  ["x", 3, 1],
])("the address's step %s is shown as far as those before it are finished (%i)", (asked, finished, step) => {
  expect(shownStep(plan, asked, finished)).toBe(step);
});

test("firstUnfinished looks at every step, or up to one", () => {
  expect([firstUnfinished(plan, 3), firstUnfinished(plan, 1), firstUnfinished(plan, 1, 1)]).toEqual([
    undefined,
    2,
    undefined,
  ]);
});

test("a field that no step names is in the last one", () => {
  expect([stepOf(plan, "title"), stepOf(plan, "campaign_send_date")]).toEqual([1, 3]);
});

describe("the audience", () => {
  test("lacks a list, a person, a day or a time", () => {
    expect(recipientErrors(emptyAudience)).toEqual({ campaign_customers_list: "Please select at least 1 list!" });
    expect(recipientErrors({ ...emptyAudience, type: "individual" })).toEqual({
      campaign_customers: "Please select at least 1 customer!",
    });
    expect(recipientErrors({ ...emptyAudience, lists: [3] })).toEqual({});
    expect(timeErrors(emptyAudience)).toEqual({});
    expect(timeErrors({ ...emptyAudience, option: "later", date: "2026-12-01" })).toEqual({
      campaign_send_time: "Choose a time",
    });
  });

  test("sends day, time and zone only where they are chosen", () => {
    const draft = { ...emptyAudience, date: "2026-12-01", time: "09:30", zone: "(GMT-05:00) Indiana (East)" };
    const empty = { campaign_send_date: "", campaign_send_time: "", campaign_send_timezone: "" };
    expect(audienceFieldsOf(draft)).toMatchObject(empty);
    expect(audienceFieldsOf({ ...draft, option: "later" })).toMatchObject({
      ...empty,
      campaign_send_date: "2026-12-01",
      campaign_send_time: "09:30",
    });
    expect(audienceFieldsOf({ ...draft, option: "timezone" })).toMatchObject({
      campaign_send_timezone: "(GMT-05:00) Indiana (East)",
    });
  });
});

test("time zones: the location's, seven of the US, the rest, with today's true offset", () => {
  const [own, us, others] = zoneChoices("America/Los_Angeles", new Date("2026-07-01T12:00:00Z"));
  const values = [own, us, others].flatMap((group) => group?.items ?? []).map(({ value }) => value);
  expect(new Set(values).size).toBe(values.length);
  expect(own?.items).toEqual([{ value: "", label: "Your location (GMT-7)" }]);
  expect(us?.items[0]?.label).toBe("(GMT-05:00) Eastern Time (US & Canada), now GMT-4");
  expect([us?.items.length, others?.items.length]).toEqual([7, 75]);
  expect(offsetName("Asia/Kathmandu", new Date("2026-07-01T12:00:00Z"))).toBe("GMT+5:45");
});
