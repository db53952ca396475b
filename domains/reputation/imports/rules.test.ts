import { expect, test } from "vitest";
import { columnsOf, columnsProblem, dayIn, identityOf, opinionIn, readReviewRow } from "./rules.ts";

test.each([
  ["5", 5],
  ["4.0", 4],
  ["3/5", 3],
  ["2 of 5", 2],
  ["1 star", 1],
  ["★★★★☆", 4],
  ["⭐⭐", 2],
  ["FIVE", 5],
])("the rating %j is %i stars", (text, rating) => expect(opinionIn(text)).toEqual({ rating, recommends: null }));

test.each(["", "0", "6", "4.5", "good", "☆☆☆☆☆", "★★★★★★"])("the rating %j is refused", (text) => {
  expect(opinionIn(text)).toBeUndefined();
});

test("recommendations have no stars", () => {
  expect(opinionIn("Recommends")).toEqual({ rating: null, recommends: 1 });
  expect(opinionIn("Doesn’t recommend")).toEqual({ rating: null, recommends: 0 });
});

test.each([
  ["2026-01-15", "2026-01-15"],
  ["2026-01-15T10:00:00Z", "2026-01-15"],
  ["1/5/2026", "2026-01-05"],
  ["12/31/25 4:00 PM", "2025-12-31"],
  ["Jan 15, 2026", "2026-01-15"],
  ["September 3rd 2025", "2025-09-03"],
])("the date %j is %s", (text, day) => expect(dayIn(text)).toBe(day));

test.each(["", "2/30/2026", "15/1/2026", "yesterday", "2026"])("the date %j is refused", (text) => {
  expect(dayIn(text)).toBeUndefined();
});

const sites = [
  { id: 1, kind: "google", name: "Google" },
  { id: 2, kind: "facebook", name: "Facebook" },
  { id: 3, kind: "cars", name: "Cars.com" },
] as const;
const columns = columnsOf(["Published", "Location", "Site", "Author", "Rating", "Review", "State"]);
const read = (cells: readonly string[], site_id?: number) =>
  readReviewRow(cells, { columns, sites, site_id, today: "2026-02-01" });

test("our own export is read", () => {
  expect(columns).toEqual({ published_on: 0, site: 2, author: 3, rating: 4, body: 5 });
  expect(read(["2026-01-15", "Downtown", "Google", "Ana", "4", "'=1+1 reasons", "open"])).toEqual({
    site_id: 1,
    author: "Ana",
    rating: 4,
    recommends: null,
    body: "=1+1 reasons",
    published_on: "2026-01-15",
  });
  expect(read(["2026-01-15", "", "www.cars.com", "", "4", ""])).toMatchObject({ site_id: 3 });
  expect(read(["2026-01-15", "", "", "", "4", ""], 2)).toMatchObject({ site_id: 2 });
});

test.each([
  [["2026-01-15", "", "Bing", "", "5"], "“Bing” isn't one of your review sites"],
  [["2026-01-15", "", "", "", "5"], "It doesn't name a site"],
  [["2026-01-15", "", "Google", "", "9"], "The rating “9” isn't 1 to 5 stars"],
  [["2026-01-15", "", "Google", "", "Recommends"], "Google needs 1 to 5 stars"],
  [["soon", "", "Google", "", "5"], "“soon” isn't a date"],
  [["2026-02-02", "", "Google", "", "5"], "“2026-02-02” is in the future"],
  [["1999-02-02", "", "Google", "", "5"], "“1999-02-02” is before 2000"],
  [["2026-01-15", "", "Google", "a".repeat(201), "5"], "The author is longer than 200 characters"],
])("%j is refused", (cells, reason) => expect(read(cells)).toEqual({ reason }));

test("a file without dates or ratings says which column it needs", () => {
  expect(columnsProblem(columnsOf(["Author"]))).toMatch(/Date and one called Rating/);
  expect(columnsProblem(columns)).toBeUndefined();
});

test("spaces and capitals don't make another review", () => {
  const review = { site_id: 1, published_on: "2026-01-15" };
  const first = identityOf({ ...review, author: "Ana R.", body: "So fast!" });
  expect(identityOf({ ...review, author: "ana r. ", body: "So  fast!\n" })).toBe(first);
  expect(identityOf({ ...review, author: "Ana R.", body: "So slow!" })).not.toBe(first);
});
