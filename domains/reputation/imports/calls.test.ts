import { afterAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { csvOf } from "#core/csv.ts";
import { dayOf } from "#domains/appointments/rules.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { addSite, googleLink, yelpLink } from "#testing/reputation/startReviews.ts";
import { startTestApp } from "#testing/testApp.ts";
import { reviewInvites } from "../invites/contract.ts";
import { reviews } from "../reviews/contract.ts";
import { reviewImports } from "./contract.ts";

const app = await startTestApp();
afterAll(() => app.close());
let dealer: Dealership;
let manager: Caller;
let yelp: number;

beforeEach(async () => {
  dealer = await app.dealership();
  manager = await app.signIn(dealer.manager);
  const owner = await app.signIn(dealer.owner);
  await addSite(owner, "google", googleLink);
  yelp = await addSite(owner, "yelp", yelpLink);
});

const fileOf = (text: string | Uint8Array<ArrayBuffer>, name = "reviews.csv") => ({
  reviews_file: new File([text], name),
});
const preview = async (text: string, site_id?: number) =>
  (await manager(reviewImports.preview, { body: { site_id }, files: fileOf(text) })).data;
const start = async (text: string, site_id?: number, call = manager) =>
  (await call(reviewImports.start, { body: { site_id }, files: fileOf(text) })).data;
const shown = async (call = manager) => (await call(reviews.table, { body: {} })).data;

const file = csvOf([
  ["Date", "Site", "Author", "Rating", "Review"],
  ["1/15/2024", "Google", "Ana R.", "5", "Fast, and\nfriendly"],
  ["2024-02-01", "yelp", "Bo", "2 stars", ""],
  ["2024-02-01", "Bing", "Cy", "4", "Fine"],
  ["soon", "Google", "Di", "4", "Fine"],
  ["2024-01-15", "Google", "ana r.", "5", "Fast, and friendly"],
]);

test("a file is looked at first, then its new reviews are added, and a second time none", async () => {
  const expected = { rows_added: 2, rows_known: 1, rows_rejected: 2 };
  expect(await preview(file)).toMatchObject({
    ...expected,
    added: [
      { row: 2, site: "Google", author: "Ana R.", rating: 5, published_on: "2024-01-15" },
      { row: 4, site: "Yelp" },
    ],
    rejected: [
      { row: 5, reason: "“Bing” isn't one of your review sites" },
      { row: 6, reason: "“soon” isn't a date" },
    ],
  });
  expect(await shown()).toEqual([]);
  expect(await start(file)).toMatchObject({ ...expected, file_name: "reviews.csv", can_undo: 1 });
  expect(await shown()).toMatchObject([
    { author: "Bo", rating: 2, site: "Yelp", state: "settled" },
    { author: "Ana R.", body: "Fast, and\nfriendly", state: "settled" },
  ]);
  expect(await start(file)).toMatchObject({ rows_added: 0, rows_known: 3 });
  expect(await shown()).toHaveLength(2);
});

test("what was exported is here already, and the rows' own site can be chosen", async () => {
  await start("Date,Rating,Author\n2024-03-01,4,Ana\n", yelp);
  expect(await shown()).toMatchObject([{ site: "Yelp", author: "Ana" }]);
  const { csv } = (await manager(reviews.export, { body: {} })).data;
  expect(await preview(csv)).toMatchObject({ rows_added: 0, rows_known: 1, rows_rejected: 0 });
});

test("of what is new, somebody is to reply, and it is matched with the invite that led to it", async () => {
  const body = { name: "Ana Ruiz", contact: freshPhone(), consent: 1 } as const;
  const { invite_id } = (await manager(reviewInvites.send, { body })).data;
  await app.pool.query("update review_invites set sent_at = $2, followed_at = $2, site_id = $3 where id = $1", [
    invite_id,
    app.clock.now(),
    yelp,
  ]);
  // By the location's clocks: there it may still be yesterday.
  const day = dayOf(app.clock.now(), "America/New_York");
  const { id } = await start(`Date,Site,Author,Rating\n${day},Yelp,Ana R.,1\n`);
  expect(await shown()).toMatchObject([{ state: "open", invite_id, matched: "name" }]);
  await manager(reviewImports.undo, { params: { id } });
  const { rows } = await app.pool.query("select reviewed_at from review_invites where id = $1", [invite_id]);
  expect(rows[0].reviewed_at).toBeNull();
});

test("an import is undone but for what somebody worked on, once", async () => {
  const { id } = await start(file);
  const [bo] = await shown();
  await manager(reviews.reply, { params: { id: bo?.id ?? 0 }, body: { body: "We are sorry" } });
  expect((await manager(reviewImports.undo, { params: { id } })).data).toEqual({ deleted: 1, kept: 1 });
  expect(await shown()).toMatchObject([{ author: "Bo" }]);
  const conflict = { status: 409 };
  await expect(manager(reviewImports.undo, { params: { id } })).rejects.toMatchObject(conflict);
  expect((await manager(reviewImports.list)).data.imports).toMatchObject([{ id, can_undo: 0, rows_added: 2 }]);
});

test("after 30 days nothing is undone, nor at another location", async () => {
  const { id } = await start(file);
  const elsewhere = await app.signIn(dealer.owner, dealer.otherLocation_id);
  await expect(elsewhere(reviewImports.undo, { params: { id } })).rejects.toMatchObject({ status: 404 });
  await app.pool.query("update review_imports set imported_at = imported_at - interval '31 days' where id = $1", [id]);
  await expect(manager(reviewImports.undo, { params: { id } })).rejects.toMatchObject({ status: 409 });
});

test.each([
  ["", /empty/i],
  ["Author,Review\nAna,Fine\n", /Date and one called Rating/],
  ["Date,Rating\n", /no reviews/],
  ['Date,Rating\n"2024-01-01,5\n', /never closed/],
  ["PK\u0003\u0004", /Excel/],
])("%j is refused at the file", async (text, message) => {
  const refused = { status: 422, fields: { reviews_file: expect.stringMatching(message) } };
  await expect(preview(text)).rejects.toMatchObject(refused);
  await expect(start(text)).rejects.toMatchObject(refused);
});

test("agents import nothing, a foreign site is not found, and more than 10,000 rows are too many", async () => {
  const agent = await app.signIn(dealer.agent);
  await expect(start(file, undefined, agent)).rejects.toMatchObject({ status: 403 });
  await expect(preview(file, 999_999)).rejects.toMatchObject({ status: 404 });
  const many = `Date,Site,Rating\n${"2024-01-01,Google,5\n".repeat(10_001)}`;
  await expect(preview(many)).rejects.toMatchObject({ fields: { reviews_file: expect.stringMatching(/10,000/) } });
});

test("two imports of one file at once add its reviews once", async () => {
  await Promise.all([start(file), start(file)]);
  expect(await shown()).toHaveLength(2);
});
