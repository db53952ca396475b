import { afterAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { notifications } from "#domains/notifications/contract.ts";
import { reviewConnections, reviewSites } from "#domains/reputation/sites/contract.ts";
import { inTime } from "#testing/deadlines.ts";
import type { Dealership } from "#testing/dealership.ts";
import { connectGoogle } from "#testing/reputation/connectGoogle.ts";
import { startTestApp } from "#testing/testApp.ts";
import { reviews } from "../../contract.ts";
import { sweepReviewSites } from "./syncReviews.ts";

const app = await startTestApp();
afterAll(() => app.close());
const site = app.reviewSites;
const [minute, hour] = [60_000, 3_600_000];
let dealer: Dealership;
let owner: Caller;
let google: number;
let ref: string;

beforeEach(async () => {
  dealer = await app.dealership();
  owner = await app.signIn(dealer.owner);
  const body = { kind: "google", title: "", write_url: "https://g.page/r/harbor", is_shown: 1 } as const;
  google = (await owner(reviewSites.add, { body })).data.id;
  ref = await connectGoogle(owner, google);
});

const day = (number: number) => new Date(Date.UTC(2026, 0, number, 12));
const write = (author: string, rating: number | null, body = "", at = day(1)) =>
  site.write(ref, { author, rating, body, published_at: at });
const shown = async (filter: object = {}) => (await owner(reviews.table, { body: { length: 500, ...filter } })).data;
const connection = async () => {
  const [one] = (await owner(reviewConnections.all)).data.connections;
  if (!one) throw new Error("not connected");
  return one;
};
/** Lets time pass, and everything happen that is due by then. */
async function pass(ms: number): Promise<void> {
  app.clock.advance(ms);
  owner = await app.signIn(dealer.owner);
  await sweepReviewSites(app.server);
  await app.jobs.runAll();
}
const readNow = async () => {
  app.clock.advance(1000);
  await owner(reviewConnections.sync, { params: { id: google } });
  await app.jobs.runAll();
};

test("the reviews of a connected site come page by page, with the replies that were written there", async () => {
  for (let number = 1; number <= 120; number += 1) await write(`Author ${number}`, (number % 5) + 1, "", day(number));
  const last = await write("Ana", null, "Only words", day(130));
  await site.reply({ ref, access: await accessOf(ref) }, last, "Thanks, Ana", inTime);
  await site.moderate(last, "live");
  expect(await connection()).toMatchObject({ state: "first", synced_at: null });
  await app.jobs.runAll();
  const all = await shown();
  expect(all).toHaveLength(121);
  const ana = all.find(({ author }) => author === "Ana");
  expect(ana).toMatchObject({ rating: null, recommends: null, is_synced: 1, reply: "Thanks, Ana", replied_by: "" });
  expect(ana).toMatchObject({ reply_state: "live", state: "answered" });
  expect(await connection()).toMatchObject({ state: "ok", count: 121, site_count: 121, synced_at: expect.any(String) });
});

test("what its author changes becomes history and opens an answered review again", async () => {
  const id = await write("Ana", 2, "Slow");
  await app.jobs.runAll();
  await site.reply({ ref, access: await accessOf(ref) }, id, "Sorry", inTime);
  await site.moderate(id, "live");
  await pass(11 * minute);
  expect(await shown()).toMatchObject([{ state: "answered", reply: "Sorry" }]);
  await site.edit(id, { rating: 5, body: "They made it right" });
  await pass(11 * minute);
  const [review] = await shown();
  expect(review).toMatchObject({ rating: 5, body: "They made it right", state: "open", answered_rating: 2 });
  const { edits } = (await owner(reviews.history, { params: { id: review?.id ?? 0 } })).data;
  expect(edits).toMatchObject([{ rating: 2, body: "Slow" }]);
});

test("a deleted review is shown as removed, counts no longer, and is back when the site lists it again", async () => {
  await write("Ana", 5);
  const deleted = await write("Ben", 1);
  await app.jobs.runAll();
  await site.remove(deleted);
  await readNow();
  const ben = (await shown()).find(({ author }) => author === "Ben");
  expect(ben).toMatchObject({ removed_at: expect.any(String) });
  expect((await owner(reviews.overview)).data).toMatchObject({ total: 1, average: 5, open: 1 });
  expect((await shown({ show: "open" })).map(({ author }) => author)).toEqual(["Ana"]);
  await app.pool.query("update reviews set external_id = $2 where id = $1", [ben?.id, await write("Ben", 1)]);
  await readNow();
  expect((await shown()).find(({ author }) => author === "Ben")).toMatchObject({ removed_at: null });
});

test("a site that leaves out much at once has a hole, until a second whole walk says the same", async () => {
  const ids: string[] = [];
  for (let number = 1; number <= 10; number += 1) ids.push(await write(`Author ${number}`, 4));
  await app.jobs.runAll();
  for (const id of ids.slice(0, 6)) await site.remove(id);
  await readNow();
  expect((await shown()).filter(({ removed_at }) => removed_at !== null)).toEqual([]);
  expect(await connection()).toMatchObject({ count: 10, site_count: 4 });
  await pass(25 * hour);
  expect((await shown()).filter(({ removed_at }) => removed_at !== null)).toHaveLength(6);
});

test("what was copied by hand before becomes the site's own", async () => {
  const draft = { site_id: google, author: "Ana Ruiz", rating: 5, body: "Fast ", published_on: "2026-01-02" };
  const { id } = (await owner(reviews.add, { body: draft })).data;
  await write("Ana Ruiz", 5, "Fast", day(3));
  await write("Ana Ruiz", 1, "Another day", day(20));
  await app.jobs.runAll();
  const all = await shown();
  expect(all).toHaveLength(2);
  expect(all.find((review) => review.id === id)).toMatchObject({ is_synced: 1, published_at: day(3).toISOString() });
  const changed = { ...draft, version: 0 };
  await expect(owner(reviews.update, { params: { id }, body: changed })).rejects.toMatchObject({ status: 409 });
  await expect(owner(reviews.remove, { params: { id } })).rejects.toMatchObject({ status: 409 });
});

test("pages that expire in the middle begin again, and nothing is twice", async () => {
  for (let number = 1; number <= 60; number += 1) await write(`Author ${number}`, 5, "", day(number));
  await app.pool.query(
    "update review_connections set walk_at = $2, walk_page = '0.50', walk_changed_to = $2 where site_id = $1",
    [google, app.clock.now()],
  );
  await app.jobs.runAll();
  expect(await shown()).toHaveLength(60);
  expect(await connection()).toMatchObject({ state: "ok", count: 60 });
});

test("a busy site is asked later, and people hear of it when that lasts", async () => {
  await write("Ana", 5);
  await site.setFault(ref, { busy_answers: 4 });
  await app.jobs.runAll();
  expect(await connection()).toMatchObject({ state: "first", problem: "" });
  await pass(30_000);
  expect(await shown()).toEqual([]);
  for (let turn = 0; turn < 3; turn += 1) await pass(20 * minute);
  expect(await connection()).toMatchObject({ state: "failing", problem: expect.stringMatching(/isn't answering/) });
  await pass(20 * minute);
  expect(await shown()).toHaveLength(1);
  expect(await connection()).toMatchObject({ state: "ok", problem: "" });
});

test("access that was withdrawn: people are told once, what was read stays, and connecting again goes on", async () => {
  await write("Ana", 5);
  await app.jobs.runAll();
  await site.setFault(ref, { is_revoked: true });
  await pass(11 * minute);
  await pass(hour);
  expect(await connection()).toMatchObject({
    state: "needs_access",
    problem: expect.stringMatching(/Reconnect it/),
  });
  expect(await shown()).toHaveLength(1);
  const notified = (await owner(notifications.list)).data.notifications.filter(({ kind }) => kind === "review");
  expect(notified).toMatchObject([{ title: "Reconnect Google" }]);
  const { url } = (await owner(reviewConnections.begin, { params: { id: google } })).data;
  const back = new URL(url).searchParams;
  const body = { state: back.get("state") ?? "", code: back.get("code") ?? "" };
  await owner(reviewConnections.finish, { body });
  await write("Ben", 4);
  await app.jobs.runAll();
  expect(await connection()).toMatchObject({ state: "ok", count: 2 });
});

test("of somebody who asked to be forgotten, the words don't come back", async () => {
  const id = await write("Ana", 5, "Fast");
  await app.jobs.runAll();
  await app.pool.query("update reviews set author = '', body = '', erased_at = now() where site_id = $1", [google]);
  await site.edit(id, { body: "Faster" });
  await readNow();
  expect(await shown()).toMatchObject([{ author: "", body: "", rating: 5 }]);
});

test("two processes that read the same site at once keep everything once", async () => {
  for (let number = 1; number <= 110; number += 1) await write(`Author ${number}`, 5, "", day(number));
  const key = { dealer_id: dealer.dealer_id, site_id: google };
  const { syncReviews } = await import("./syncReviews.ts");
  await Promise.all([syncReviews(app.server, key), syncReviews(app.server, key)]);
  await app.jobs.runAll();
  expect(await shown()).toHaveLength(110);
  expect(await connection()).toMatchObject({ state: "ok", count: 110 });
});

async function accessOf(profile: string): Promise<string> {
  const id = Number(profile.split("/")[1]);
  return (await app.pool.query("select access from simulated_profiles where id = $1", [id])).rows[0].access;
}
