import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeEach, expect, test } from "vitest";
import { customerErasure } from "#domains/customers/erasure/contract.ts";
import { moveToNoon, startCampaigns } from "#testing/campaigns/startCampaigns.ts";
import { startTestApp } from "#testing/testApp.ts";
import { textCampaigns } from "../../text/contract.ts";
import { sendTexts } from "./sendDue.ts";

/* What happens to a text when nobody knows whether the carrier took it. */

const app = await startTestApp();
afterAll(() => app.close());
const campaigns = await startCampaigns(app);

beforeEach(async () => {
  moveToNoon(app);
  await campaigns.signIn();
  app.sms.sent.splice(0);
  app.sms.answerFind(() => ({ kind: "absent", surely: true }));
});

const lost = { kind: "lost", why: "reset" } as const;
const sentTo = (phone = "") => app.sms.sent.filter(({ to }) => to === phone);

test("a lost answer is looked up around the moment of its hand-over, however late", async () => {
  const { id } = await campaigns.campaign(1);
  await campaigns.start();
  app.sms.answerNext(lost);
  const handedAt = app.clock.now().getTime();
  await campaigns.feed();
  const asked: number[] = [];
  app.sms.answerFind((text) => {
    asked.push((text as { since?: Date }).since?.getTime() ?? 0);
    return asked.length < 3
      ? { kind: "unclear", why: "unreachable" }
      : { kind: "found", sid: "SMlate", status: "sent" };
  });
  for (let round = 0; round < 3; round += 1) {
    app.clock.advance(3_600_000);
    await campaigns.settle();
  }
  expect(asked.map((at) => at - handedAt)).toEqual([0, 0, 0]);
  expect(await campaigns.rows(id)).toMatchObject([{ state: "sent", handed_at: new Date(handedAt), attempt: 1 }]);
});

test("a report on a text that was given up keeps it from leaving again", async () => {
  const { id, people } = await campaigns.campaign(1);
  await campaigns.start();
  app.sms.answerNext(lost);
  await campaigns.feed();
  app.clock.advance(60_000);
  // The carrier's list lags behind.
  app.sms.answerFind(() => ({ kind: "absent", surely: true }));
  await campaigns.settle();
  expect(await campaigns.rows(id)).toMatchObject([{ state: "pending", attempt: 1 }]);
  const reference = app.sms.sent[0]?.reference ?? "";
  await app.sms.listener.onStatusReport({ reference, sid: "SMreported", status: "delivered", refusal: undefined });
  await campaigns.runToEnd(id);
  expect(sentTo(people[0]?.phone)).toHaveLength(1);
  expect(await campaigns.rows(id)).toMatchObject([{ state: "delivered", provider_sid: "SMreported" }]);
});

test("a hand-over that never began is due again without asking the carrier", async () => {
  const { id, people } = await campaigns.campaign(2);
  await campaigns.start();
  await app.pool.query(
    "update campaign_recipients set state = 'intended', attempt = 1, lease_until = $2 where campaign_id = $1",
    [id, app.clock.now()],
  );
  app.sms.answerFind(() => {
    throw new Error("asked");
  });
  await campaigns.runToEnd(id);
  for (const { phone } of people) expect(sentTo(phone)).toHaveLength(1);
});

test("texts whose turn comes too late are due again, without asking the carrier", async () => {
  const { id } = await campaigns.campaign(2);
  await campaigns.start();
  const { within } = app.server;
  // The consent of their phones is waited for until nobody knows any more whether their process is alive.
  const slow: typeof within.session = (business, reason, idleFor, work) => {
    app.clock.advance(120_000);
    return within.session(business, reason, idleFor, work);
  };
  const waiting = Object.assign((...all: Parameters<typeof within>) => within(...all), within, { session: slow });
  await sendTexts({ ...app.server, within: waiting as typeof within });
  expect(app.sms.sent).toEqual([]);
  app.sms.answerFind(() => expect.fail("asked"));
  await campaigns.settle();
  expect((await campaigns.rows(id)).map(({ state, attempt }) => [state, attempt])).toEqual([
    ["pending", 0],
    ["pending", 0],
  ]);
  await campaigns.feed();
  expect((await campaigns.rows(id)).map(({ state }) => state)).toEqual(["accepted", "accepted"]);
});

test("one text that can't be settled keeps no other waiting, and an erased person's is never sent again", async () => {
  const { id, people } = await campaigns.campaign(3);
  await campaigns.start();
  app.sms.answerNext(lost, lost, lost);
  await campaigns.feed();
  const erased = people[1]?.id ?? 0;
  await campaigns.owner(customerErasure.erase, {
    params: { id: erased },
    body: { reason: "Asked by email", confirmation: "ERASE" },
  });
  const asked: string[] = [];
  app.sms.answerFind(({ to }) => {
    asked.push(to);
    if (to === people[0]?.phone) throw new Error("broken");
    return { kind: "found", sid: `SM${to}`, status: "delivered" };
  });
  app.clock.advance(60_000);
  await campaigns.settle();
  expect(asked).not.toContain("");
  const rows = await campaigns.rows(id);
  expect(rows.map(({ state }) => state)).toEqual(["intended", "unknown", "delivered"]);
  app.sms.answerFind(({ to }) => ({ kind: "found", sid: `SM${to}`, status: "delivered" }));
  app.clock.advance(600_000);
  await campaigns.runToEnd(id);
  expect(app.sms.sent).toHaveLength(3);
});

test("a text whose answer comes after the campaign was canceled ends with that reason", async () => {
  const { id } = await campaigns.campaign(2);
  await campaigns.start();
  app.sms.answerNext(lost, lost);
  await campaigns.feed();
  await campaigns.owner(textCampaigns.cancel, { params: { id } });
  app.clock.advance(60_000);
  await campaigns.settle();
  expect((await campaigns.rows(id)).map(({ state, reason }) => `${state} ${reason}`)).toEqual([
    "skipped cancelled",
    "skipped cancelled",
  ]);
});

test("two campaigns that leave recent texts out reach nobody twice while an answer is missing", async () => {
  const { id, list_id, people } = await campaigns.campaign(1);
  await campaigns.start();
  app.sms.answerNext(lost);
  await campaigns.feed();
  const second = await campaigns.add({ campaign_customers_list: [list_id], campaign_exclude_days: 7 });
  await campaigns.start();
  await campaigns.feed();
  expect(sentTo(people[0]?.phone)).toHaveLength(1);
  expect(await campaigns.rows(second)).toMatchObject([{ state: "skipped", reason: "recent" }]);
  app.sms.answerFind(() => ({ kind: "found", sid: `SM${id}`, status: "sent" }));
  app.clock.advance(60_000);
  await campaigns.settle();
});

test("a STOP doesn't wait for a carrier that stalls, and the late answer is kept", async () => {
  const { id, people } = await campaigns.campaign(2);
  await campaigns.start();
  const { send } = app.sms;
  const answered = Promise.withResolvers<void>();
  app.sms.send = async (text, leaveBy) => {
    await answered.promise;
    return send(text, leaveBy);
  };
  const feeding = campaigns.feed();
  const phone = people[0]?.phone ?? "";
  const stopping = (async () => {
    // Once the round has the phones.
    for (;;) {
      const held = "select from pg_locks where locktype = 'advisory' and mode = 'ShareLock' and granted";
      if ((await app.pool.query(held)).rowCount) break;
      await pause(10);
    }
    const began = performance.now();
    await campaigns.text(phone, "STOP");
    return performance.now() - began;
  })();
  expect(await stopping).toBeLessThan(6_000);
  answered.resolve();
  await feeding;
  app.sms.send = send;
  expect((await campaigns.rows(id)).map(({ state }) => state)).toEqual(["accepted", "accepted"]);
});
