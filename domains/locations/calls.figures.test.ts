import * as fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { reviewSettings } from "#domains/reputation/settings/contract.ts";
import { inDepth } from "#testing/deep.ts";
import { addReview } from "#testing/reputation/addReview.ts";
import { startReviews } from "#testing/reputation/startReviews.ts";
import { locations } from "./contract.ts";
import { percent } from "./rules.ts";

const { app, dealer, owner, manager, google } = await startReviews();
afterAll(() => app.close());

const zones = { Downtown: "America/New_York", Airport: "America/Los_Angeles" } as const;
const titles = ["Downtown", "Airport"] as const;
const idOf = { Downtown: dealer.location_id, Airport: dealer.otherLocation_id };
const now = app.clock.now();
const month = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit" }).format(at);

/** Half an hour steps around the first of this month, so that a review is in the month of one zone and not of another. */
const monthBegin = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
const aroundMonthBegin = fc.integer({ min: -30, max: 30 }).map((step) => new Date(monthBegin + step * 1_800_000));
const invite = fc.record({
  title: fc.constantFrom(...titles),
  sent_at: fc.option(aroundMonthBegin),
  followed_at: fc.option(aroundMonthBegin),
  reviewed_at: fc.option(aroundMonthBegin.filter((at) => at <= now)),
});
type CountedInvite = typeof invite extends fc.Arbitrary<infer T> ? T : never;

async function replaceInvites(invites: readonly CountedInvite[]): Promise<void> {
  await app.pool.query("delete from review_invites where dealer_id = $1", [dealer.dealer_id]);
  for (const { title, sent_at, followed_at, reviewed_at } of invites)
    await app.pool.query(
      `insert into review_invites (dealer_id, location_id, customer_name, channel, contact, language, words, sent_by,
         state, created_at, ends_by, sent_at, followed_at, reviewed_at)
       select $1, $2, 'Ana', 'email', 'ana@example.com', 'en', 'Hi', min(id), 'sent', $3, $3, $4, $5, $6
       from users where dealer_id = $1`,
      [dealer.dealer_id, idOf[title], now, sent_at, followed_at, reviewed_at],
    );
}

function recount(invites: readonly CountedInvite[], title: (typeof titles)[number]) {
  const own = invites.filter((one) => one.title === title);
  const sent = own.filter(({ sent_at }) => sent_at !== null);
  const reviewed = own.flatMap(({ reviewed_at }) => (reviewed_at === null ? [] : [reviewed_at]));
  return {
    invite_sends: sent.length,
    invite_clicked: sent.filter(({ followed_at }) => followed_at !== null).length,
    count_reviews: reviewed.length,
    monthly_goals_received: reviewed.filter((at) => month(at, zones[title]) === month(now, zones[title])).length,
  };
}

test("the table, the list and the file count every location's invites, with months in its own time zone", async () => {
  await owner(reviewSettings.saveGoal, { body: { monthly_goal: 3 } });
  await fc.assert(
    fc.asyncProperty(fc.array(invite, { maxLength: 12 }), async (invites) => {
      await replaceInvites(invites);
      const { data } = await owner(locations.table, { body: { length: 10 } });
      const { data: listed } = await owner(locations.list);
      const [, ...lines] = (await owner(locations.export)).data.csv.trim().split("\r\n");
      for (const title of titles) {
        const goal = title === "Downtown" ? 3 : 0;
        const figures = recount(invites, title);
        const row = { ...figures, rate: 0, monthly_goals: goal };
        expect(data.find((one) => one.title === title)).toMatchObject(row);
        expect(listed.find((one) => one.title === title)).toMatchObject(row);
        const { count_reviews, invite_sends, invite_clicked, monthly_goals_received } = figures;
        const invited = [count_reviews, invite_sends, invite_clicked, percent(invite_clicked, invite_sends)];
        const received = [goal, monthly_goals_received, percent(monthly_goals_received, goal)];
        const line = lines.find((one) => one.startsWith(title));
        expect(line?.endsWith([zones[title], 0, ...invited, ...received].join(","))).toBe(true);
      }
    }),
    { numRuns: inDepth(25, 6) },
  );
});

test("reviews on record have stars, with one decimal; one that an invite led to counts once, a removed one not at all", async () => {
  await replaceInvites([{ title: "Downtown", sent_at: now, followed_at: now, reviewed_at: now }]);
  const { rows } = await app.pool.query("select id from review_invites where dealer_id = $1", [dealer.dealer_id]);
  const review = { dealer_id: dealer.dealer_id, location_id: dealer.location_id, site_id: google };
  await addReview(app, { ...review, published_at: now, rating: 5, invite_id: Number(rows[0].id) });
  await addReview(app, { ...review, published_at: now, rating: 4 });
  await addReview(app, { ...review, published_at: now, rating: null });
  await addReview(app, { ...review, published_at: new Date(monthBegin - 40 * 86_400_000), rating: 5 });
  const { data } = await owner(locations.table, { body: { length: 10 } });
  const row = data.find(({ title }) => title === "Downtown");
  expect(row).toMatchObject({ rate: 4.7, count_reviews: 4, monthly_goals_received: 3 });
  await app.pool.query("delete from reviews");
});

test("a member sees the figures of their own locations alone", async () => {
  await replaceInvites([
    { title: "Downtown", sent_at: now, followed_at: now, reviewed_at: null },
    { title: "Airport", sent_at: now, followed_at: null, reviewed_at: null },
  ]);
  const { data } = await manager(locations.table, { body: { length: 10 } });
  expect(data.map(({ title, invite_sends, invite_clicked }) => [title, invite_sends, invite_clicked])).toEqual([
    ["Downtown", 1, 1],
  ]);
});

test("changing a location answers with its figures, whichever location its owner acts at", async () => {
  await replaceInvites([{ title: "Airport", sent_at: now, followed_at: null, reviewed_at: now }]);
  const place = { address: "2 Main St", address_2: "", city: "Springfield", state: "NY", postal_code: "10001" };
  const body = { title: "Airport", ...place, time_zone: zones.Airport };
  const { data } = await owner(locations.update, { params: { id: dealer.otherLocation_id }, body });
  expect(data).toMatchObject({ address: "2 Main St", invite_sends: 1, count_reviews: 1, monthly_goals_received: 1 });
});
