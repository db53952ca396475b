import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { Deadline } from "#ports/deadline.ts";
import { moveToNoon, startCampaigns } from "#testing/campaigns/startCampaigns.ts";
import { startTestApp } from "#testing/testApp.ts";
import { textCampaigns } from "../../text/contract.ts";
import { claimBatch } from "./claimBatch.ts";
import { feed } from "./feed.ts";
import { handOver } from "./handOver.ts";

/* What happens to a round while it is on its way: its intent alone says so. */

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

/** The texts of the next round; none when nothing is due. */
const claim = async () => (await claimBatch(app.server, campaigns.dealer))[0] ?? [];
const states = async (id: number) => (await campaigns.rows(id)).map(({ state, attempt }) => `${state} ${attempt}`);
const intents = async () => (await app.pool.query("select * from campaign_intents")).rowCount;
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

test("a round of a dead process waits out its time, and each text is looked up: none twice, none forgotten", async () => {
  const { id, people } = await campaigns.campaign(4);
  await campaigns.start();
  const batch = await claim();
  expect(batch).toHaveLength(4);
  expect(await states(id)).toEqual(Array(4).fill("pending 0"));
  // Nobody else takes them meanwhile, however due they are.
  expect(await claim()).toEqual([]);
  await campaigns.feed();
  await campaigns.settle();
  expect([app.sms.sent.length, await intents()]).toEqual([0, 1]);
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
  // The process wasn't dead after all: what it had is nobody's any more.
  await handOver(app.server, batch);
  expect(app.sms.sent).toHaveLength(2);
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

test("Postgres ends a round that is paused before a STOP's webhook would time out", async () => {
  await campaigns.campaign(1);
  await campaigns.start();
  const batch = await claim();
  const { within } = app.server;
  const limits: string[] = [];
  const asking: typeof within.business = (scope, reason, work) =>
    within.business(scope, reason, async (unit) => {
      const result = await work(unit);
      const { rows } = await sql<{
        limit: string;
      }>`select current_setting('idle_in_transaction_session_timeout') as limit`.execute(unit.db);
      if (reason === "hand campaign texts over") limits.push(rows[0]?.limit ?? "");
      return result;
    });
  const asked = Object.assign((...all: Parameters<typeof within>) => within(...all), within, { business: asking });
  await handOver({ ...app.server, within: asked as typeof within }, batch);
  expect(limits).toEqual(["8s"]);
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
  await expect(handOver(dying, batch)).rejects.toThrow("crashed");
  expect(app.sms.sent).toHaveLength(2);
  app.sms.answerFind(({ to }) => ({ kind: "found", sid: `SM${to}`, status: "delivered" }));
  app.clock.advance(120_000);
  await campaigns.runToEnd(id);
  expect(await states(id)).toEqual(["delivered 1", "delivered 1"]);
  expect(app.sms.sent).toHaveLength(2);
});

test("when a round fails, what was claimed after it is due at once, and everybody gets the text once", async () => {
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
  const failing: typeof within.business = (scope, reason, work) => {
    if (reason !== "hand campaign texts over" || !fails) return within.business(scope, reason, work);
    fails = false;
    return Promise.reject(new Error("no connection"));
  };
  const once = Object.assign((...all: Parameters<typeof within>) => within(...all), within, { business: failing });
  await expect(feed({ ...app.server, within: once as typeof within })).rejects.toThrow("no connection");
  expect(app.sms.sent.length).toBeGreaterThan(0);
  expect(app.sms.sent.length).toBeLessThan(people);
  // The failed round's alone: nobody knows what the carrier has of it.
  expect(await intents()).toBe(1);
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
  await handOver(app.server, batch);
  expect(await states(id)).toEqual(["accepted 1", "accepted 1"]);
});

test("a campaign that is paused after the claim sends nothing, and its texts are due again", async () => {
  const { id } = await campaigns.campaign(2);
  await campaigns.start();
  const batch = await claim();
  await campaigns.owner(textCampaigns.pause, { params: { id } });
  await handOver(app.server, batch);
  expect([app.sms.sent.length, await intents(), await states(id)]).toEqual([0, 0, ["pending 0", "pending 0"]]);
  await campaigns.owner(textCampaigns.resume, { params: { id } });
  await campaigns.runToEnd(id);
  expect(references()).toEqual([1, 2].map((n) => `c.${campaigns.dealer.dealer_id}.${id}.${n}.1`));
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
  await handOver(app.server, batch);
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
