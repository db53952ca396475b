import { expect, test } from "vitest";
import { lastMonths, onTrackFor, rankByReviews, type StoredSiteFigures, siteFigures } from "./rules.ts";

test.each([
  [0, "2026-11-01", 0],
  [1, "2026-11-01", 30],
  [22, "2026-11-15", 44],
  [7, "2026-02-28", 7],
  [7, "2028-02-28", 7],
  [31, "2026-12-31", 31],
])("%i reviews by %s are on track for %i", (received, today, expected) => {
  expect(onTrackFor(received, today)).toBe(expected);
});

test("a connected site is as fresh as its last reading, and says when somebody has to connect it again", () => {
  const synced_at = new Date("2026-11-22");
  const sourceOf = (connection: StoredSiteFigures["connection"]) => siteFigures([site({ connection, synced_at })])[0];
  expect(sourceOf("failing")).toMatchObject({ source: "connected", as_of: synced_at });
  expect(sourceOf("needs_access")).toMatchObject({ source: "disconnected", as_of: synced_at });
  expect(sourceOf("choosing")).toMatchObject({ source: "by_hand" });
});

test("the last months go over the year's border", () => {
  expect(lastMonths("2027-02-03", 4)).toEqual(["2026-11", "2026-12", "2027-01", "2027-02"]);
  expect(lastMonths("2026-12-31", 2)).toEqual(["2026-11", "2026-12"]);
});

const site = (change: Partial<StoredSiteFigures>): StoredSiteFigures => ({
  kind: "google",
  title: "",
  is_deleted: false,
  last_added_at: null,
  connection: null,
  synced_at: null,
  reviews: 0,
  average: null,
  asked: 0,
  recommended: 0,
  ...change,
});

test("the five usual sites are always there, a deleted one only while it has reviews", () => {
  const shown = siteFigures([
    site({ kind: "other", title: "Guestbook", reviews: 2 }),
    site({ kind: "cars", is_deleted: true }),
    site({ kind: "dealerrater", is_deleted: true, reviews: 1 }),
  ]);
  expect(shown.map(({ site }) => site)).toEqual(
    "Guestbook DealerRater Google Facebook Twitter Yelp LinkedIn".split(" "),
  );
  expect(shown.map(({ source }) => source)).toEqual(["by_hand", "by_hand", "none", "none", "none", "none", "none"]);
});

test("freshness is that of the last review that somebody added", () => {
  const last_added_at = new Date("2026-11-21");
  expect(siteFigures([site({ last_added_at })])[0]?.as_of).toEqual(last_added_at);
});

test("whom a site asks for a recommendation counts in percent; nobody asked is no percentage", () => {
  const [asked, silent] = siteFigures([site({ asked: 3, recommended: 2 }), site({})]);
  expect([asked?.recommend_percent, silent?.recommend_percent]).toEqual([67, null]);
});

test("equal results share a rank and stand by name; stars don't count", () => {
  const score = (name: string, reviews: number, invites_sent: number) => ({ name, reviews, invites_sent, rating: 1 });
  const ranked = rankByReviews([score("Zoe", 2, 5), score("Ann", 2, 5), score("Bo", 2, 9), score("Cy", 0, 0)]);
  expect(ranked.map(({ name, rank }) => `${rank} ${name}`)).toEqual(["1 Bo", "2 Ann", "2 Zoe", "4 Cy"]);
  expect(rankByReviews([])).toEqual([]);
});
