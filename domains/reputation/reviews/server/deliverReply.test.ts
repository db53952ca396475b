import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { notifications } from "#domains/notifications/contract.ts";
import { reviewConnections, reviewSites } from "#domains/reputation/sites/contract.ts";
import { type FakeGoogle, startFakeGoogle } from "#ports/reviews/fakeGoogle.ts";
import { createGoogleReviews } from "#ports/reviews/google.ts";
import { connectGoogle } from "#testing/reputation/connectGoogle.ts";
import { startTestApp } from "#testing/testApp.ts";
import { reviews } from "../contract.ts";
import { sweepReviewSites } from "./sync/syncReviews.ts";

/* Replies at Google, as its interface behaves. */

const fake: FakeGoogle = await startFakeGoogle();
const keys = { clientId: "client", clientSecret: "very secret", timeout: 500, hosts: fake.hosts };
const app = await startTestApp({ reviews: createGoogleReviews(keys) });
afterAll(async () => {
  await app.close();
  await fake.close();
});

let owner: Caller;
let email: string;
let google: number;
let id: number;
const params = () => ({ id });

beforeEach(async () => {
  fake.reviews.splice(0);
  fake.nextResponses.splice(0);
  const dealer = await app.dealership();
  email = dealer.owner;
  owner = await app.signIn(email);
  const body = { kind: "google", title: "", write_url: "https://g.page/r/harbor", is_shown: 1 } as const;
  google = (await owner(reviewSites.add, { body })).data.id;
  fake.write("Ana Ruiz", 2, "Slow", app.clock.now());
  await connectGoogle(owner, google, "good");
  await app.jobs.runAll();
  id = (await shown()).id;
});

async function shown() {
  const [review] = (await owner(reviews.table)).data;
  if (!review) throw new Error("no review");
  return review;
}
const reply = (body: string) => owner(reviews.reply, { params: params(), body: { body, version: 0 } });
const puts = () => fake.requests.filter((request) => request.startsWith("PUT")).length;
const moderate = (state: string, policyViolation?: string) =>
  Object.assign(fake.reviews[0]?.reviewReply ?? {}, {
    reviewReplyState: state,
    ...(policyViolation && { policyViolation }),
  });
async function pass(seconds: number): Promise<void> {
  app.clock.advance(seconds * 1000);
  owner = await app.signIn(email);
  await sweepReviewSites(app.server);
  await app.jobs.runAll();
}

test("a reply is on its way, waits for Google, is shown, and is changed and withdrawn from here", async () => {
  expect((await reply("Sorry")).data).toMatchObject({ reply_state: "sending", state: "answered", reply: "Sorry" });
  await app.jobs.runAll();
  expect(await shown()).toMatchObject({ reply_state: "pending" });
  moderate("APPROVED");
  await pass(700);
  expect(await shown()).toMatchObject({ reply_state: "live", state: "answered" });
  await reply("Sorry, Ana");
  await app.jobs.runAll();
  expect(fake.reviews[0]?.reviewReply).toMatchObject({ comment: "Sorry, Ana" });
  await owner(reviews.withdraw, { params: params() });
  expect(await shown()).toMatchObject({ reply_state: "withdrawing", state: "open" });
  await app.jobs.runAll();
  expect(fake.reviews[0]?.reviewReply).toBeUndefined();
  expect(await shown()).toMatchObject({ reply: "", reply_state: "", state: "open" });
  const { replies } = (await owner(reviews.history, { params: params() })).data;
  expect(replies).toMatchObject([{ state: "withdrawn" }, { body: "Sorry", state: "replaced" }]);
});

test("a rejected reply says why, its author is notified once, and the review waits for another one", async () => {
  await reply("Come to www.harbor.example");
  await app.jobs.runAll();
  moderate("REJECTED", "OFF_TOPIC");
  await pass(700);
  await pass(700);
  expect(await shown()).toMatchObject({ reply_state: "rejected", reply_problem: "off topic", state: "open" });
  const news = (await owner(notifications.list)).data.notifications.filter(({ kind }) => kind === "review");
  expect(news).toMatchObject([{ title: "Google rejected your reply: off topic" }]);
});

test("after an answer that was lost, Google is read before anything is posted again", async () => {
  const before = puts();
  fake.nextResponses.push((response) => {
    // Google took it, and its answer never came.
    Object.assign(fake.reviews[0] ?? {}, {
      reviewReply: { comment: "Sorry", updateTime: app.clock.now().toISOString(), reviewReplyState: "PENDING" },
    });
    response.destroy();
  });
  await reply("Sorry");
  await app.jobs.runAll();
  expect(await shown()).toMatchObject({ reply_state: "sending" });
  await pass(60);
  expect(await shown()).toMatchObject({ reply_state: "pending" });
  expect(puts() - before).toBe(1);
});

test("while Google is busy a reply is handed over again, not sooner than it says", async () => {
  const before = puts();
  fake.nextResponses.push((response) => void response.writeHead(429, { "retry-after": "120" }).end("{}"));
  await reply("Sorry");
  await app.jobs.runAll();
  await pass(100);
  expect([puts() - before, (await shown()).reply_state]).toEqual([1, "sending"]);
  await pass(30);
  expect([puts() - before, (await shown()).reply_state]).toEqual([2, "pending"]);
});

test("without access a reply isn't posted, and the owner is asked to connect again", async () => {
  await reply("Sorry");
  fake.nextResponses.push((response) => void response.writeHead(403).end("{}"));
  await app.jobs.runAll();
  expect(await shown()).toMatchObject({
    reply_state: "failed",
    reply_problem: expect.stringMatching(/Reconnect/),
    state: "open",
  });
  expect((await owner(reviewConnections.all)).data.connections).toMatchObject([{ state: "needs_access" }]);
  await expect(reply("Sorry")).rejects.toMatchObject({ status: 409 });
});

test("a review that Google no longer has takes no reply", async () => {
  fake.reviews.splice(0);
  await reply("Sorry");
  for (let turn = 0; turn < 4; turn += 1) await pass(300);
  expect(await shown()).toMatchObject({ reply_state: "failed", reply_problem: expect.stringMatching(/no longer/) });
});

test("what somebody wrote at Google itself is shown as answered elsewhere, and stays ours to change", async () => {
  const at = new Date(app.clock.now().getTime() + 60_000).toISOString();
  Object.assign(fake.reviews[0] ?? {}, {
    updateTime: at,
    reviewReply: { comment: "Call us", updateTime: at, reviewReplyState: "APPROVED" },
  });
  await pass(700);
  expect(await shown()).toMatchObject({ reply: "Call us", replied_by: "", reply_state: "live", state: "answered" });
  await reply("Write to us");
  await app.jobs.runAll();
  await pass(700);
  expect(await shown()).toMatchObject({ reply: "Write to us", reply_state: "pending" });
});

test("a newer reply wins over one that is still on its way", async () => {
  await reply("First");
  fake.nextResponses.push(async (response) => {
    await reply("Second");
    await pause(20);
    const first = { comment: "First", updateTime: app.clock.now().toISOString(), reviewReplyState: "PENDING" };
    Object.assign(fake.reviews[0] ?? {}, { reviewReply: first });
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(first));
  });
  await app.jobs.runAll();
  expect(fake.reviews[0]?.reviewReply?.comment).toBe("Second");
  expect(await shown()).toMatchObject({ reply: "Second", reply_state: "pending" });
});

test("Google's 401, 404 and 429 while reviews are read are survived", async () => {
  for (const status of [429, 404, 500]) {
    fake.nextResponses.push((response) => void response.writeHead(status).end("{}"));
    await pass(700);
  }
  fake.endTokens();
  fake.write("Ben", 5, "Good", app.clock.now());
  await pass(3600);
  expect((await owner(reviews.table)).data).toHaveLength(2);
  expect((await owner(reviewConnections.all)).data.connections).toMatchObject([{ state: "ok", count: 2 }]);
});
