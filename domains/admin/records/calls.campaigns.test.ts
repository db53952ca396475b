import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { clients } from "#domains/admin/clients/contract.ts";
import { emailCampaigns } from "#domains/campaigns/email/contract.ts";
import { startDue } from "#domains/campaigns/sending/server/start.ts";
import { textCampaigns } from "#domains/campaigns/text/contract.ts";
import { startEmailCampaigns } from "#testing/campaigns/startEmailCampaigns.ts";
import { addCustomer } from "#testing/customer.ts";
import type { Dealership } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { platformCampaigns } from "./contract.ts";

let app: TestApp;
let dealer: Dealership;
let other: Dealership;
let owner: Caller;
let operator: Caller;

beforeAll(async () => {
  app = await startTestApp();
  dealer = await app.dealership();
  other = await app.dealership();
  owner = await app.signIn(dealer.owner);
  operator = await app.signIn((await app.operator()).email);
});
afterAll(() => app.close());

async function submit(title: string, call = owner) {
  const { id: customer } = await addCustomer(call, {});
  const time = { campaign_send_date: "", campaign_send_time: "", campaign_send_timezone: "", campaign_exclude_days: 0 };
  const to = { campaign_recipient_type: "individual", campaign_customers: [customer] } as const;
  const body = { ...time, ...to, title, campaign_template: "Sale", consent: 1, consent_collected: 1 } as const;
  return (await call(textCampaigns.add, { body })).data.id;
}
const all = async () => (await operator(platformCampaigns.all)).data.allCampaigns;
const find = async (id: number) => (await all()).find((row) => row.id === id);
const statusAt = async (id: number) =>
  (await owner(textCampaigns.one, { params: { id } })).data.campaignDetail.campaign_status;

test("all businesses' campaigns, newest first; a title is text and the sent type our own markup", async () => {
  const title = "<script>alert(1)</script> & <b>Sale</b>";
  const id = await submit(title);
  const theirs = await submit("Theirs", await app.signIn(other.owner));
  const [newest, second] = await all();
  expect(newest).toMatchObject({ id: theirs, dealer_id: other.dealer_id });
  expect(second).toMatchObject({
    id,
    title,
    campaign_recipient_type: "individual",
    total_recipients: 1,
    sent_type: "<span>Now</span>",
    send_option: "now",
    campaign_status: "Scheduled",
    client: expect.stringMatching(/^Dealer/),
    location: "Downtown",
    is_deleted: 0,
    can_hold: 1,
    held_for: "",
  });
  const ids = async (body: object) =>
    (await operator(platformCampaigns.table, { body: { order: [], ...body } })).data.map((row) => row.id);
  expect(await ids({ client_id: other.dealer_id })).toEqual([theirs]);
  expect(await ids({ search: { value: "sale script" } })).toEqual([id]);
  expect(await ids({ search: { value: "' or true --" } })).toEqual([]);
  const first = await operator(platformCampaigns.table, { body: { order: [], length: 1 } });
  expect(await ids({ length: 1, cursor: first.cursors?.next ?? "" })).toEqual([id]);
});

test("a deleted campaign stays listed as deleted, and can't be paused", async () => {
  const id = await submit("Gone");
  await owner(textCampaigns.remove, { params: { id } });
  expect(await find(id)).toMatchObject({ campaign_status: "Deleted", is_deleted: 1, can_hold: 0 });
});

test("a paused one sends nothing until it is released, its client reads why, and the trail says who did it", async () => {
  const id = await submit("Too many complaints");
  await startDue(app.server);
  const hold = (reason: string) => operator(platformCampaigns.hold, { params: { id }, body: { reason } });
  await expect(hold(" ")).rejects.toMatchObject({ status: 422 });
  await hold("Complaints from carriers");
  expect(await statusAt(id)).toBe("Paused by Rooftop: Complaints from carriers");
  expect(await find(id)).toMatchObject({ can_hold: 0, held_for: "Complaints from carriers" });
  await expect(owner(textCampaigns.resume, { params: { id } })).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("Complaints from carriers"),
  });
  const { rows } = await app.pool.query(
    "select dealer_id, action, detail from audit_log where subject = 'text campaign' and subject_id = $1 order by id desc limit 1",
    [id],
  );
  expect(rows).toEqual([
    {
      dealer_id: dealer.dealer_id,
      action: "paused for Rooftop",
      detail: { title: "Too many complaints", reason: "Complaints from carriers" },
    },
  ]);
  await operator(platformCampaigns.release, { params: { id } });
  expect(await statusAt(id)).toBe("Paused: Rooftop released it. Resume it if it should still go out");
  await expect(operator(platformCampaigns.release, { params: { id } })).rejects.toMatchObject({ status: 409 });
  await owner(textCampaigns.resume, { params: { id } });
  expect(await statusAt(id)).toMatch(/^Sending/);
});

test("a client's email campaign is held and released like one of texts, and the trail says what it is", async () => {
  const mail = await startEmailCampaigns(app);
  const id = await mail.campaignTo([await mail.person()]);
  expect(await find(id)).toMatchObject({ channel: "email", can_hold: 1, total_recipients: 1 });
  await operator(platformCampaigns.hold, { params: { id }, body: { reason: "Spam reports" } });
  await mail.start();
  await mail.feed();
  expect((await mail.detail(id)).campaign_status).toBe("Paused by Rooftop: Spam reports");
  expect((await mail.rows(id)).filter(({ handed_at }) => handed_at)).toEqual([]);
  await expect(mail.owner(emailCampaigns.resume, { params: { id } })).rejects.toMatchObject({ status: 409 });
  await operator(platformCampaigns.release, { params: { id } });
  await mail.owner(emailCampaigns.resume, { params: { id } });
  await mail.runToEnd(id);
  expect((await mail.detail(id)).campaign_status).toBe("Sent");
  const { rows } = await app.pool.query(
    "select action from audit_log where subject = 'email campaign' and subject_id = $1 order by id",
    [id],
  );
  expect(rows.map(({ action }) => action)).toEqual(expect.arrayContaining(["paused for Rooftop", "released"]));
  const ids = async (channel: "" | "sms" | "email") =>
    (await operator(platformCampaigns.table, { body: { order: [], channel } })).data.map((row) => row.id);
  expect([(await ids("email")).includes(id), (await ids("sms")).includes(id), (await ids("")).includes(id)]).toEqual([
    true,
    false,
    true,
  ]);
});

test("clients' counts name campaign texts apart from conversations", async () => {
  const id = await submit("Counted");
  await startDue(app.server);
  const set = "update campaign_recipients set state = 'sent', handed_at = now() where campaign_id = $1";
  await app.pool.query(set, [id]);
  const before = (await operator(clients.one, { params: { id: other.dealer_id } })).data.allClients;
  expect(before).toMatchObject({ campaign_sms: 0 });
  const { allClients } = (await operator(clients.one, { params: { id: dealer.dealer_id } })).data;
  expect(allClients).toMatchObject({ outbound_sms: 0, campaign_sms: 1 });
  const listed = (await operator(clients.table, { body: { order: [] } })).data.find(
    (row) => row.id === dealer.dealer_id,
  );
  expect(listed?.campaign_sms).toBe(1);
});

test("a finished, absent or foreign kind of campaign isn't paused, and nobody else may", async () => {
  const id = await submit("Canceled");
  await owner(textCampaigns.cancel, { params: { id } });
  const body = { reason: "Whatever it is" };
  await expect(operator(platformCampaigns.hold, { params: { id }, body })).rejects.toMatchObject({ status: 409 });
  const absent = operator(platformCampaigns.hold, { params: { id: 999_999 }, body });
  await expect(absent).rejects.toMatchObject({ status: 404 });
  await expect(owner(platformCampaigns.hold, { params: { id }, body })).rejects.toMatchObject({ status: 403 });
  await expect(owner(platformCampaigns.all)).rejects.toMatchObject({ status: 403 });
});
