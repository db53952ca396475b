import { expect, test } from "vitest";
import { emailAutoPauseReason, nextMailTry, percentOf, type RecentMails } from "./rules.ts";

const recent = (counts: Partial<RecentMails>) =>
  emailAutoPauseReason({ handed: 1_000, complained: 0, bounced: 0, failed: 0, ...counts });

test.each<[Partial<RecentMails>, string | undefined]>([
  [{}, undefined],
  [{ complained: 3 }, undefined],
  [{ complained: 4 }, "people marked as spam 4 of the last 1,000 emails"],
  // One person's click on the wrong button stops nothing, and a few emails say nothing.
  [{ handed: 100, complained: 1 }, undefined],
  [{ handed: 100, complained: 2 }, "people marked as spam 2 of the last 100 emails"],
  [{ handed: 99, complained: 50, bounced: 49 }, undefined],
  [{ bounced: 100 }, undefined],
  [{ bounced: 101 }, "101 of the last 1,000 emails bounced"],
  [{ failed: 201 }, "mail servers refused 201 of the last 1,000 emails"],
  [{ complained: 4, bounced: 500 }, "people marked as spam 4 of the last 1,000 emails"],
])("a campaign whose last emails came to %j pauses because %s", (counts, reason) => {
  expect(recent(counts)).toBe(reason);
});

test.each([
  [0, "2026-03-02T12:01:00Z"],
  [10, "2026-03-02T12:20:00Z"],
  [600, "2026-03-03T00:00:00Z"],
  [1_439, "2026-03-03T13:59:00Z"],
  [1_440, undefined],
])("a mail that has waited for %d minutes is tried again at %s", (minutes, at) => {
  const since = new Date("2026-03-02T12:00:00Z");
  const next = nextMailTry(since, new Date(since.getTime() + minutes * 60_000));
  expect(next).toEqual(at === undefined ? undefined : new Date(at));
});

test("a share of nothing is none", () => {
  expect(percentOf(3, 0)).toBe(0);
  expect(percentOf(1, 3)).toBe(33.33);
});
