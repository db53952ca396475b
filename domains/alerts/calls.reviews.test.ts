import { afterAll, expect, test } from "vitest";
import { reviews } from "#domains/reputation/reviews/contract.ts";
import { reviewSettings } from "#domains/reputation/settings/contract.ts";
import { type AlertFixture, startAlertTest } from "#testing/alerts/alertFixture.ts";
import { addReview } from "#testing/reputation/addReview.ts";
import { addSite, googleLink } from "#testing/reputation/startReviews.ts";
import { alerts } from "./contract.ts";
import { defaultAlertRules } from "./rules.ts";

const { app, dealerAt, sweep, list, listAll, eventsOf } = await startAlertTest();
afterAll(() => app.close());

const aDay = 24 * 60 * 60_000;

/** A business with Google, and a way to get a review there that was written so many days ago. */
async function reviewed(moment: string) {
  const fixture = await dealerAt(moment);
  const owner = await app.signIn(fixture.dealer.owner);
  const site_id = await addSite(owner, "google", googleLink);
  const add = (rating: number | null, days = 0) => {
    const published_at = new Date(app.clock.now().getTime() - days * aDay - 1000);
    return addReview(app, { ...fixture.dealer, site_id, rating, published_at });
  };
  return { fixture, owner, site_id, add };
}

const change = (id: number, set: string) => app.pool.query(`update reviews set ${set} where id = $1`, [id]);
const replyTo = ({ manager }: AlertFixture, id: number) =>
  manager(reviews.reply, { params: { id }, body: { body: "We are sorry" } });

test("a low review is a danger until somebody replies, a good one or an old one is none", async () => {
  const { fixture, add } = await reviewed("2027-05-04T10:00:00-04:00");
  await add(5);
  await add(null);
  await add(1, 40);
  await sweep();
  expect(await list(fixture.agent)).toEqual([]);
  const review_id = await add(2);
  await sweep();
  await sweep();
  expect(await list(fixture.agent)).toMatchObject([
    {
      rule: "review",
      kind: "danger",
      why: "A 2-star review on Google needs a reply.",
      review_id,
      customer_name: "Ana R.",
    },
  ]);
  await replyTo(fixture, review_id);
  await sweep();
  expect(await list(fixture.agent)).toEqual([]);
  expect(await listAll(fixture.agent)).toMatchObject([{ how: expect.stringMatching(/^\S+ \S+ replied\.$/) }]);
  expect(eventsOf(fixture.dealer)).toMatchObject([{ began: 1 }, { ended: 1 }]);
});

test("each low review has its own alert, whose agent is whom it is assigned to", async () => {
  const { fixture, add } = await reviewed("2027-06-08T10:00:00-04:00");
  const [first] = [await add(1), await add(2)];
  await sweep();
  expect(await list(fixture.agent)).toHaveLength(2);
  const [member] = (await fixture.manager(reviews.overview)).data.members;
  await fixture.manager(reviews.assign, { params: { id: first }, body: { user_ids: [member?.id ?? 0] } });
  const mine = (await list(fixture.agent)).find(({ review_id }) => review_id === first);
  expect(mine?.agents).toEqual([member?.name]);
});

test("it ends when the author adds stars, nobody needs to reply, the review is deleted or nobody wants it", async () => {
  const { fixture, add } = await reviewed("2027-07-06T10:00:00-04:00");
  const [raised, settled, deleted, unwanted] = [await add(1), await add(1), await add(1), await add(1)];
  await sweep();
  expect(await list(fixture.agent)).toHaveLength(4);
  await change(raised, "rating = 4");
  await fixture.manager(reviews.settle, { params: { id: settled }, body: { settled: 1 } });
  await fixture.manager(reviews.remove, { params: { id: deleted } });
  await sweep();
  expect(await list(fixture.agent)).toMatchObject([{ review_id: unwanted }]);
  await fixture.manager(alerts.changeRules, { body: { ...defaultAlertRules, reviews_on: 0 } });
  await sweep();
  expect(await list(fixture.agent)).toEqual([]);
  const how = new Map((await listAll(fixture.agent)).map((alert) => [alert.review_id, alert.how]));
  expect([raised, settled, deleted, unwanted].map((id) => how.get(id))).toEqual([
    "The rating is no longer low.",
    "Marked as needing no reply.",
    "Review deleted.",
    "Alert rule changed.",
  ]);
});

test("the owner decides what is low, and an edit makes an old review news", async () => {
  const { fixture, owner, add } = await reviewed("2027-08-03T10:00:00-04:00");
  const [three, old] = [await add(3), await add(5, 200)];
  await sweep();
  expect(await list(fixture.agent)).toEqual([]);
  await owner(reviewSettings.saveLowRating, { body: { low_rating: 3 } });
  await app.pool.query("update reviews set rating = 1, edited_at = $2 where id = $1", [old, app.clock.now()]);
  await sweep();
  const found = (await list(fixture.agent)).map(({ review_id }) => review_id);
  expect(found.sort()).toEqual([three, old].sort());
  await expect(owner(reviewSettings.saveLowRating, { body: { low_rating: 5 } })).rejects.toMatchObject({
    status: 422,
    fields: { low_rating: "Select 1 to 4 stars" },
  });
  await expect(fixture.manager(reviewSettings.saveLowRating, { body: { low_rating: 1 } })).rejects.toMatchObject({
    status: 403,
  });
});
