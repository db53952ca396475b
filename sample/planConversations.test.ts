import { expect, test } from "vitest";
import { idleDays } from "#domains/inbox/list/rules.ts";
import { createSampleCustomers } from "./customers.ts";
import { planConversations } from "./planConversations.ts";
import { randomFrom } from "./random.ts";
import { sampleLocations } from "./sampleLocations.ts";

const locations = sampleLocations.map(({ location, number }, index) => ({
  location_id: index + 1,
  title: location.title,
  zone: location.time_zone,
  number,
  writers: [{ user_id: 1, first_name: "Ada" }],
}));

function plan(now: Date) {
  const random = randomFrom(7);
  return planConversations(random, locations, createSampleCustomers(random), now);
}

test.each([
  "2026-06-10T10:00:00Z",
  "2026-06-10T16:00:30Z",
  "2026-06-11T02:30:00Z",
  "2026-01-01T07:59:59Z",
  "2026-03-08T17:00:00Z",
  "2026-11-01T09:30:00Z",
])("conversations are consistent when seeded at %s", (instant) => {
  const now = new Date(instant);
  for (const { messages, sample, appointment } of plan(now)) {
    const times = messages.map(({ at }) => at.getTime());
    expect(times).toEqual([...new Set(times)].sort((one, other) => one - other));
    const last = times.at(-1) ?? 0;
    expect(last).toBeLessThan(now.getTime());
    expect(now.getTime() - last > idleDays * 86_400_000).toBe(sample.closed === "idle");
    if (appointment) expect(appointment.at.getTime()).toBeGreaterThan(appointment.agreedAt.getTime());
    if (appointment?.missed) expect(appointment.at.getTime()).toBeLessThan(last);
  }
});

test("planning is deterministic", () => {
  const now = new Date("2026-06-10T16:00:30Z");
  expect(plan(now)).toEqual(plan(now));
});
