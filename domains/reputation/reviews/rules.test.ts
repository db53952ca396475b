import fc from "fast-check";
import { expect, test } from "vitest";
import { isDay, maxReplyBytes, type ReviewState, replyBytes } from "./fields.ts";
import {
  averageOf,
  comparableRating,
  type Follower,
  isLow,
  isSameName,
  matchReview,
  privacyWarnings,
  rangeProblem,
  stateAfterEdit,
} from "./rules.ts";

const judged = (rating: number | null, recommends: 0 | 1 | null = null) => ({ rating, recommends });

test.each([
  [judged(4), 4, false],
  [judged(2), 2, true],
  [judged(3), 3, false],
  [judged(null, 1), 5, false],
  [judged(null, 0), 1, true],
  [judged(null), null, false],
])("%o counts as %s in filters, and is low: %s", (review, rating, low) => {
  expect(comparableRating(review)).toBe(rating);
  expect(isLow(review)).toBe(low);
});

test("the average of no stars is nothing, not 0", () => {
  expect(averageOf([])).toBeNull();
  expect(averageOf([null, null])).toBeNull();
  expect(averageOf([5, null, 2])).toBe(3.5);
});

test.each([
  ["2026-11-22", true],
  ["2026-02-30", false],
  ["2024-02-29", true],
  ["11/22/2026", false],
  ["", false],
])("%s is a day: %s", (text, expected) => expect(isDay(text)).toBe(expected));

test("a range says at which field it is upside down", () => {
  const range = { rating_min: 0, rating_max: 0, from: "", to: "" };
  expect(rangeProblem(range)).toBeUndefined();
  expect(rangeProblem({ ...range, rating_min: 4 })).toBeUndefined();
  expect(rangeProblem({ ...range, rating_min: 4, rating_max: 2 })?.field).toBe("rating_max");
  expect(rangeProblem({ ...range, from: "2026-02-02", to: "2026-02-01" })?.field).toBe("to");
  expect(rangeProblem({ ...range, from: "2026-02-02", to: "2026-02-02" })).toBeUndefined();
});

test.each<[ReviewState, ReturnType<typeof judged>, ReturnType<typeof judged>, ReviewState]>([
  ["answered", judged(2), judged(5), "open"],
  ["answered", judged(2), judged(2), "answered"],
  ["settled", judged(null, 1), judged(null, 0), "open"],
  ["settled", judged(null), judged(1), "open"],
  ["open", judged(1), judged(5), "open"],
])("%s with %o becoming %o is %s", (state, before, after, expected) => {
  expect(stateAfterEdit(state, before, after)).toBe(expected);
});

test("a reply's limit is in bytes, of which an emoji has four", () => {
  expect(replyBytes("a".repeat(maxReplyBytes))).toBe(maxReplyBytes);
  expect(replyBytes("😀".repeat(1024))).toBe(maxReplyBytes);
  expect(replyBytes("شكرا")).toBe(8);
});

const ana = { phones: ["+15185550107"], emails: ["ana@example.com"] };

test.each([
  ["Thank you, Ana!", 0],
  ["Call us at (518) 555-0100 or write to hello@dealer.example.", 0],
  ["We'll call you at 518.555.0107.", 1],
  ["We wrote to ANA@example.com.", 1],
  ["Your car 1HGCM82633A004352 is ready.", 1],
  ["As discussed, we replaced the part.", 1],
  ["Como hablamos, cambiamos la pieza.", 1],
  ["Your license plate is in the mail.", 1],
  ["AAAAAAAAAAAAAAAAA is no number, and 😀 neither.", 0],
  ["", 0],
])("%s has %d warnings", (reply, count) => {
  expect(privacyWarnings(reply, ana)).toHaveLength(count);
});

test.each([
  ["Ana Ruiz", "Ana Ruiz", true],
  ["ana r.", "Ana Ruiz", true],
  ["Ana", "Ana Ruiz", true],
  ["Ana Maria Ruiz", "Ana Ruiz", true],
  ["Ana Lopez", "Ana Ruiz", false],
  ["Bo Ruiz", "Ana Ruiz", false],
  ["Renée D.", "Renee Dubois", true],
  ["", "Ana Ruiz", false],
  ["Ana", "", false],
  ["李 明", "李 明", true],
  ["😀", "Ana", false],
])("%s can be %s: %s", (author, customer, expected) => expect(isSameName(author, customer)).toBe(expected));

const hour = 3_600_000;
const published_at = new Date("2026-11-20T12:00:00Z");
const follower = (invite_id: number, customer_name: string, hoursBefore: number): Follower => {
  return { invite_id, customer_name, followed_at: new Date(published_at.getTime() - hoursBefore * hour) };
};

test.each<[string, string, Follower[], ReturnType<typeof matchReview>]>([
  ["by name within 14 days", "Ana R.", [follower(1, "Ana Ruiz", 13 * 24)], { invite_id: 1, matched: "name" }],
  ["not after 14 days", "Ana R.", [follower(1, "Ana Ruiz", 15 * 24)], undefined],
  [
    "the name before the one shortly before",
    "Ana R.",
    [follower(1, "Ana Ruiz", 90), follower(2, "Bo Li", 1)],
    { invite_id: 1, matched: "name" },
  ],
  [
    "the only one of three days, probably",
    "SpeedyDriver",
    [follower(2, "Bo Li", 71)],
    { invite_id: 2, matched: "probably" },
  ],
  ["nobody of two", "SpeedyDriver", [follower(1, "Ana Ruiz", 5), follower(2, "Bo Li", 1)], undefined],
  ["nobody of two with the same name", "Ana", [follower(1, "Ana Ruiz", 5), follower(2, "Ana Lopez", 1)], undefined],
  ["not after three days without the name", "SpeedyDriver", [follower(2, "Bo Li", 73)], undefined],
  ["not somebody who chose the site afterwards", "Bo Li", [follower(2, "Bo Li", -1)], undefined],
  ["although the clocks differ a little", "Bo Li", [follower(2, "Bo Li", -0.05)], { invite_id: 2, matched: "name" }],
  ["anonymous", "", [follower(2, "Bo Li", 3)], { invite_id: 2, matched: "probably" }],
  ["nobody", "Ana", [], undefined],
])("matches %s", (_, author, followers, expected) => {
  expect(matchReview({ author, published_at }, followers)).toEqual(expected);
});

test("a match is one of the followers, and doesn't depend on their order", () => {
  const one = fc.record({ invite_id: fc.nat(), name: fc.constantFrom("Ana Ruiz", "Bo Li", ""), hours: fc.nat(500) });
  fc.assert(
    fc.property(fc.uniqueArray(one, { selector: ({ invite_id }) => invite_id }), fc.string(), (all, author) => {
      const followers = all.map(({ invite_id, name, hours }) => follower(invite_id, name, hours));
      const match = matchReview({ author, published_at }, followers);
      expect(matchReview({ author, published_at }, followers.toReversed())).toEqual(match);
      if (match) expect(followers.map(({ invite_id }) => invite_id)).toContain(match.invite_id);
    }),
  );
});
