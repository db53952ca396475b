import { afterAll, expect, test } from "vitest";
import { locations } from "#domains/locations/contract.ts";
import { reviewInvites } from "#domains/reputation/invites/contract.ts";
import { reviews } from "#domains/reputation/reviews/contract.ts";
import { reviewSettings } from "#domains/reputation/settings/contract.ts";
import { addReview } from "#testing/reputation/addReview.ts";
import { addReviewer, startReviews } from "#testing/reputation/startReviews.ts";
import { type ReviewFigure, reviewAnalytics, reviewPerformance } from "./contract.ts";

const { app, dealer, owner, manager, agent, google, yelp, pass } = await startReviews();
afterAll(() => app.close());

const dayMs = 86_400_000;
const ago = (days: number) => new Date(app.clock.now().getTime() - days * dayMs);
const key = { dealer_id: dealer.dealer_id, location_id: dealer.location_id };
const review = (days: number, more: object = {}) =>
  addReview(app, { ...key, site_id: google, published_at: ago(days), ...more });

/** Invites somebody new. @returns the invite's id. */
async function invite(call = agent): Promise<number> {
  const { phone } = await addReviewer(call);
  const { data } = await call(reviewInvites.send, { body: { name: "Maria Lopez", contact: phone, consent: 1 } });
  return data.invite_id ?? 0;
}

const usual = ["Google by_hand", "Yelp by_hand", "Facebook none", "Twitter none", "LinkedIn none"];

/** Stars as people read them. */
const ratingOf = (average: number | null) => Math.round((average ?? 0) * 10) / 10;
const figures = async () => (await agent(reviewAnalytics.figures)).data;
const team = async (body: object = {}) =>
  (await owner(reviewPerformance.table, { body: { period: "all", ...body } })).data;
const openedBy = async (figure: ReviewFigure, body: object = {}) =>
  agent(reviewAnalytics.rows, { body: { figure, period: "month", length: 500, ...body } });

test("without a review there is no average, and every usual site says that it isn't set up", async () => {
  const data = await figures();
  expect(data).toMatchObject({ average: null, reviews: 0, on_track_for: 0, monthly_goal: 0, invite_goal: 0 });
  expect(data.sites.map(({ site, source }) => `${site} ${source}`)).toEqual(usual);
  expect(data.months).toHaveLength(12);
});

test("a business sees nothing of another's, nor one location of another's", async () => {
  const foreign = await app.dealership();
  const elsewhere = await app.signIn(dealer.owner, dealer.otherLocation_id);
  await review(0);
  expect((await elsewhere(reviewAnalytics.figures)).data.reviews).toBe(0);
  expect((await (await app.signIn(foreign.owner))(reviewAnalytics.figures)).data.reviews).toBe(0);
  await app.pool.query("delete from reviews");
});

test("the average is that of all reviews with stars; those without stars don't count in it", async () => {
  await review(0, { rating: 5 });
  await review(0, { rating: 5 });
  await review(0, { rating: 5 });
  await review(0, { rating: null });
  await review(0, { rating: 1, site_id: yelp });
  const data = await figures();
  expect(data).toMatchObject({ average: 4, rated: 4, reviews: 5, reviews_this_month: 5 });
  const [first, second] = data.sites;
  expect([first?.reviews, first?.average, second?.reviews, second?.average]).toEqual([4, 5, 1, 1]);
  expect(first?.as_of).not.toBeNull();
  expect(data.months.at(-1)).toMatchObject({ reviews: 5, average: 4 });
  expect((await openedBy("reviews")).recordsTotal).toBe(5);
  await review(0, { rating: 2 });
  const [shown, listed] = [await figures(), (await owner(locations.table, { body: {} })).data];
  const here = listed.find(({ id }) => id === dealer.location_id);
  expect([here?.rate, here?.count_reviews]).toEqual([ratingOf(shown.average), shown.reviews]);
  expect((await agent(reviews.overview)).data.average).toBeCloseTo(shown.average ?? 0, 9);
});

test("a month begins at the location's midnight", async () => {
  await app.pool.query("delete from reviews");
  const [year = 0, month = 1] = app.clock.now().toISOString().split("-").map(Number);
  // The location's clocks are behind: at this time its month before goes on.
  await review(0, { published_at: new Date(Date.UTC(year, month - 1, 1, 3, 59)) });
  const { reviews, reviews_this_month, months } = await figures();
  expect([reviews, reviews_this_month, months.at(-2)?.reviews]).toEqual([1, 0, 1]);
  expect((await openedBy("reviews")).recordsTotal).toBe(0);
  expect((await openedBy("reviews", { period: "lastMonth" })).recordsTotal).toBe(1);
  await app.pool.query("delete from reviews");
});

test("an invite that staff marked as reviewed counts once, also when the review itself is on record", async () => {
  const marked = await invite();
  await app.jobs.runAll();
  await agent(reviewInvites.markReviewed, { params: { id: marked }, body: { reviewed: 1 } });
  expect((await figures()).reviews).toBe(1);
  expect((await openedBy("reviews")).data[0]).toMatchObject({ is_marked: 1, rating: null, who: "Agent Tester" });
  await review(0, { invite_id: marked, rating: 4 });
  expect(await figures()).toMatchObject({ reviews: 1, average: 4 });
  expect((await openedBy("reviews")).data[0]).toMatchObject({
    is_marked: 0,
    rating: 4,
    name: "Ana R.",
    who: "Agent Tester",
  });
});

test("what staff marked on an invite counts as a review without stars, and gives the sender credit", async () => {
  const marked = await invite();
  await app.pool.query("update review_invites set site_id = $1 where id = $2", [google, marked]);
  const before = (await figures()).reviews;
  await agent(reviewInvites.markReviewed, { params: { id: marked }, body: { reviewed: 1 } });
  expect((await figures()).reviews).toBe(before + 1);
  expect((await team()).find(({ name }) => name === "Agent Tester")?.reviews).toBe(2);
});

test("the goal says where it leads, and how many invites it takes", async () => {
  await owner(reviewSettings.saveGoal, { body: { monthly_goal: 12 } });
  expect(await figures()).toMatchObject({ monthly_goal: 12, invite_goal: 120, invites_this_month: 2 });
  expect((await openedBy("invites")).recordsTotal).toBe(2);
});

test("invites whose customer chose a site are the followed ones, and open as such", async () => {
  await app.pool.query("update review_invites set followed_at = now() where id = (select min(id) from review_invites)");
  expect((await figures()).followed_this_month).toBe(1);
  expect((await openedBy("followed")).data).toHaveLength(1);
});

test("the team is ranked by reviews; each number opens as many rows", async () => {
  await invite(manager);
  await app.jobs.runAll();
  const rows = await team();
  expect(
    rows.map(({ rank, name, invites_sent, reviews, rating }) => [rank, name, invites_sent, reviews, rating]),
  ).toEqual([
    [1, "Agent Tester", 2, 2, 4],
    [2, "Manager Tester", 1, 0, null],
    [3, "Owner Tester", 0, 0, null],
  ]);
  for (const row of rows) {
    for (const [figure, count] of [
      ["reviews", row.reviews],
      ["invites", row.invites_sent],
    ] as const) {
      const body = { figure, period: "all" } as const;
      expect((await agent(reviewPerformance.drillDown, { params: { member_id: row.id }, body })).recordsTotal).toBe(
        count,
      );
    }
  }
  expect((await team({ search: { value: "mana" } })).map(({ name }) => name)).toEqual(["Manager Tester"]);
});

test("a leaderboard is saved as a file by managers, and that is on record", async () => {
  const { file_name, csv } = (await manager(reviewPerformance.export, { body: { period: "all", search: "tester" } }))
    .data;
  expect(file_name).toMatch(/^review-leaderboard-all-\d{4}-\d\d-\d\d\.csv$/);
  expect(csv.replace("\uFEFF", "").split("\r\n").slice(0, 3)).toEqual([
    "Name,Rank,Invites Sent,Reviews,Rating",
    "Agent Tester,1,2,2,4.00",
    "Manager Tester,2,1,0,",
  ]);
  await expect(agent(reviewPerformance.export, { body: { period: "all" } })).rejects.toMatchObject({ status: 403 });
});

test("who left keeps the credit of the period, and isn't listed without one", async () => {
  await app.pool.query("update users set is_active = false where email = $1", [dealer.manager]);
  expect((await team()).find(({ name }) => name === "Manager Tester")).toMatchObject({ is_here: 0, invites_sent: 1 });
  expect((await team({ period: "lastMonth" })).map(({ name }) => name)).not.toContain("Manager Tester");
  await app.pool.query("update users set is_active = true where email = $1", [dealer.manager]);
});

test("somebody of another business, or who never invited here, isn't found", async () => {
  const foreign = await app.dealership();
  const { rows } = await app.pool.query("select id from users where email = any($1)", [
    [foreign.owner, dealer.otherAgent],
  ]);
  for (const { id } of rows) {
    const request = owner(reviewPerformance.drillDown, {
      params: { member_id: Number(id) },
      body: { figure: "reviews" },
    });
    await expect(request).rejects.toMatchObject({ status: 404 });
  }
});

test("after the month's border the figures of the month begin anew", async () => {
  await pass(31 * dayMs);
  expect(await figures()).toMatchObject({ reviews_this_month: 0, invites_this_month: 0, reviews: 2 });
});

test("the invite goal is one figure, and the invites sent are those that the list shows as sent", async () => {
  await owner(reviewSettings.saveGoal, { body: { monthly_goal: 13 } });
  const now = app.clock.now();
  // On both sides of the moment 90 days ago, on the day that the period begins with, and one that never left.
  const sentAt = [89.5, 89.9, 90.1, 90.4, 40, 12, 3].map((days) => new Date(now.getTime() - days * dayMs));
  const add = (sent_at: Date | null, count: number) =>
    app.pool.query(
      `insert into review_invites (dealer_id, location_id, customer_name, channel, contact, language, words, sent_by, state, reason,
         created_at, ends_by, sent_at, reviewed_at)
       select $1, $2, 'Ana', 'sms', '+12125550142', 'en', '', (select min(id) from users where dealer_id = $1),
         case when $3::timestamptz is null then 'failed' else 'sent' end, '', coalesce($3, $4), $4, $3,
         case when n % 3 = 0 then $3::timestamptz end from generate_series(1, $5::int) n`,
      [dealer.dealer_id, dealer.location_id, sent_at, now, count],
    );
  for (const [index, at] of sentAt.entries()) await add(at, 3 + index);
  await add(null, 4);
  const shown = await figures();
  expect(shown.invite_goal).toBe((await owner(reviewSettings.get)).data.invite_goal);
  const table = async (show: "all" | "sent") =>
    (await agent(reviewInvites.table, { body: { period: "month", show } })).recordsTotal;
  expect(await table("sent")).toBe(shown.invites_this_month);
  expect(await table("all")).toBeGreaterThan(shown.invites_this_month);
  expect((await openedBy("invites")).recordsTotal).toBe(shown.invites_this_month);
});
