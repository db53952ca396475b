import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { accounts } from "#domains/accounts/contract.ts";
import { reviewInvites } from "#domains/reputation/invites/contract.ts";
import { reviews } from "#domains/reputation/reviews/contract.ts";
import { addReview } from "#testing/reputation/addReview.ts";
import { addSite, googleLink } from "#testing/reputation/startReviews.ts";
import { createTaskFixture, type TaskFixture } from "#testing/tasks/taskFixture.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { tasks } from "../contract.ts";
import { allRulesOn } from "../rules.ts";

let app: TestApp;
let fixture: TaskFixture;
let site_id: number;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  fixture = await createTaskFixture(app);
  await fixture.setTime("2026-11-18T15:00:00Z");
  site_id = await addSite(await app.signIn(fixture.dealer.owner), "google", googleLink);
});

const add = (rating: number, more: { invite_id?: number } = {}) =>
  addReview(app, { ...fixture.dealer, site_id, rating, published_at: app.clock.now(), ...more });

test("a low review makes one task, due within a business day, which a reply ends", async () => {
  await add(3);
  expect(await fixture.sweepAndList()).toEqual([]);
  const id = await add(2);
  await fixture.sweepAndList();
  expect(await fixture.sweepAndList()).toMatchObject([
    {
      rule: "review",
      description: "Reply to a 2-star review on Google",
      customer_id: null,
      assigned_to: null,
      due_at: "2026-11-19T15:00:00.000Z",
    },
  ]);
  await fixture.manager(reviews.reply, { params: { id }, body: { body: "We are sorry" } });
  expect(await fixture.sweepAndList()).toEqual([]);
  expect(await fixture.list("done")).toMatchObject([{ status: "done", ended_how: "answered" }]);
});

test("it belongs to whom the review is assigned, also when that is decided later", async () => {
  const { id: agentId } = (await fixture.agent(accounts.profile)).data;
  const [known, later] = [await add(1), await add(2)];
  const assign = (id: number) => fixture.manager(reviews.assign, { params: { id }, body: { user_ids: [agentId] } });
  await assign(known);
  const owners = async () => (await fixture.sweepAndList()).map(({ assigned_to }) => assigned_to);
  expect((await owners()).filter((owner) => owner === agentId)).toHaveLength(1);
  await assign(later);
  expect(await owners()).toEqual([agentId, agentId]);
});

test("whose invite led to it is called, by whoever has their conversation", async () => {
  const { id: agentId } = (await fixture.agent(accounts.profile)).data;
  const customer = await fixture.talk.chat();
  await app.pool.query("update chats set assigned_to = $2 where id = $1", [customer.chat_id, agentId]);
  const { data } = await fixture.agent(reviewInvites.send, {
    body: { name: "Ana Ruiz", contact: customer.phone, consent: 1, anyway: 1 },
  });
  await add(1, { invite_id: data.invite_id ?? 0 });
  expect(await fixture.sweepAndList()).toMatchObject([
    {
      description: "Call about a 1-star review on Google",
      customer_id: customer.id,
      chat_id: customer.chat_id,
      assigned_to: agentId,
    },
  ]);
});

test("it is dropped when no reply is needed, when the author adds stars and when the review is deleted", async () => {
  const [settled, raised, deleted] = [await add(1), await add(1), await add(1)];
  expect(await fixture.sweepAndList()).toHaveLength(3);
  await fixture.manager(reviews.settle, { params: { id: settled }, body: { settled: 1 } });
  await app.pool.query("update reviews set rating = 5 where id = $1", [raised]);
  await fixture.manager(reviews.remove, { params: { id: deleted } });
  expect(await fixture.sweepAndList()).toEqual([]);
  const endings = (await fixture.list("done")).map(({ ended_how, status }) => `${status} ${ended_how}`);
  expect(endings.sort()).toEqual(["dropped gone", "dropped raised", "dropped settled"]);
  await fixture.manager(reviews.settle, { params: { id: settled }, body: { settled: 0 } });
  expect(await fixture.sweepAndList()).toMatchObject([{ rule: "review", status: "open" }]);
});

test("a location that turned the rule off has none", async () => {
  await fixture.manager(tasks.changeRules, {
    body: { ...allRulesOn, review: 0 },
  });
  await add(1);
  expect(await fixture.sweepAndList()).toEqual([]);
});
