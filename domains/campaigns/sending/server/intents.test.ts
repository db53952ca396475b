import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeEach, expect, test } from "vitest";
import { marketingRules } from "#domains/admin/marketing/contract.ts";
import { customerErasure } from "#domains/customers/erasure/contract.ts";
import type { Deadline } from "#ports/deadline.ts";
import type { OutgoingText } from "#ports/sms/sms.ts";
import { moveToNoon, startCampaigns } from "#testing/campaigns/startCampaigns.ts";
import { startTestApp } from "#testing/testApp.ts";
import { textCampaigns } from "../../text/contract.ts";
import type { CampaignBatch } from "./channel.ts";
import { claimBatches } from "./claim.ts";
import { handOver } from "./handOver.ts";
import { sendTexts } from "./sendDue.ts";
import { textChannel } from "./textChannel.ts";

/* What happens to a batch while it is on its way: its intents alone say so. */

const app = await startTestApp();
afterAll(() => app.close());
const campaigns = await startCampaigns(app);
const { send } = app.sms;

beforeEach(async () => {
  moveToNoon(app);
  await campaigns.signIn();
  app.sms.sent.splice(0);
  app.sms.send = send;
  app.sms.answerFind(() => ({ kind: "absent", surely: true }));
});

/** The next batch, handed over by a command of its own. */
async function claim() {
  const [batch] = await claimBatches(app.server, textChannel, campaigns.dealer);
  return batch ?? expect.fail("nothing is due");
}
const hand = (batch: CampaignBatch<OutgoingText>, server = app.server) => handOver(server, textChannel, batch);
const states = async (id: number) => (await campaigns.rows(id)).map(({ state, attempt }) => `${state} ${attempt}`);
const batches = async () => (await app.pool.query("select from campaign_batches")).rowCount;
const intents = async () => (await app.pool.query("select from campaign_intents")).rowCount;
const references = () => app.sms.sent.map(({ reference }) => reference);

/** The carrier keeps texts until it is let go. @returns once it has as many. */
async function stall(count: number) {
  const answered = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  let held = 0;
  app.sms.send = async (text, leaveBy) => {
    held += 1;
    if (held === count) reached.resolve();
    await answered.promise;
    return send(text, leaveBy);
  };
  return { reached: reached.promise, answer: answered.resolve };
}

test("a batch of a crashed process waits out its time, and each text is looked up: none twice, none forgotten", async () => {
  const { id, people } = await campaigns.campaign(4);
  await campaigns.start();
  const batch = await claim();
  expect(batch.messages).toHaveLength(4);
  expect(await states(id)).toEqual(Array(4).fill("pending 0"));
  // Nobody else takes them meanwhile, however due they are.
  expect(await claimBatches(app.server, textChannel, campaigns.dealer)).toEqual([]);
  await campaigns.feed();
  await campaigns.settle();
  expect([app.sms.sent.length, await batches(), await intents()]).toEqual([0, 1, 4]);
  // Its process had begun.
  await app.pool.query("update campaign_batches set attempted_at = $1", [app.clock.now()]);
  expect((await campaigns.detail(id)).stats).toMatchObject({ audience: 4, waiting: 4, handed: 0 });
  app.clock.advance(120_000);
  const taken = new Set(people.slice(0, 2).map(({ phone }) => phone));
  app.sms.answerFind(({ to }) =>
    taken.has(to) ? { kind: "found", sid: `SM${to}`, status: "sent" } : { kind: "absent", surely: true },
  );
  await campaigns.runToEnd(id);
  expect(await states(id)).toEqual(["sent 1", "sent 1", "accepted 2", "accepted 2"]);
  expect(app.sms.sent.map(({ to }) => to)).toEqual(people.slice(2).map(({ phone }) => phone));
  expect(await intents()).toBe(0);
  // The process had only slept: what it had is nobody's any more.
  await hand(batch);
  expect(app.sms.sent).toHaveLength(2);
});

test("a batch that was never begun is due again without asking the carrier, and its process comes too late", async () => {
  const { id, people } = await campaigns.campaign(3);
  await campaigns.start();
  const batch = await claim();
  app.sms.answerFind(() => expect.fail("asked"));
  app.clock.advance(120_000);
  await campaigns.settle();
  expect([await batches(), await states(id)]).toEqual([0, Array(3).fill("pending 0")]);
  const again = await claim();
  await hand(batch);
  expect(app.sms.sent).toEqual([]);
  await hand(again);
  await hand(again);
  expect(app.sms.sent.map(({ to }) => to).sort()).toEqual(people.map(({ phone }) => phone).sort());
  expect(await states(id)).toEqual(Array(3).fill("accepted 1"));
});

test("a process that is paused between its check and the requests sends none of them afterwards", async () => {
  const { id, people } = await campaigns.campaign(3);
  await campaigns.start();
  let pausedRound: Deadline | undefined;
  const ofPausedRound: string[] = [];
  app.sms.send = async (text, leaveBy) => {
    // The lease is still long; consent was checked too long ago.
    if (!pausedRound) app.clock.advance(4_000);
    pausedRound ??= leaveBy;
    const result = await send(text, leaveBy);
    if (leaveBy === pausedRound) ofPausedRound.push(result.kind);
    return result;
  };
  await campaigns.feed();
  expect(ofPausedRound).toEqual(["busy"]);
  await app.sms.listener.onInboundText({
    sid: "SMpaused",
    from: people[0]?.phone ?? "",
    to: campaigns.dealer.number,
    body: "STOP",
    media: [],
    carrierAnsweredOptOut: true,
  });
  app.clock.advance(120_000);
  await campaigns.runToEnd(id);
  expect(app.sms.sent.map(({ to }) => to).sort()).toEqual(
    people
      .slice(1)
      .map(({ phone }) => phone)
      .sort(),
  );
  expect((await campaigns.rows(id)).map(({ state, reason }) => `${state} ${reason}`)).toEqual([
    "skipped opted_out",
    "accepted ",
    "accepted ",
  ]);
});

test("Postgres ends the hand-over of a process that is paused before a STOP's webhook would time out", async () => {
  await campaigns.campaign(1);
  await campaigns.start();
  const batch = await claim();
  const { within } = app.server;
  const limits: number[] = [];
  const session: typeof within.session = (business, reason, idleFor, work) => {
    limits.push(idleFor);
    return within.session(business, reason, idleFor, work);
  };
  const asked = Object.assign((...all: Parameters<typeof within>) => within(...all), within, { session });
  await hand(batch, { ...app.server, within: asked as typeof within });
  expect([limits, app.sms.sent.length]).toEqual([[8_000], 1]);
});

test("somebody who is erased after the claim gets nothing", async () => {
  const { id, people } = await campaigns.campaign(2);
  await campaigns.start();
  const batch = await claim();
  const body = { reason: "Asked by email", confirmation: "ERASE" };
  await campaigns.owner(customerErasure.erase, { params: { id: people[0]?.id ?? 0 }, body });
  await hand(batch);
  expect(app.sms.sent.map(({ to }) => to)).toEqual([people[1]?.phone]);
  expect((await campaigns.rows(id)).map(({ state, reason }) => `${state} ${reason}`)).toEqual([
    "skipped removed",
    "accepted ",
  ]);
});

test("answers that a crash forgot are looked up", async () => {
  const { id } = await campaigns.campaign(2);
  await campaigns.start();
  const batch = await claim();
  const { within } = app.server;
  const crashing: typeof within.business = (scope, reason, work) =>
    within.business(scope, reason, async (unit) => {
      await work(unit);
      throw new Error("crashed");
    });
  const crashed = Object.assign((...all: Parameters<typeof within>) => within(...all), within, { business: crashing });
  const dying = { ...app.server, within: crashed as typeof within };
  await expect(hand(batch, dying)).rejects.toThrow("crashed");
  expect(app.sms.sent).toHaveLength(2);
  app.sms.answerFind(({ to }) => ({ kind: "found", sid: `SM${to}`, status: "delivered" }));
  app.clock.advance(120_000);
  await campaigns.runToEnd(id);
  expect(await states(id)).toEqual(["delivered 1", "delivered 1"]);
  expect(app.sms.sent).toHaveLength(2);
});

test("when a batch fails, what was claimed after it is due at once, and everybody gets the text once", async () => {
  const people = 2_600;
  const list_id = await campaigns.list([]);
  await app.pool.query(
    `with added as (
       insert into customers (dealer_id, location_id, first_name, last_name, email, phone, address)
       select $1, $2, 'Cara', 'No ' || n, '', '+1518' || (4000000 + n), '1 Elm St, Albany, NY 12207'
       from generate_series(1, $4::int) n returning dealer_id, location_id, id)
     insert into list_members (dealer_id, location_id, list_id, customer_id) select dealer_id, location_id, $3, id from added`,
    [campaigns.dealer.dealer_id, campaigns.dealer.location_id, list_id, people],
  );
  const id = await campaigns.add({ campaign_customers_list: [list_id] });
  await campaigns.start();
  const { within } = app.server;
  let fails = true;
  const failing: typeof within.session = (business, reason, idleFor, work) => {
    if (!fails) return within.session(business, reason, idleFor, work);
    fails = false;
    return Promise.reject(new Error("no connection"));
  };
  const once = Object.assign((...all: Parameters<typeof within>) => within(...all), within, { session: failing });
  await expect(sendTexts({ ...app.server, within: once as typeof within })).rejects.toThrow("no connection");
  expect(app.sms.sent.length).toBeGreaterThan(0);
  expect(app.sms.sent.length).toBeLessThan(people);
  // The failed batch alone: nobody knows whether its process is alive.
  expect(await batches()).toBe(1);
  app.clock.advance(120_000);
  await campaigns.runToEnd(id);
  expect(new Set(app.sms.sent.map(({ to }) => to)).size).toBe(people);
  expect(app.sms.sent).toHaveLength(people);
});

test("a report that is faster than the carrier's answer is applied, and stays", async () => {
  const { id } = await campaigns.campaign(2);
  await campaigns.start();
  const stalled = await stall(2);
  const feeding = campaigns.feed();
  await stalled.reached;
  const report = { sid: "SMfast", status: "delivered", refusal: undefined } as const;
  const key = `c.${campaigns.dealer.dealer_id}.${id}.1`;
  // Reports on attempts that nobody made are nobody's.
  await app.sms.listener.onStatusReport({ ...report, reference: `${key}.2` });
  expect(await states(id)).toEqual(["pending 0", "pending 0"]);
  await app.sms.listener.onStatusReport({ ...report, reference: `${key}.1` });
  expect(await states(id)).toEqual(["delivered 1", "pending 0"]);
  stalled.answer();
  await feeding;
  expect(await campaigns.rows(id)).toMatchObject([
    { state: "delivered", provider_sid: "SMfast", attempt: 1 },
    { state: "accepted", attempt: 1 },
  ]);
});

test("of a campaign that is canceled while its texts are on their way, what the carrier took counts", async () => {
  const { id, people } = await campaigns.campaign(3);
  await campaigns.start();
  const stalled = await stall(3);
  const feeding = campaigns.feed();
  await stalled.reached;
  await campaigns.owner(textCampaigns.cancel, { params: { id } });
  const lost = { kind: "lost", why: "reset" } as const;
  app.sms.answerNext({ kind: "accepted", sid: "SMtaken", status: "queued" }, lost, lost);
  app.sms.answerFind(({ to }) =>
    to === people[1]?.phone ? { kind: "found", sid: "SMfound", status: "sent" } : { kind: "absent", surely: true },
  );
  stalled.answer();
  await feeding;
  app.clock.advance(120_000);
  await campaigns.settle();
  expect((await campaigns.rows(id)).map(({ state, reason }) => `${state} ${reason}`)).toEqual([
    "accepted ",
    "sent ",
    "skipped cancelled",
  ]);
  expect(await intents()).toBe(0);
});

test("a campaign that leaves recent texts out sees those that are on their way", async () => {
  const { id, list_id } = await campaigns.campaign(2);
  await campaigns.start();
  const batch = await claim();
  const second = await campaigns.add({ campaign_customers_list: [list_id], campaign_exclude_days: 7 });
  await campaigns.start();
  expect(await states(second)).toEqual(["skipped 0", "skipped 0"]);
  await hand(batch);
  expect(await states(id)).toEqual(["accepted 1", "accepted 1"]);
});

test("a campaign that is paused after the claim sends nothing, and its texts are due again", async () => {
  const { id } = await campaigns.campaign(2);
  await campaigns.start();
  const batch = await claim();
  await campaigns.owner(textCampaigns.pause, { params: { id } });
  await hand(batch);
  expect([app.sms.sent.length, await intents(), await states(id)]).toEqual([0, 0, ["pending 0", "pending 0"]]);
  await campaigns.owner(textCampaigns.resume, { params: { id } });
  await campaigns.runToEnd(id);
  expect(references()).toEqual([1, 2].map((n) => `c.${campaigns.dealer.dealer_id}.${id}.${n}.1`));
});

/** Hands a batch over text by text; after the second, something happens, and the next is due to be checked. */
async function handOneByOne(happens: () => Promise<unknown>, server = app.server) {
  const batch = await claim();
  app.sms.send = async (text, leaveBy) => {
    const result = await send(text, leaveBy);
    if (app.sms.sent.length === 2) {
      await happens();
      app.clock.advance(250);
    }
    return result;
  };
  await handOver(server, { ...textChannel, parallelSends: 1 }, batch);
}

test("a campaign that is paused in the middle of a batch sends no more of it, and goes on where it was", async () => {
  const { id, people } = await campaigns.campaign(5);
  await campaigns.start();
  await handOneByOne(() => campaigns.owner(textCampaigns.pause, { params: { id } }));
  expect(app.sms.sent).toHaveLength(2);
  expect(await states(id)).toEqual(["accepted 1", "accepted 1", "pending 0", "pending 0", "pending 0"]);
  expect((await campaigns.detail(id)).campaign_status).toBe("Paused");
  await campaigns.owner(textCampaigns.resume, { params: { id } });
  await campaigns.runToEnd(id);
  expect(app.sms.sent.map(({ to }) => to)).toEqual(people.map(({ phone }) => phone));
});

test("a STOP in the middle of a batch is recorded once none of its texts can leave any more", async () => {
  const { people } = await campaigns.campaign(3);
  await campaigns.start();
  const phone = people[2]?.phone ?? "";
  const batch = await claim();
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isRecorded = false;
  const leftAfterStop: string[] = [];
  app.sms.send = async (text, leaveBy) => {
    if (isRecorded) leftAfterStop.push(text.to);
    reached.resolve();
    await released.promise;
    return send(text, leaveBy);
  };
  const handing = handOver(app.server, { ...textChannel, parallelSends: 1 }, batch);
  await reached.promise;
  const stopping = campaigns.text(phone, "STOP").then(() => {
    isRecorded = true;
  });
  const waits = "select from pg_locks where locktype = 'advisory' and not granted";
  while (!isRecorded && (await app.pool.query(waits)).rowCount === 0) await pause(10);
  released.resolve();
  await Promise.all([handing, stopping]);
  expect(leftAfterStop).not.toContain(phone);
  const suppressed = "select from suppressions where dealer_id = $1 and phone = $2";
  expect((await app.pool.query(suppressed, [campaigns.dealer.dealer_id, phone])).rowCount).toBe(1);
});

test("a campaign that is canceled in the middle of a batch sends no more of it", async () => {
  const { id } = await campaigns.campaign(5);
  await campaigns.start();
  await handOneByOne(() => campaigns.owner(textCampaigns.cancel, { params: { id } }));
  await campaigns.runToEnd(id, 1);
  expect(app.sms.sent).toHaveLength(2);
  expect((await campaigns.detail(id)).stats).toMatchObject({ audience: 5, handed: 2, skipped: 3, waiting: 0 });
});

test("when all marketing is stopped in the middle of a batch, no more of it leaves", async () => {
  const { id } = await campaigns.campaign(4);
  await campaigns.start();
  const operator = await app.signIn((await app.operator()).email);
  await handOneByOne(() => operator(marketingRules.stop, { body: { reason: "Incident" } }));
  expect(app.sms.sent).toHaveLength(2);
  await operator(marketingRules.resume);
  await campaigns.runToEnd(id);
  expect(app.sms.sent).toHaveLength(4);
});

test("what nobody can ask about in the middle of a batch doesn't leave, and what left is saved", async () => {
  const { id } = await campaigns.campaign(4);
  await campaigns.start();
  const { within } = app.server;
  const session: typeof within.session = (business, reason, idleFor, work) =>
    within.session(business, reason, idleFor, (transaction) => {
      let count = 0;
      return work((unitWork) => {
        count += 1;
        return count === 1 ? transaction(unitWork) : Promise.reject(new Error("no connection"));
      });
    });
  const cutOff = Object.assign((...all: Parameters<typeof within>) => within(...all), within, { session });
  await handOneByOne(async () => {}, { ...app.server, within: cutOff as typeof within });
  expect(await states(id)).toEqual(["accepted 1", "accepted 1", "pending 0", "pending 0"]);
  await campaigns.runToEnd(id);
  expect(app.sms.sent).toHaveLength(4);
});

test("an answer that comes after the session has ended sends nothing more, and asks nothing on its connection", async () => {
  await campaigns.campaign(2);
  await campaigns.start();
  const batch = await claim();
  const { within } = app.server;
  const ended = Promise.withResolvers<void>();
  let asked = 0;
  const session: typeof within.session = (business, reason, idleFor, work) =>
    within
      .session(business, reason, idleFor, (transaction) =>
        work((unitWork) => {
          asked += 1;
          return transaction(unitWork);
        }),
      )
      .finally(ended.resolve);
  const watched = Object.assign((...all: Parameters<typeof within>) => within(...all), within, { session });
  const stalled = await stall(1);
  const slow = { ...textChannel, parallelSends: 1, leavesWithin: 20 };
  const handing = handOver({ ...app.server, within: watched as typeof within }, slow, batch);
  await stalled.reached;
  await ended.promise;
  app.clock.advance(250);
  stalled.answer();
  await handing;
  // The beginning alone.
  expect([asked, app.sms.sent.length]).toEqual([1, 0]);
});

test("a campaign whose last texts were on their way when it was paused ends by itself", async () => {
  const { id } = await campaigns.campaign(2);
  await campaigns.start();
  const stalled = await stall(2);
  const feeding = campaigns.feed();
  await stalled.reached;
  await campaigns.owner(textCampaigns.pause, { params: { id } });
  expect((await campaigns.detail(id)).campaign_status).toBe("Paused");
  stalled.answer();
  await feeding;
  expect((await campaigns.detail(id)).campaign_status).toBe("Sent");
});

test("a paused campaign whose last answer is looked up ends by itself, and one with people left stays paused", async () => {
  const [done, unfinished] = [await campaigns.campaign(1), await campaigns.campaign(2)];
  await campaigns.start();
  await campaigns.owner(textCampaigns.pause, { params: { id: unfinished.id } });
  app.sms.answerNext({ kind: "lost", why: "reset" });
  await hand(await claim());
  await campaigns.owner(textCampaigns.pause, { params: { id: done.id } });
  app.sms.answerFind(({ to }) => ({ kind: "found", sid: `SM${to}`, status: "sent" }));
  app.clock.advance(120_000);
  await campaigns.settle();
  expect((await campaigns.detail(done.id)).campaign_status).toBe("Sent");
  expect((await campaigns.detail(unfinished.id)).campaign_status).toBe("Paused");
});

test("a text whose earlier attempt turned out to have been taken doesn't leave again, even when it was claimed", async () => {
  const { id } = await campaigns.campaign(1);
  await campaigns.start();
  app.sms.answerNext({ kind: "lost", why: "reset" });
  await campaigns.feed();
  app.clock.advance(120_000);
  await campaigns.settle();
  expect(await states(id)).toEqual(["pending 1"]);
  const batch = await claim();
  const [reference = ""] = references();
  await app.sms.listener.onStatusReport({ reference, sid: "SMfirst", status: "delivered", refusal: undefined });
  await hand(batch);
  expect(app.sms.sent).toHaveLength(1);
  expect(await campaigns.rows(id)).toMatchObject([{ state: "delivered", provider_sid: "SMfirst", attempt: 1 }]);
});

test("rows that a version without intents was handing over end properly", async () => {
  const { id, people } = await campaigns.campaign(4);
  await campaigns.start();
  const intended =
    "update campaign_recipients set state = 'intended', attempt = 1, lease_until = $2, attempted_at = $3";
  const values = [id, app.clock.now(), new Date(app.clock.now().getTime() - 20_000)];
  await app.pool.query(`${intended} where campaign_id = $1 and n <= 2`, values);
  // One was answered just before, and its report is still to come.
  await app.pool.query(
    `update campaign_recipients set state = 'accepted', attempt = 1, handed_at = $2, provider_sid = 'SMold'
     where campaign_id = $1 and n = 3`,
    values.slice(0, 2),
  );
  app.sms.answerFind(({ to }) =>
    to === people[0]?.phone ? { kind: "found", sid: "SMfound", status: "sent" } : { kind: "absent", surely: true },
  );
  const reference = `c.${campaigns.dealer.dealer_id}.${id}.3.1`;
  await app.sms.listener.onStatusReport({ reference, sid: "SMold", status: "delivered", refusal: undefined });
  await campaigns.runToEnd(id);
  expect(await states(id)).toEqual(["sent 1", "accepted 2", "delivered 1", "accepted 1"]);
  expect(app.sms.sent.map(({ to }) => to).sort()).toEqual([people[1]?.phone, people[3]?.phone].sort());
});
