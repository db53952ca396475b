import { expect, test } from "vitest";
import { idleDays } from "#domains/inbox/rules.ts";
import { planConversations } from "./conversations.ts";
import { makeCustomers } from "./customers.ts";
import { places } from "./places.ts";
import { randomFrom } from "./random.ts";

const rooftops = places.map(({ location, number }, index) => ({
  location_id: index + 1,
  title: location.title,
  zone: location.time_zone,
  number,
  writers: [{ user_id: 1, first_name: "Ada" }],
}));

function plan(now: Date) {
  const random = randomFrom(7);
  return planConversations(random, rooftops, makeCustomers(random), now);
}

test.each([
  "2026-06-10T10:00:00Z",
  "2026-06-10T16:00:30Z",
  "2026-06-11T02:30:00Z",
  "2026-01-01T07:59:59Z",
  "2026-03-08T17:00:00Z",
  "2026-11-01T09:30:00Z",
])("the conversations fit together when the start is at %s", (instant) => {
  const now = new Date(instant);
  for (const { messages, talk, visit } of plan(now)) {
    const times = messages.map(({ at }) => at.getTime());
    expect(times).toEqual([...new Set(times)].sort((one, other) => one - other));
    const last = times.at(-1) ?? 0;
    expect(last).toBeLessThan(now.getTime());
    expect(now.getTime() - last > idleDays * 86_400_000).toBe(talk.closed === "idle");
    if (visit) expect(visit.at.getTime()).toBeGreaterThan(visit.agreedAt.getTime());
    if (visit?.missed) expect(visit.at.getTime()).toBeLessThan(last);
  }
});

test("the same talks come out every time", () => {
  const now = new Date("2026-06-10T16:00:30Z");
  expect(plan(now)).toEqual(plan(now));
});
