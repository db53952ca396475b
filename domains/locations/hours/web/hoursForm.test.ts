import { expect, test } from "vitest";
import { defaultHours, type Hours } from "../rules.ts";
import { addClosedDay, copyMonday, formToHours, hoursToForm, timeChoices, timeName } from "./hoursForm.ts";

test.each<Hours>([
  defaultHours,
  { week: Array.from({ length: 7 }, () => null), closed: ["2026-12-25"] },
  { week: Array.from({ length: 7 }, (_, day) => ({ opens: day, closes: 1440 - day })), closed: [] },
])("hours survive the round trip through the form: %#", (hours) => {
  expect(formToHours(hoursToForm(hours))).toEqual(hours);
});

test("a picked closed day that was not added is sent, once", () => {
  const values = { ...hoursToForm({ ...defaultHours, closed: ["2026-12-25"] }), another: "2026-11-26" };
  expect(formToHours(values).closed).toEqual(["2026-11-26", "2026-12-25"]);
  expect(addClosedDay(["2026-12-25"], "2026-12-25")).toEqual(["2026-12-25"]);
  expect(addClosedDay(["2026-12-25"], "")).toEqual(["2026-12-25"]);
});

test("copies Monday to Tuesday through Friday, not to the weekend", () => {
  const { week } = hoursToForm(defaultHours);
  const monday = { isOpen: true, opens: "480", closes: "1020" };
  const after = copyMonday(week.map((day, index) => (index === 1 ? monday : day)));
  expect(after.slice(1, 6)).toEqual(Array.from({ length: 5 }, () => monday));
  expect([after[0], after[6]]).toEqual([week[0], week[6]]);
});

test.each([
  [0, "12:00 AM"],
  [545, "9:05 AM"],
  [720, "12:00 PM"],
  [1410, "11:30 PM"],
  [1440, "Midnight"],
])("%i minutes after midnight it is %s", (minutes, name) => {
  expect(timeName(minutes)).toBe(name);
});

test("offers half hours, plus a current value at another minute", () => {
  expect(timeChoices("opens", "545")).toHaveLength(49);
  expect(timeChoices("opens", "545").map(({ value }) => value)).toContain("545");
  expect(timeChoices("opens", "540").at(0)).toEqual({ value: "0", label: "12:00 AM" });
  expect(timeChoices("closes", "540").at(-1)).toEqual({ value: "1440", label: "Midnight" });
});
