import { afterAll, beforeEach, expect, test } from "vitest";
import { appointments } from "#domains/appointments/contract.ts";
import { dashboard } from "#domains/dashboard/contract.ts";
import { lists } from "#domains/lists/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import { startTestApp } from "#testing/testApp.ts";
import { campaignPreview } from "../../compose/contract.ts";
import { attributeOutcomes } from "../../sending/server/outcomes.ts";
import { sendTexts } from "../../sending/server/sendDue.ts";
import { startDue } from "../../sending/server/start.ts";
import { textCampaigns } from "../contract.ts";

const app = await startTestApp();
afterAll(() => app.close());
const dealer = await app.dealership();
let owner = await app.signIn(dealer.owner);

/** Noon in Albany on a weekday, so that everybody may be texted. */
beforeEach(async () => {
  const now = app.clock.now();
  const next = new Date(now.getTime() + 86_400_000);
  next.setUTCHours(17, 0, 0, 0);
  while ([0, 6].includes(next.getUTCDay())) next.setUTCDate(next.getUTCDate() + 1);
  app.clock.advance(next.getTime() - now.getTime());
  owner = await app.signIn(dealer.owner);
});

let count = 0;
const noTime = { campaign_send_date: "", campaign_send_time: "", campaign_send_timezone: "", campaign_exclude_days: 0 };
async function audience(...names: string[]) {
  count += 1;
  const { list_id } = (await owner(lists.add, { body: { title: `Audience ${count}` } })).data;
  const people = [];
  for (const first_name of names) {
    people.push(await addCustomer(owner, { first_name, address: "1 Elm St, Albany, NY 12207" }));
  }
  await owner(lists.addCustomers, {
    params: { id: list_id },
    body: { customer_ids: people.map(({ id }) => id) },
  });
  return { list_id, people };
}
async function submit(list_id: number, body: object = {}) {
  const draft = {
    title: `Sale ${count}`,
    campaign_template: "Our sale starts today.",
    consent: 1,
    consent_collected: 1,
  };
  const sent = { ...noTime, ...draft, campaign_customers_list: [list_id], ...body } as const;
  const { id } = (await owner(textCampaigns.add, { body: sent })).data;
  await startDue(app.server);
  return id;
}
const detail = async (id: number) => (await owner(textCampaigns.one, { params: { id } })).data.campaignDetail;
const rows = async (id: number, body: object = {}) =>
  (await owner(textCampaigns.recipients, { params: { id }, body: { order: [], ...body } })) as unknown as {
    data: { first_name: string; state: string; error: string; appointment_id: number | null }[];
    recordsFiltered: number;
    recordsTotal: number;
  };
const namesIn = async (id: number, body: object = {}) =>
  (await rows(id, body)).data.map(({ first_name }) => first_name);

test("the list and the detail show the same figures, and each of them opens its people", async () => {
  const { list_id, people } = await audience("Ann", "Ben", "Cleo", "Dan");
  app.sms.answerNext({ kind: "refused", refusal: { code: "30003", class: "number", words: "Not reachable." } });
  const id = await submit(list_id);
  await sendTexts(app.server);
  const made = people[1]?.id ?? 0;
  app.clock.advance(13 * 86_400_000);
  const title = { title: "Test drive", type: 0, appointment_date: "2029-01-02", notes: "" } as const;
  const time = { timeType: "custom", customTimeHours: "10", customTimeMinutes: "00", customTimeAmPm: "AM" } as const;
  owner = await app.signIn(dealer.owner);
  await owner(appointments.add, { body: { ...title, ...time, customer_id: made } });
  await attributeOutcomes(app.server);
  await attributeOutcomes(app.server);

  const { stats, status_counts, failures, brake } = await detail(id);
  expect(stats).toMatchObject({ audience: 4, handed: 4, failed: 1, replies: 0, appointments: 1, unsubscribes: 0 });
  expect(status_counts.reduce((sum, one) => sum + one.count, 0)).toBe(4);
  expect(failures).toEqual([{ error_code: "30003", text: "Not reachable.", count: 1 }]);
  expect(brake).toMatchObject({ handed: 4, least: 50 });
  const listed = (await owner(textCampaigns.table, { body: { order: [] } })).data.find((row) => row.id === id);
  expect(listed?.stats).toEqual(stats);

  expect(await namesIn(id, { outcome: "appointment" })).toEqual(["Ben"]);
  expect(await namesIn(id, { error_code: "30003" })).toHaveLength(1);
  expect(await namesIn(id, { state: "failed,unknown" })).toHaveLength(1);
  expect((await rows(id, { state: "failed" })).recordsTotal).toBe(4);
  expect(await namesIn(id, { search: { value: "cle" } })).toEqual(["Cleo"]);
  expect(await namesIn(id, { reason: "' or 1=1 --" })).toEqual([]);
});

test("browsers hear when a campaign starts, goes on and ends", async () => {
  const { list_id } = await audience("Ann");
  const heard = () =>
    app.events
      .inRoom({ kind: "location", dealer_id: dealer.dealer_id, location_id: dealer.location_id })
      .filter(({ event }) => event === "campaign-changed").length;
  const before = heard();
  const id = await submit(list_id);
  const started = heard();
  expect(started).toBeGreaterThan(before);
  await owner(textCampaigns.pause, { params: { id } });
  expect(heard()).toBeGreaterThan(started);
  await owner(textCampaigns.resume, { params: { id } });
  const resumed = heard();
  await sendTexts(app.server);
  expect(heard()).toBeGreaterThan(resumed);
  expect((await detail(id)).campaign_status).toBe("Sent");
});

test("an appointment that is deleted, or made too late, isn't one", async () => {
  const { list_id, people } = await audience("Ann", "Ben");
  const id = await submit(list_id);
  await sendTexts(app.server);
  const made = "insert into appointments (dealer_id, location_id, customer_id, title, datetime, created, created_by)";
  const of = async (customer: number | undefined, days: number) => {
    const { rows } = await app.pool.query(
      `${made} select dealer_id, location_id, id, 'Visit', $2, $2, (select min(id) from users where dealer_id = customers.dealer_id)
       from customers where id = $1 returning id`,
      [customer, new Date(app.clock.now().getTime() + days * 86_400_000)],
    );
    return Number(rows[0].id);
  };
  const early = await of(people[0]?.id, 1);
  await of(people[1]?.id, 14.01);
  app.clock.advance(86_400_000);
  await attributeOutcomes(app.server);
  app.clock.advance(13.1 * 86_400_000);
  await attributeOutcomes(app.server);
  owner = await app.signIn(dealer.owner);
  expect((await detail(id)).stats.appointments).toBe(1);
  await app.pool.query("delete from appointments where id = $1", [early]);
  expect((await detail(id)).stats.appointments).toBe(0);
});

test("pages by cursor, and sorts by name", async () => {
  const { list_id } = await audience("Cleo", "Ann", "Ben");
  const id = await submit(list_id);
  const first = await owner(textCampaigns.recipients, { params: { id }, body: { order: [], length: 2 } });
  expect(first.data.map(({ first_name }) => first_name)).toEqual(["Cleo", "Ann"]);
  const cursor = (first as unknown as { cursors: { next: string } }).cursors.next;
  const next = await owner(textCampaigns.recipients, { params: { id }, body: { order: [], length: 2, cursor } });
  expect(next.data.map(({ first_name }) => first_name)).toEqual(["Ben"]);
  const columns = [{ data: "first_name" }];
  const sorted = await namesIn(id, { columns, order: [{ column: 0, dir: "desc" }] });
  expect(sorted).toEqual(["Cleo", "Ben", "Ann"]);
  for (const hostile of ["%%%", "e30", Buffer.from('{"key":"id","dir":"asc","side":"after"}').toString("base64url")]) {
    await expect(
      owner(textCampaigns.recipients, { params: { id }, body: { order: [], cursor: hostile } }),
    ).rejects.toMatchObject({ status: 422 });
  }
});

test("who waits for a reply is left out unless the campaign says otherwise, and named before it is sent", async () => {
  const { list_id, people } = await audience("Waits", "Free");
  const from = people[0]?.phone ?? "";
  const text = { sid: `SM${crypto.randomUUID()}`, from, to: dealer.number, body: "Is it still there?", media: [] };
  await app.sms.listener.onInboundText({ ...text, carrierAnsweredOptOut: false });
  const body = { ...noTime, campaign_template: "Sale", campaign_customers_list: [list_id] };
  const preview = async (more: object) => (await owner(campaignPreview.audience, { body: { ...body, ...more } })).data;
  const [left] = (await preview({})).reasons;
  expect(left).toMatchObject({
    reason: "unanswered",
    count: 1,
    people: [{ customer_id: people[0]?.id, first_name: "Waits" }],
  });
  expect(await preview({ skip_unanswered: 0 })).toMatchObject({ texted: 2, reasons: [] });

  const id = await submit(list_id);
  expect((await detail(id)).skip_unanswered).toBe(1);
  expect((await detail(id)).reasons).toEqual([{ reason: "unanswered", text: "Waiting for your reply", count: 1 }]);
  expect(await namesIn(id, { reason: "unanswered" })).toEqual(["Waits"]);
  const all = await submit(list_id, { skip_unanswered: 0 });
  expect(await detail(all)).toMatchObject({ skip_unanswered: 0, reasons: [] });
  const copy = (await owner(textCampaigns.duplicate, { params: { id: all } })).data.id;
  expect((await detail(copy)).skip_unanswered).toBe(0);
});

test("the list is narrowed by status and creation, and the period's figures count what left in it", async () => {
  const table = async (body: object) => {
    const { data } = await owner(textCampaigns.table, { body: { order: [], length: 100, ...body } });
    return data.map(({ id }) => id);
  };
  const figures = async (period: "today" | "days7" | "days90") =>
    (await owner(textCampaigns.figures, { body: { period } })).data;
  app.clock.advance(100 * 86_400_000);
  owner = await app.signIn(dealer.owner);
  expect(await figures("days90")).toEqual({ sent: 0, delivered: 0, replies: 0, unsubscribes: 0 });
  const { list_id, people } = await audience("Ann", "Ben");
  app.sms.answerNext({ kind: "refused", refusal: { code: "30003", class: "number", words: "Not reachable." } });
  const sent = await submit(list_id);
  await sendTexts(app.server);
  await app.pool.query("update campaign_recipients set state = 'delivered' where campaign_id = $1 and n = 2", [sent]);
  const replying = "update campaign_recipients set replied_at = now() where campaign_id = $1 and customer_id = $2";
  await app.pool.query(replying, [sent, people[1]?.id]);
  const draft = (await owner(textCampaigns.add, { body: { ...noTime, title: "Later", save_type: "draft" } })).data.id;
  // Created by the database's clock, which the tests' runs ahead of.
  await app.pool.query("update campaigns set created_at = $2 where id = any($1)", [[sent, draft], app.clock.now()]);
  expect(await table({ status: "draft", period: "today" })).toEqual([draft]);
  expect(await table({ status: "sent", period: "today" })).toEqual([sent]);
  expect(await table({ status: "canceled" })).toEqual([]);
  expect(await table({ period: "today" })).toEqual([draft, sent]);
  expect((await table({})).length).toBeGreaterThan(2);
  expect(await figures("today")).toEqual({ sent: 2, delivered: 1, replies: 1, unsubscribes: 0 });
  const onDashboard = async (body: object) =>
    (await owner(dashboard.campaignTexts, { body: { period: "today", ...body } })).data;
  expect(await onDashboard({})).toEqual({ sent: 2 });
  expect(await onDashboard({ location: "all" })).toEqual({ sent: 2 });
  expect((await owner(dashboard.figures, { body: {} })).data.messages_sent).toBe(0);
  const elsewhere = await app.signIn(dealer.otherAgent);
  expect((await elsewhere(dashboard.campaignTexts, { body: {} })).data).toEqual({ sent: 0 });
  expect((await elsewhere(textCampaigns.figures, { body: {} })).data.sent).toBe(0);
});
