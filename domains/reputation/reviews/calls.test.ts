import { afterAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { dayOf } from "#domains/appointments/rules.ts";
import { notifications } from "#domains/notifications/contract.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { startTestApp } from "#testing/testApp.ts";
import { reviewInvites } from "../invites/contract.ts";
import { reviewSites } from "../sites/contract.ts";
import { type Review, reviews } from "./contract.ts";

const app = await startTestApp();
afterAll(() => app.close());
let dealer: Dealership;
let manager: Caller;
let agent: Caller;
let agentId: number;
let google: number;
let facebook: number;

beforeEach(async () => {
  dealer = await app.dealership();
  manager = await app.signIn(dealer.manager);
  agent = await app.signIn(dealer.agent);
  agentId = (await agent(accounts.profile)).data.id;
  const owner = await app.signIn(dealer.owner);
  const site = { title: "", is_shown: 1 } as const;
  const links = { google: "https://g.page/r/harbor", facebook: "https://www.facebook.com/harbor" };
  google = (await owner(reviewSites.add, { body: { ...site, kind: "google", write_url: links.google } })).data.id;
  facebook = (await owner(reviewSites.add, { body: { ...site, kind: "facebook", write_url: links.facebook } })).data.id;
});

/** By the location's clocks: there it may still be yesterday. */
const today = () => dayOf(app.clock.now(), "America/New_York");
const opinion = (changes: object = {}) => ({
  site_id: google,
  author: "Ana R.",
  rating: 5,
  body: "Fast and friendly",
  published_on: "2026-01-15",
  ...changes,
});
const add = async (changes: object = {}) => (await manager(reviews.add, { body: opinion(changes) })).data;
const shown = async (filter: object = {}, call = agent) => (await call(reviews.table, { body: filter })).data;
const one = async (id: number) => (await shown()).find((review) => review.id === id) as Review;

/** Somebody who was invited, and chose the site. */
async function follower(name: string, site_id = google): Promise<number> {
  const body = { name, contact: freshPhone(), consent: 1 } as const;
  const { invite_id } = (await agent(reviewInvites.send, { body })).data;
  const sql = "update review_invites set sent_at = $2, followed_at = $2, site_id = $3 where id = $1";
  await app.pool.query(sql, [invite_id, app.clock.now(), site_id]);
  return invite_id ?? 0;
}

test("a review is added by hand, and everybody at the location sees it", async () => {
  const { id } = await add({ rating: 2 });
  expect(await shown()).toMatchObject([{ id, author: "Ana R.", rating: 2, site: "Google", state: "open", version: 1 }]);
  const { data } = await agent(reviews.overview);
  expect(data).toMatchObject({ total: 1, open: 1, mine: 0, average: 2, stars: [{ rating: 2, count: 1 }] });
  expect(data.sites).toMatchObject([
    { title: "Google", count: 1, average: 2 },
    { title: "Facebook", count: 0, average: null, last_added_at: null },
  ]);
  expect((await agent(reviews.overview)).data.median_reply_hours).toBeNull();
  await expect(agent(reviews.add, { body: opinion() })).rejects.toMatchObject({ status: 403 });
});

test("at Facebook people recommend or don't, which counts as 5 or 1 in filters and in no average", async () => {
  await add({ site_id: facebook, rating: 0, recommends: 0 });
  await add({ site_id: facebook, rating: 0, recommends: 1 });
  expect(await shown({ rating_max: 2 })).toMatchObject([{ rating: null, recommends: 0 }]);
  expect(await shown({ rating_min: 5 })).toMatchObject([{ rating: null, recommends: 1 }]);
  expect((await agent(reviews.overview)).data).toMatchObject({ total: 2, average: null, stars: [] });
});

test.each([
  [{ rating: 0 }, "rating"],
  [{ rating: 0, recommends: 1 }, "rating"],
  [{ rating: 6 }, "rating"],
  [{ published_on: "2026-02-30" }, "published_on"],
  [{ published_on: "2199-01-01" }, "published_on"],
  [{ published_on: "1999-12-31" }, "published_on"],
  [{ body: "x".repeat(10_001) }, "body"],
  [{ author: "a\u0000b" }, "author"],
])("%j is refused at its field", async (changes, field) => {
  await expect(add(changes)).rejects.toMatchObject({ status: 422, fields: { [field]: expect.any(String) } });
});

test.each([
  [{ rating_min: 4, rating_max: 2 }, "rating_max"],
  [{ from: "2026-02-02", to: "2026-02-01" }, "to"],
  [{ from: "soon" }, "from"],
  [{ region: "California" }, "region"],
  [{ assigned: "everybody" }, "assigned"],
])("the filter %j is refused at its field", async (filter, field) => {
  await expect(shown(filter)).rejects.toMatchObject({ status: 422, fields: { [field]: expect.any(String) } });
});

test("filters narrow by site, stars, days, number of reviews, search and assignment", async () => {
  const old = await add({ rating: 3, published_on: "2025-06-01", body: "100% honest" });
  const fresh = await add({ author: "Bo", published_on: "2026-01-20" });
  const other = await add({ site_id: facebook, rating: 0, recommends: 1, published_on: "2026-01-21" });
  const ids = async (filter: object) => (await shown(filter)).map(({ id }) => id);
  expect(await ids({})).toEqual([other.id, fresh.id, old.id]);
  expect(await ids({ site: "google" })).toEqual([fresh.id, old.id]);
  expect(await ids({ rating_min: 4 })).toEqual([other.id, fresh.id]);
  expect(await ids({ from: "2026-01-20", to: "2026-01-20" })).toEqual([fresh.id]);
  expect(await ids({ review_count: 2 })).toEqual([fresh.id, old.id]);
  expect(await ids({ search: { value: "100%" } })).toEqual([old.id]);
  expect(await ids({ search: { value: "_" } })).toEqual([]);
  await manager(reviews.assign, { params: { id: old.id }, body: { user_ids: [agentId] } });
  expect(await ids({ show: "mine" })).toEqual([old.id]);
  expect(await ids({ assigned: "none" })).toEqual([other.id, fresh.id]);
  expect(await ids({ assigned: String(agentId) })).toEqual([old.id]);
});

test("a state's reviews are those of the person's own locations there", async () => {
  const owner = await app.signIn(dealer.owner);
  await app.pool.query("update locations set state = case when id = $2 then 'CA' else 'NV' end where dealer_id = $1", [
    dealer.dealer_id,
    dealer.location_id,
  ]);
  const { id } = await add();
  const elsewhere = await app.signIn(dealer.owner, dealer.otherLocation_id);
  expect(await shown({}, elsewhere)).toEqual([]);
  expect(await shown({ region: "CA" }, elsewhere)).toMatchObject([{ id }]);
  expect(await shown({ region: "all" }, elsewhere)).toMatchObject([{ id }]);
  expect(await shown({ region: "NV" }, owner)).toEqual([]);
  expect((await owner(reviews.overview)).data.regions).toEqual(["CA", "NV"]);
  await expect(elsewhere(reviews.settle, { params: { id }, body: { settled: 1 } })).rejects.toMatchObject({
    status: 404,
  });
});

test("whoever a review is assigned to is notified once, and only members of the location can be", async () => {
  const { id } = await add({ rating: 1 });
  for (let times = 0; times < 2; times += 1)
    await manager(reviews.assign, { params: { id }, body: { user_ids: [agentId] } });
  const { data } = await agent(notifications.list);
  expect(data.notifications.filter(({ kind }) => kind === "review")).toMatchObject([{ text: "Fast and friendly" }]);
  const foreign = await app.dealership();
  const refused = manager(reviews.assign, {
    params: { id },
    body: { user_ids: [(await (await app.signIn(foreign.agent))(accounts.profile)).data.id] },
  });
  await expect(refused).rejects.toMatchObject({ status: 422, fields: { user_ids: expect.any(String) } });
  await manager(reviews.assign, { params: { id }, body: { user_ids: [] } });
  expect((await one(id)).assignees).toEqual([]);
});

test("two people who reply at once: one does, the other sees that the review changed", async () => {
  const { id, version } = await add();
  const reply = (body: string) => manager(reviews.reply, { params: { id }, body: { body, version } });
  const outcomes = await Promise.allSettled([reply("Thank you!"), reply("Thanks!")]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({ reason: { status: 409 } });
  expect(await one(id)).toMatchObject({ state: "answered", reply: expect.stringMatching(/^Thank/) });
});

test("a draft is kept until the reply is posted; a changed reply keeps the earlier one in the history", async () => {
  const { id } = await add();
  const params = { id };
  await manager(reviews.saveDraft, { params, body: { body: "Thank" } });
  expect(await one(id)).toMatchObject({ draft: "Thank", state: "open", reply: "" });
  const { version } = await one(id);
  const first = await manager(reviews.reply, { params, body: { body: "Thank you", version } });
  expect(first.data).toMatchObject({ draft: "", reply: "Thank you", replied_by: expect.stringMatching(/\w/) });
  await manager(reviews.reply, { params, body: { body: "Thank you, Ana", version: first.data.version } });
  await manager(reviews.withdraw, { params });
  expect(await one(id)).toMatchObject({ state: "open", reply: "" });
  const { replies } = (await agent(reviews.history, { params })).data;
  expect(replies).toMatchObject([
    { body: "Thank you, Ana", state: "withdrawn" },
    { body: "Thank you", state: "replaced" },
  ]);
  await expect(manager(reviews.withdraw, { params })).rejects.toMatchObject({ status: 409 });
});

test("an author who changes their mind after the reply opens the review again, and what they said stays", async () => {
  const { id, version } = await add({ rating: 2, body: "Slow" });
  const params = { id };
  const answered = await manager(reviews.reply, { params, body: { body: "We're sorry", version } });
  const changed = { ...opinion({ body: "They made it right" }), version: answered.data.version };
  const { data } = await manager(reviews.update, { params, body: changed });
  expect(data).toMatchObject({ state: "open", rating: 5, answered_rating: 2, reply: "We're sorry" });
  const { edits } = (await agent(reviews.history, { params })).data;
  expect(edits).toMatchObject([{ rating: 2, body: "Slow" }]);
  await expect(manager(reviews.update, { params, body: changed })).rejects.toMatchObject({ status: 409 });
});

test("a reply is at most 4,096 bytes, and says nothing about the customer unless somebody insists", async () => {
  await follower("Ana Ruiz");
  const { id, version, customer_name } = await add({ published_on: today() });
  expect(customer_name).toBe("Ana Ruiz");
  const params = { id };
  const reply = (body: string, anyway: 0 | 1 = 0) =>
    manager(reviews.reply, { params, body: { body, version, anyway } });
  const { rows } = await app.pool.query("select contact from review_invites where dealer_id = $1", [dealer.dealer_id]);
  const withPhone = `We called ${rows[0].contact}, as discussed.`;
  for (const body of ["", "😀".repeat(1025), withPhone])
    await expect(reply(body), body.slice(0, 20)).rejects.toMatchObject({ status: 422, fields: { body: /./ } });
  expect((await reply(withPhone, 1)).data.state).toBe("answered");
});

test("a review is credited to the invite of the person who followed it, by name or as the only one", async () => {
  const ana = await follower("Ana Ruiz");
  const bo = await follower("Bo Diaz");
  const named = await add({ author: "Ana R.", published_on: today() });
  expect(named).toMatchObject({ invite_id: ana, matched: "name", invited_by: expect.stringMatching(/\w/) });
  // Bo's is the only open invite.
  const guessed = await add({ author: "Happy driver", published_on: today() });
  expect(guessed).toMatchObject({ invite_id: bo, matched: "probably" });
  const invite = async (id: number) =>
    (await agent(reviewInvites.table, { body: { period: "year" } })).data.find((row) => row.id === id);
  expect(await invite(bo)).toMatchObject({ reviewed_at: expect.any(String), rating: guessed.rating });
  await manager(reviews.match, { params: { id: guessed.id }, body: { invite_id: null } });
  expect(await invite(bo)).toMatchObject({ reviewed_at: null, rating: null });
  const { invites } = (await manager(reviews.invites, { params: { id: guessed.id } })).data;
  expect(invites.map(({ id }) => id)).toEqual([bo]);
  const byHand = await manager(reviews.match, { params: { id: guessed.id }, body: { invite_id: bo } });
  expect(byHand.data.matched).toBe("hand");
  const taken = manager(reviews.match, { params: { id: guessed.id }, body: { invite_id: ana } });
  await expect(taken).rejects.toMatchObject({ status: 409 });
  await manager(reviews.remove, { params: { id: named.id } });
  expect(await invite(ana)).toMatchObject({ reviewed_at: null });
});

test("the file holds the filtered reviews, with formulas made harmless", async () => {
  await add({ author: "=HYPERLINK(1)", rating: 4 });
  await add({ rating: 1 });
  const { data } = await manager(reviews.export, { body: { rating_min: 3 } });
  expect(data.csv.trim().split(/\r?\n/)).toHaveLength(2);
  expect(data.csv).not.toMatch(/(^|,)"?=HYPERLINK/m);
  await expect(agent(reviews.export, { body: {} })).rejects.toMatchObject({ status: 403 });
});

test("a removed site's reviews stay", async () => {
  const { id } = await add();
  const owner = await app.signIn(dealer.owner);
  await owner(reviewSites.remove, { params: { id: google } });
  expect(await one(id)).toMatchObject({ site: "Google" });
});
