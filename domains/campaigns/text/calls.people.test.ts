import { afterAll, beforeEach, expect, test } from "vitest";
import { customers } from "#domains/customers/contract.ts";
import { customerErasure } from "#domains/customers/erasure/contract.ts";
import { uploads } from "#domains/customers/upload/contract.ts";
import { duplicates } from "#domains/duplicates/contract.ts";
import { moveToNoon, startCampaigns } from "#testing/campaigns/startCampaigns.ts";
import { freshPhone } from "#testing/dealership.ts";
import { startTestApp } from "#testing/testApp.ts";
import { attributeOutcomes } from "../sending/server/outcomes.ts";
import { textCampaigns } from "./contract.ts";

/* Who gets a campaign when things change between its start and their turn. */

const app = await startTestApp();
afterAll(() => app.close());
const campaigns = await startCampaigns(app);
const { dealer } = campaigns;
const dayMs = 86_400_000;

beforeEach(async () => {
  moveToNoon(app);
  await campaigns.signIn();
  app.sms.sent.splice(0);
});

const sentTo = (phone = "") => app.sms.sent.filter(({ to }) => to === phone).length;
const outcomes = async (id: number) =>
  (await campaigns.rows(id)).map(({ state, reason }) => (state === "skipped" ? reason : state));
const report = (reference: string, code: string) => {
  const refusal = { code, class: "content", words: "The carrier blocked this text as spam." } as const;
  const sid = app.sms.sids.get(reference) ?? "";
  return app.sms.listener.onStatusReport({ reference, sid, status: "failed", refusal });
};

test("picked people get it, one deleted since ends with that reason, and nobody twice", async () => {
  const [one, other, deleted] = [await campaigns.person(), await campaigns.person(), await campaigns.person()];
  const list_id = await campaigns.list([one.id]);
  const individual = {
    campaign_recipient_type: "individual",
    campaign_customers: [one.id, other.id, deleted.id, one.id],
  };
  const id = await campaigns.add({ ...individual, campaign_customers_list: [list_id] });
  await campaigns.owner(customers.remove, { params: { id: deleted.id } });
  await campaigns.runToEnd(id);
  expect(await outcomes(id)).toEqual(["accepted", "accepted", "removed"]);
  expect([one, other, deleted].map(({ phone }) => sentTo(phone))).toEqual([1, 1, 0]);
  expect(await campaigns.detail(id)).toMatchObject({ stats: { audience: 3, handed: 2, skipped: 1 } });
});

test("leaves out whom another campaign reached within the chosen days, and nobody else", async () => {
  const { id: first, list_id, people } = await campaigns.campaign(2);
  await campaigns.runToEnd(first);
  app.clock.advance(2 * dayMs);
  moveToNoon(app);
  await campaigns.signIn();
  const newcomer = await campaigns.person();
  const both = [list_id, await campaigns.list([newcomer.id])];
  const strict = await campaigns.add({ campaign_customers_list: both, campaign_exclude_days: 10 });
  await campaigns.runToEnd(strict);
  expect(await outcomes(strict)).toEqual(["recent", "recent", "accepted"]);
  const loose = await campaigns.add({ campaign_customers_list: [list_id], campaign_exclude_days: 1 });
  await campaigns.runToEnd(loose);
  expect(people.map(({ phone }) => sentTo(phone))).toEqual([2, 2]);
});

test("who is deleted, erased, merged or given another phone after the preparation gets nothing on the old one", async () => {
  const { id, people } = await campaigns.campaign(5);
  const [deleted, erased, merged, changed, kept] = people.map((person) => ({ ...person }));
  await campaigns.start();
  await campaigns.owner(customers.remove, { params: { id: deleted?.id ?? 0 } });
  const erasure = { reason: "Asked by email", confirmation: "ERASE" };
  await campaigns.owner(customerErasure.erase, { params: { id: erased?.id ?? 0 }, body: erasure });
  const pair = { kept_id: kept?.id ?? 0, merged_id: merged?.id ?? 0 };
  await campaigns.owner(duplicates.merge, { body: { ...pair, take: [] } });
  await app.pool.query("update customers set phone = $2 where id = $1", [changed?.id, freshPhone()]);
  await campaigns.runToEnd(id);
  expect(await outcomes(id)).toEqual(["removed", "removed", "removed", "removed", "accepted"]);
  expect(people.map(({ phone }) => sentTo(phone))).toEqual([0, 0, 0, 0, 1]);
  expect(await campaigns.detail(id)).toMatchObject({ stats: { audience: 5, handed: 1, skipped: 4, waiting: 0 } });
});

test("erasing somebody who got it keeps the figures and forgets the phone", async () => {
  const { id, people } = await campaigns.campaign(2);
  await campaigns.runToEnd(id);
  const erasure = { reason: "Asked by email", confirmation: "ERASE" };
  await campaigns.owner(customerErasure.erase, { params: { id: people[0]?.id ?? 0 }, body: erasure });
  expect(await campaigns.detail(id)).toMatchObject({ stats: { audience: 2, handed: 2 } });
  expect((await campaigns.rows(id))[0]).toMatchObject({ address: "", state: "accepted" });
});

test("pauses itself when carriers filter it, says why, and goes on when told to", async () => {
  const { id } = await campaigns.campaign(60);
  await campaigns.start();
  await campaigns.feed();
  // Somebody is still to come, so that it hasn't ended.
  await app.pool.query(
    "update campaign_recipients set state = 'pending', due_at = $2 where campaign_id = $1 and n = 60",
    [id, new Date(app.clock.now().getTime() + 3_600_000)],
  );
  await app.pool.query("update campaigns set state = 'sending', finished_at = null where id = $1", [id]);
  for (const { reference } of app.sms.sent.slice(0, 3)) await report(reference, "30007");
  await campaigns.feed();
  expect((await campaigns.detail(id)).campaign_status).toBe("Paused: carriers filtered 3 of the last 60 texts");
  await campaigns.feed();
  await campaigns.owner(textCampaigns.resume, { params: { id } });
  expect((await campaigns.detail(id)).campaign_status).toMatch(/^Sending/);
  await campaigns.owner(textCampaigns.cancel, { params: { id } });
  expect(await campaigns.detail(id)).toMatchObject({ stats: { audience: 60, handed: 59, skipped: 1 } });
});

test.each([
  { kind: "failed", enough: 12, status: "Paused: carriers could not deliver 12 of the last 55 texts" },
  { kind: "stopped", enough: 3, status: "Paused: people opted out after 3 of the last 55 texts" },
] as const)("pauses itself when too many texts $kind, and not before", async ({ kind, enough, status }) => {
  const people = [];
  for (let at = 0; at < 55; at += 1) people.push(await campaigns.person());
  // It is early in the morning there, so that the campaign hasn't ended.
  const late = await campaigns.person({ address: "1 King St, Honolulu, HI 96813" });
  const list_id = await campaigns.list([...people, late].map((person) => person.id));
  const id = await campaigns.add({ campaign_customers_list: [list_id] });
  await campaigns.start();
  await campaigns.feed();
  const goWrong = async (at: number) => {
    const { reference = "", to = "" } = app.sms.sent[at] ?? {};
    if (kind === "failed") return report(reference, "30003");
    await campaigns.text(to, "STOP");
    await attributeOutcomes(app.server);
  };
  for (let at = 0; at < enough - 1; at += 1) await goWrong(at);
  await campaigns.feed();
  expect((await campaigns.detail(id)).campaign_status).toMatch(/^Sending/);
  await goWrong(enough - 1);
  await campaigns.feed();
  const { campaign_status, brake } = await campaigns.detail(id);
  expect(campaign_status).toBe(status);
  expect(brake.limits.find((limit) => limit.kind === kind)).toMatchObject({ count: enough });
  await campaigns.owner(textCampaigns.cancel, { params: { id } });
});

test("who is beyond today's limit of texts waits, and goes when there is room again", async () => {
  const { id } = await campaigns.campaign(3);
  await app.pool.query("delete from quota_uses where dealer_id = $1", [dealer.dealer_id]);
  await app.pool.query("insert into quota_limits (dealer_id, texts) values ($1, 1)", [dealer.dealer_id]);
  await campaigns.start();
  for (let round = 0; round < 3; round += 1) {
    await campaigns.feed();
    app.clock.advance(20 * 60_000);
  }
  const room = { left_today: 0, daily_limit: 1 };
  expect(await campaigns.detail(id)).toMatchObject({ stats: { handed: 1, waiting: 2 }, daily_room: room });
  await app.pool.query("update quota_limits set texts = 100 where dealer_id = $1", [dealer.dealer_id]);
  await campaigns.runToEnd(id);
  expect(await campaigns.detail(id)).toMatchObject({ campaign_status: "Sent", stats: { handed: 3, waiting: 0 } });
});

test("an import that fails while a campaign waits for it stops the start, which a second import mends", async () => {
  const someone = await campaigns.person();
  const list_id = await campaigns.list([someone.id]);
  // In Albany: a phone of a random area may be in Hawaii or Guam, where nobody may be texted at this hour.
  const { upload } = (await campaigns.owner(uploads.csvCopy, { body: { csv_file: "Phone\n+15185550142\n" } })).data;
  await campaigns.owner(uploads.map, { params: { id: upload.id }, body: { mapping: ["phone"] } });
  await campaigns.owner(uploads.copyFromTemp, { body: { upload_id: upload.id, list_id, consent: 1 } });
  const id = await campaigns.add({ campaign_customers_list: [list_id] });
  await campaigns.start();
  expect((await campaigns.detail(id)).campaign_status).toBe("Waiting for its list");
  await app.pool.query("update uploads set state = 'failed', error = 'x' where id = $1", [upload.id]);
  await app.pool.query("update customer_lists set status = 1 where id = $1", [list_id]);
  await campaigns.start();
  expect((await campaigns.detail(id)).campaign_status).toMatch(/^Paused: the import into its list didn't finish/);
  await campaigns.feed();
  expect(app.sms.sent).toEqual([]);
  await campaigns.owner(uploads.copyFromTemp, { body: { upload_id: upload.id, list_id, consent: 1 } });
  await campaigns.owner(textCampaigns.resume, { params: { id } });
  await app.jobs.runAll();
  await campaigns.runToEnd(id);
  expect(await campaigns.detail(id)).toMatchObject({ stats: { audience: 2, handed: 2 } });
});

test("a list without people pauses the campaign, and people added then get it", async () => {
  const list_id = await campaigns.list([]);
  const id = await campaigns.add({ campaign_customers_list: [list_id] });
  await campaigns.start();
  expect((await campaigns.detail(id)).campaign_status).toBe("Paused: nobody is in its lists. Add people, then resume");
  const { phone } = await campaigns.person({ list_id });
  await campaigns.owner(textCampaigns.resume, { params: { id } });
  await campaigns.runToEnd(id);
  expect(sentTo(phone)).toBe(1);
});

test("a full queue at the carrier keeps everybody waiting, and nobody is lost or doubled", async () => {
  const { id, people } = await campaigns.campaign(3);
  const refusal = { code: "21611", class: "later", words: "Too many texts are waiting." } as const;
  app.sms.answerNext({ kind: "refused", refusal }, { kind: "refused", refusal });
  await campaigns.start();
  await campaigns.feed();
  expect(await campaigns.detail(id)).toMatchObject({ stats: { handed: 1, waiting: 2 } });
  app.clock.advance(60_000);
  await campaigns.feed();
  expect(app.sms.sent).toHaveLength(3);
  app.clock.advance(10 * 60_000);
  await campaigns.runToEnd(id);
  const taken = [...app.sms.sids.keys()].filter((reference) => reference.startsWith(`c.${dealer.dealer_id}.${id}.`));
  expect(taken).toHaveLength(people.length);
});

test("while it is sending it says how long it still takes and who waits for when, and nothing else later", async () => {
  const { id } = await campaigns.campaign(3);
  expect(await campaigns.detail(id)).toMatchObject({ forecast: null, daily_room: null });
  await campaigns.start();
  const later = new Date(app.clock.now().getTime() + dayMs);
  const wait = "update campaign_recipients set due_at = $2, zones = 'America/Chicago' where campaign_id = $1 and n = 3";
  await app.pool.query(wait, [id, later]);
  const expected = {
    carrier_days: 0,
    carrier_limit: 0,
    minutes: 1,
    later: 1,
    later_at: later.toISOString(),
    later_zone: "America/Chicago",
  };
  expect((await campaigns.detail(id)).forecast).toEqual(expected);
});
