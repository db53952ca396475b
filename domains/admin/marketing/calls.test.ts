import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { sendTexts } from "#domains/campaigns/sending/server/sendDue.ts";
import { startDue } from "#domains/campaigns/sending/server/start.ts";
import { textCampaigns } from "#domains/campaigns/text/contract.ts";
import { marketingStop } from "#domains/marketing/rules/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import type { Dealership } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { marketingRules } from "./contract.ts";

let app: TestApp;
let dealer: Dealership;
let owner: Caller;
let operator: Caller;

beforeAll(async () => {
  app = await startTestApp();
  // Noon in Albany on a weekday, so that everybody may be texted.
  const now = app.clock.now();
  const next = new Date(now.getTime() + 86_400_000);
  next.setUTCHours(17, 0, 0, 0);
  while ([0, 6].includes(next.getUTCDay())) next.setUTCDate(next.getUTCDate() + 1);
  app.clock.advance(next.getTime() - now.getTime());
  dealer = await app.dealership();
  owner = await app.signIn(dealer.owner);
  operator = await app.signIn((await app.operator()).email);
});
afterAll(() => app.close());

const current = async () => (await operator(marketingRules.current)).data;
const day = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
const trail = async (subject: string) =>
  (
    await app.pool.query("select dealer_id::int, action, detail from audit_log where subject = $1 order by id", [
      subject,
    ])
  ).rows;

test("a stop holds every client's campaigns, they read why, and nobody misses one because of it", async () => {
  const { id: customer, phone } = await addCustomer(owner, { address: "1 Elm St, Albany, NY 12207" });
  const time = { campaign_send_date: "", campaign_send_time: "", campaign_send_timezone: "", campaign_exclude_days: 0 };
  const to = { campaign_recipient_type: "individual", campaign_customers: [customer] } as const;
  const body = { ...time, ...to, title: "Sale", campaign_template: "Sale", consent: 1, consent_collected: 1 } as const;
  const { id } = (await owner(textCampaigns.add, { body })).data;
  await startDue(app.server);

  const stop = (reason: string) => operator(marketingRules.stop, { body: { reason } });
  await expect(stop("")).rejects.toMatchObject({ status: 422 });
  await stop("The carrier asked us to");
  await expect(stop("Again")).rejects.toMatchObject({ status: 409 });
  expect((await owner(marketingStop.current)).data.stop?.reason).toBe("The carrier asked us to");
  expect((await current()).stop?.reason).toBe("The carrier asked us to");
  const status = async () => (await owner(textCampaigns.one, { params: { id } })).data.campaignDetail.campaign_status;
  expect(await status()).toBe("Paused by Rooftop: The carrier asked us to");
  const listed = (await owner(textCampaigns.table, { body: { order: [] } })).data;
  expect(listed[0]?.campaign_status).toBe("Paused by Rooftop: The carrier asked us to");
  await sendTexts(app.server);
  expect(app.sms.sent.filter((text) => text.to === phone)).toEqual([]);

  // Longer than the campaign had.
  app.clock.advance(7 * 86_400_000);
  operator = await app.signIn((await app.operator()).email);
  owner = await app.signIn(dealer.owner);
  await operator(marketingRules.resume);
  expect(await operator(marketingRules.resume)).toMatchObject({ status: "info" });
  expect((await owner(marketingStop.current)).data.stop).toBeNull();
  await sendTexts(app.server);
  expect(app.sms.sent.filter((text) => text.to === phone)).toHaveLength(1);
  const { stats } = (await owner(textCampaigns.one, { params: { id } })).data.campaignDetail;
  expect(stats).toMatchObject({ handed: 1, skipped: 0 });
  expect(await trail("marketing")).toEqual([
    { dealer_id: 0, action: "stopped all", detail: { reason: "The carrier asked us to" } },
    { dealer_id: 0, action: "resumed all", detail: { reason: "The carrier asked us to" } },
  ]);
});

test("hours hold from their day on, what held before stays, and only coming ones can be removed", async () => {
  const before = (await current()).quiet_hours;
  expect(before.find(({ state }) => state === "")).toMatchObject({
    from_minute: 480,
    to_minute: 1260,
    is_future: false,
  });
  const draft = { state: "ga", weekdays: 127, from_minute: "600", to_minute: 1140, source: "HB 1" };
  const set = (more: object) => operator(marketingRules.setHours, { body: { ...draft, since: day(0), ...more } });
  await set({});
  await set({ since: day(5), from_minute: 660 });
  // The same day again changes what was entered.
  await set({ since: day(5), from_minute: 690 });
  const georgia = () => current().then(({ quiet_hours }) => quiet_hours.filter(({ state }) => state === "GA"));
  expect((await georgia()).map(({ from_minute, is_future }) => [from_minute, is_future])).toEqual([
    [600, false],
    [690, true],
  ]);
  const remove = (since: string) =>
    operator(marketingRules.removeHours, { body: { state: "GA", weekdays: 127, since } });
  await expect(remove(day(0))).rejects.toMatchObject({ status: 409 });
  await expect(remove(day(9))).rejects.toMatchObject({ status: 404 });
  await remove(day(5));
  expect(await georgia()).toHaveLength(1);
  expect((await trail("quiet hours")).map(({ action }) => action)).toEqual(["set", "set", "set", "removed"]);
});

const wrong: [field: string, body: object][] = [
  ["state", { state: "ZZ" }],
  ["state", { state: "Texas" }],
  ["weekdays", { weekdays: 0 }],
  ["weekdays", { weekdays: 128 }],
  ["weekdays", { weekdays: "1 or 1=1" }],
  ["from_minute", { from_minute: 0 }],
  ["from_minute", { from_minute: -5 }],
  ["to_minute", { to_minute: 1440 }],
  ["to_minute", { to_minute: 480 }],
  ["since", { since: "2001-01-01" }],
  ["since", { since: "0000-00-00" }],
  ["since", { since: "'; drop table quiet_hours; --" }],
  ["source", { source: "" }],
];

test.each(wrong)("refuses a wrong %s: %o", async (field, more) => {
  const body = {
    state: "FL",
    weekdays: 127,
    from_minute: 480,
    to_minute: 1200,
    since: day(3),
    source: "A law",
    ...more,
  };
  const before = (await current()).quiet_hours;
  const sent = operator(marketingRules.setHours, { body });
  await expect(sent).rejects.toMatchObject({ status: 422, fields: { [field]: expect.any(String) } });
  expect((await current()).quiet_hours).toEqual(before);
});

test("clients change nothing of it", async () => {
  await expect(owner(marketingRules.stop, { body: { reason: "No" } })).rejects.toMatchObject({ status: 403 });
  await expect(owner(marketingRules.current)).rejects.toMatchObject({ status: 403 });
});
