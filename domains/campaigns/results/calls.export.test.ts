import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { consent } from "#domains/customers/consent/contract.ts";
import { startEmailCampaigns } from "#testing/campaigns/startEmailCampaigns.ts";
import { addCustomer } from "#testing/customer.ts";
import type { Dealership } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { startDue } from "../sending/server/start.ts";
import { textCampaigns } from "../text/contract.ts";
import { campaignExport } from "./contract.ts";

let app: TestApp;
let dealer: Dealership;
let manager: Caller;

beforeAll(async () => {
  app = await startTestApp();
  dealer = await app.dealership();
  manager = await app.signIn(dealer.manager);
});
afterAll(() => app.close());

async function campaign(title: string, customer_ids: number[]) {
  const time = { campaign_send_date: "", campaign_send_time: "", campaign_send_timezone: "", campaign_exclude_days: 0 };
  const to = { campaign_recipient_type: "individual", campaign_customers: customer_ids } as const;
  const body = { ...time, ...to, title, campaign_template: "Sale", consent: 1, consent_collected: 1 } as const;
  const { id } = (await manager(textCampaigns.add, { body })).data;
  await startDue(app.server);
  return id;
}
const linkTo = async (id: number, call = manager) => (await call(campaignExport.make, { params: { id } })).data;
const fetchFile = (url: string) => app.http.inject({ url });

test("the file has everyone with their result, and no cell that a spreadsheet would run", async () => {
  const named = await addCustomer(manager, { first_name: '=HYPERLINK("http://evil")', last_name: "+1+1" });
  const out = await addCustomer(manager, { first_name: "<b>Ann</b>", last_name: 'O"Neil, Jr.' });
  await manager(consent.opt, { body: { user_id: out.id, opt_type: "out" } });
  const { url, file_name } = await linkTo(await campaign("Sale", [named.id, out.id]));
  const answer = await fetchFile(url);
  expect(answer.headers).toMatchObject({
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="${file_name}"`,
    "cache-control": "no-store",
  });
  const [header, first, second, ...rest] = answer.body.slice(1).trimEnd().split("\r\n");
  expect(header).toBe(
    "First Name,Last Name,Phone,Consent,Status,Reason or Error,Sent At,Replied At,Opted Out At,Appointment,Message",
  );
  expect(first).toMatch(/^"'=HYPERLINK\(""http:\/\/evil""\)",'\+1\+1,/);
  expect(first).toContain(",Waiting,");
  expect(second).toContain('<b>Ann</b>,"O""Neil, Jr.",');
  expect(second).toContain(",Skipped,Opted out,");
  expect(rest).toEqual([]);
});

test("more than a batch comes whole, each person once", async () => {
  const { id: customer } = await addCustomer(manager, { first_name: "One" });
  const id = await campaign("Large", [customer]);
  await app.pool.query(
    `insert into customers (dealer_id, location_id, first_name, last_name, email, phone)
     select $1, $2, 'Person', n::text, '', '+1555' || lpad(n::text, 7, '0') from generate_series(1, 2500) n`,
    [dealer.dealer_id, dealer.location_id],
  );
  await app.pool.query(
    `insert into campaign_recipients (dealer_id, campaign_id, n, location_id, customer_id, address, zones, states, due_at, state, created_at)
     select dealer_id, $2, row_number() over (order by id) + 1, location_id, id, phone, '', '', now(), 'pending', now()
     from customers where dealer_id = $1 and first_name = 'Person'`,
    [dealer.dealer_id, id],
  );
  const { body } = await fetchFile((await linkTo(id)).url);
  const lines = body.trimEnd().split("\r\n");
  expect(lines).toHaveLength(2502);
  expect(new Set(lines).size).toBe(2502);
});

test("the people of an email campaign have what they did with it", async () => {
  const mail = await startEmailCampaigns(app);
  const ann = await mail.person({ first_name: "Ann", last_name: "Lee" });
  const people = [ann, await mail.person({ email: ann.email })];
  const id = await mail.campaignTo(people);
  await mail.runToEnd(id);
  await app.pool.query(
    "update campaign_recipients set opened_at = handed_at, clicked_at = handed_at where campaign_id = $1 and state <> 'skipped'",
    [id],
  );
  const { url } = (await mail.owner(campaignExport.makeEmail, { params: { id } })).data;
  const [header, ...lines] = (await fetchFile(url)).body.slice(1).trimEnd().split("\r\n");
  expect(header).toBe(
    "First Name,Last Name,Email,Status,Reason or Error,Sent At,Opened At,Clicked At,Unsubscribed At,Marked as Spam At,Appointment,Subject",
  );
  const [time] = /\d{4}-\d\d-\d\d \d\d:\d\d/.exec(lines[0] ?? "") ?? [];
  expect(lines).toEqual([
    `Ann,Lee,${ann.email},Sent,,${time},${time},${time},,,,Hi Ann`,
    expect.stringMatching(/^Cara,[^,]*,[^,]*,Skipped,[^,]+,,,,,,,/),
  ]);
  // Each channel's link finds its own campaigns.
  await expect(mail.owner(campaignExport.make, { params: { id } })).rejects.toMatchObject({ status: 404 });
});

test("a link is its maker's, for ten minutes, and nobody forges another", async () => {
  const { id: customer } = await addCustomer(manager, {});
  const id = await campaign("Mine", [customer]);
  const status = async (url: string) => (await fetchFile(url)).statusCode;
  const { url } = await linkTo(id);
  expect(await status(url)).toBe(200);
  const [, , , seal = ""] = url.split("/");
  const [ticket = "", signature = ""] = seal.split(".");
  const stolen = JSON.parse(Buffer.from(ticket, "base64url").toString());
  const forged = Buffer.from(JSON.stringify({ ...stolen, campaign_id: id + 1 })).toString("base64url");
  for (const bad of [`${forged}.${signature}`, ticket, "%00", "a.b"]) {
    expect(await status(`/files/campaigns/${bad}/x.csv`), bad).toBe(404);
  }
  const other = await app.signIn((await app.dealership()).manager);
  await expect(linkTo(id, other)).rejects.toMatchObject({ status: 404 });
  await expect(linkTo(id, await app.signIn(dealer.agent))).rejects.toMatchObject({ status: 403 });
  const leaving = await app.signIn(dealer.manager);
  const last = await linkTo(id, leaving);
  await leaving(accounts.logout);
  expect(await status(last.url)).toBe(404);
  app.clock.advance(600_001);
  expect(await status(url)).toBe(404);
});
