import { describe, expect, test } from "vitest";
import { canCancel, phaseOf, timeInWords, whenInWords } from "./rules.ts";

const meeting = {
  datetime: "2026-11-24T15:00:00Z",
  ends_at: "2026-11-24T15:30:00Z",
  status: 0,
  started_at: null,
} as const;
const at = (time: string) => new Date(`2026-11-24T${time}Z`);

describe("the phase of a meeting", () => {
  test.each([
    ["14:49:59", "early"],
    ["14:50:00", "open"],
    ["15:00:00", "open"],
    ["15:59:59", "open"],
    ["16:00:00", "over"],
  ] as const)("at %s it is %s", (time, phase) => expect(phaseOf(meeting, at(time))).toBe(phase));

  test("whoever starts early lets people in early, and nobody after its end", () => {
    const started = { ...meeting, started_at: "2026-11-24T14:00:00Z" };
    expect(phaseOf(started, at("13:59:59"))).toBe("early");
    expect(phaseOf(started, at("14:00:00"))).toBe("open");
    expect(phaseOf(started, at("16:00:00"))).toBe("over");
  });

  test.each([1, 2] as const)("with the outcome %i it is over", (status) =>
    expect(phaseOf({ ...meeting, status }, at("15:00:00"))).toBe("over"),
  );
});

test("agents cancel what is theirs, managers and owners everything", () => {
  const people = [{ id: 7 }, { id: 8 }];
  expect(canCancel({ user_id: 8, role: "agent" }, people)).toBe(true);
  expect(canCancel({ user_id: 9, role: "agent" }, people)).toBe(false);
  expect(canCancel({ user_id: 9, role: "manager" }, people)).toBe(true);
  expect(canCancel({ user_id: 9, role: "dealer" }, [])).toBe(true);
});

test.each([
  ["2026-11-24T15:00:00Z", "America/New_York", "Tuesday, November 24 at 10:00 AM EST"],
  ["2026-07-24T15:00:00Z", "America/Los_Angeles", "Friday, July 24 at 8:00 AM PDT"],
  // The hour that the clocks show twice.
  ["2026-11-01T05:30:00Z", "America/New_York", "Sunday, November 1 at 1:30 AM EDT"],
  ["2026-11-01T06:30:00Z", "America/New_York", "Sunday, November 1 at 1:30 AM EST"],
  ["2026-11-25T06:30:00Z", "Pacific/Honolulu", "Tuesday, November 24 at 8:30 PM HST"],
])("%s in %s is %s", (instant, zone, words) => {
  expect(whenInWords(new Date(instant), zone)).toBe(words);
  expect(words.endsWith(timeInWords(new Date(instant), zone))).toBe(true);
});
