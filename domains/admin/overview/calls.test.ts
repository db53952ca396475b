import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { clients } from "#domains/admin/clients/contract.ts";
import { platformCampaigns, platformMessages } from "#domains/admin/records/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { locations } from "#domains/locations/contract.ts";
import { startEmailCampaigns } from "#testing/campaigns/startEmailCampaigns.ts";
import { addCustomer } from "#testing/customer.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { overview } from "./contract.ts";

let app: TestApp;
let operator: Caller;

beforeAll(async () => {
  app = await startTestApp();
  operator = await app.signIn((await app.operator()).email);
});
afterAll(() => app.close());

const figures = async () => (await operator(overview.figures)).data;
const none = { today: 0, week: 0, month: 0 };

test("everything is zero without clients; the platform itself is not counted", async () => {
  expect(await figures()).toEqual({
    clients: { ...none, all: 0 },
    texts_in: none,
    texts_out: none,
    failures: none,
    campaign_texts: none,
    campaign_emails: none,
    numbers: { assigned: 0, requested: 0, unsettled: 0 },
    as_of: expect.stringMatching(/Z$/),
  });
});

test("each figure counts the rows of its definition immediately", async () => {
  const dealer = await app.dealership();
  const agent = await app.signIn(dealer.agent);
  const { id: customer_id, phone } = await addCustomer(agent);
  await agent(inbox.sendToCustomer, { body: { customer_id, message: "Taken" } });
  await app.jobs.runAll();
  const reference = app.sms.sent.at(-1)?.reference ?? "";
  const sid = app.sms.sids.get(reference) ?? "";
  await app.sms.listener.onStatusReport({ reference, sid, status: "delivered", refusal: undefined });
  const refusal = { code: "30005", class: "number", words: "Unknown number." } as const;
  app.sms.answerNext({ kind: "refused", refusal });
  await agent(inbox.sendToCustomer, { body: { customer_id, message: "Refused" } });
  await app.jobs.runAll();
  const text = { from: phone, to: dealer.number, media: [], carrierAnsweredOptOut: false };
  for (const body of ["One", "Two", "Three"]) await app.sms.listener.onInboundText({ ...text, sid: `SM${body}`, body });
  const place = { title: "Harbor", address: "2 Pier St", city: "", state: "", postal_code: "" };
  const { data: location } = await (await app.signIn(dealer.owner))(locations.store, { body: place });
  await app.pool.query("update locations set phone_no_request = 2 where id = $1", [location.id]);
  app.sms.numbers.buyNext(async () => ({ kind: "lost", why: "no answer" }));
  const purchase = { dealerId: dealer.dealer_id, selectedNumber: "+19095550142" };
  await operator(clients.buyNumber, { body: purchase });

  const kinds = { in: 3, out: 1, failed: 1, campaign: 0 } as const;
  for (const [kind, count] of Object.entries(kinds)) {
    const body = { kind: kind as keyof typeof kinds, filterBy: "today" } as const;
    const page = await operator(platformMessages.table, { body });
    expect([kind, page.data.length, page.recordsFiltered]).toEqual([kind, count, count]);
  }
  const all = (count: number) => ({ today: count, week: count, month: count });
  expect(await figures()).toMatchObject({
    clients: { ...all(1), all: 1 },
    texts_in: all(3),
    texts_out: all(1),
    failures: all(1),
    numbers: { assigned: 2, requested: 1, unsettled: 1 },
  });
});

test("campaigns' texts and emails are counted apart, and each figure opens its rows", async () => {
  const mail = await startEmailCampaigns(app);
  const before = await figures();
  const campaign = await mail.campaignTo([await mail.person(), await mail.person()]);
  await mail.runToEnd(campaign);
  operator = await app.signIn("operator@example.com");
  const after = await figures();
  expect(after.campaign_emails.month).toBe(before.campaign_emails.month + 2);
  expect([after.campaign_texts, after.texts_out]).toEqual([before.campaign_texts, before.texts_out]);
  const sent = await operator(platformCampaigns.table, { body: { channel: "email", sent: "month" } });
  expect(sent.data.map(({ id, channel, total_recipients }) => [id, channel, total_recipients])).toEqual([
    [campaign, "email", 2],
  ]);
  expect((await operator(platformCampaigns.table, { body: { channel: "sms", sent: "month" } })).data).toEqual([]);
  app.clock.advance(70 * 86_400_000);
  operator = await app.signIn("operator@example.com");
  const later = { channel: "email", sent: "month" } as const;
  expect((await operator(platformCampaigns.table, { body: later })).data).toEqual([]);
  const business = (await operator(clients.one, { params: { id: mail.dealer.dealer_id } })).data.allClients;
  expect(business).toMatchObject({ campaign_sms: 0, campaign_emails: 2 });
});

test("days, weeks and months begin in the operator's time zone", async () => {
  // A Wednesday, noon in New York; the week began on Sunday the 29th, in the month before.
  app.clock.set(new Date("2026-04-01T16:00:00Z"));
  operator = await app.signIn("operator@example.com");
  const times = ["2026-04-01T04:00Z", "2026-04-01T03:59Z", "2026-03-29T04:00Z", "2026-03-29T03:59Z"];
  const { rows } = await app.pool.query("select id from messages where is_from_customer = 1 order by id");
  await app.pool.query("update messages set datetime = '2020-01-01'");
  for (const [at, { id }] of rows.entries()) {
    await app.pool.query("update messages set datetime = $1 where id = $2", [times[at + 1], id]);
  }
  expect((await figures()).texts_in).toEqual({ today: 0, week: 2, month: 0 });
  await app.pool.query("update messages set datetime = $1 where id = $2", [times[0], rows[0].id]);
  expect((await figures()).texts_in).toEqual({ today: 1, week: 2, month: 1 });
});
