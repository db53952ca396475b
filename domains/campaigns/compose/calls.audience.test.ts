import { afterAll, expect, test } from "vitest";
import { consent } from "#domains/customers/consent/contract.ts";
import { uploads } from "#domains/customers/upload/contract.ts";
import { lists } from "#domains/lists/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import { freshPhone } from "#testing/dealership.ts";
import { startTestApp } from "#testing/testApp.ts";
import { campaignPreview } from "./contract.ts";

const app = await startTestApp();
afterAll(() => app.close());
const dealer = await app.dealership();
const owner = await app.signIn(dealer.owner);

const when = { campaign_send_date: "", campaign_send_time: "", campaign_send_timezone: "", campaign_exclude_days: 0 };
const preview = async (body: object) => (await owner(campaignPreview.audience, { body: { ...when, ...body } })).data;

test("counts who gets it, who doesn't and why, and what it takes; nothing is written", async () => {
  const { list_id } = (await owner(lists.add, { body: { title: "Everyone" } })).data;
  const add = (first_name: string) =>
    addCustomer(owner, { list_id, first_name, address: "1 Elm St, Albany, NY 12207" });
  const out = await add("Opted");
  await add("Cara");
  // With the footer that is two segments; her name's emoji makes it UCS-2, and more of them.
  await add("Zoë 🚗");
  await owner(consent.opt, { body: { user_id: out.id, opt_type: "out" } });
  const { upload } = (await owner(uploads.csvCopy, { body: { csv_file: `Phone\n${freshPhone()}\n` } })).data;
  await owner(uploads.map, { params: { id: upload.id }, body: { mapping: ["phone"] } });
  await owner(uploads.copyFromTemp, { body: { upload_id: upload.id, list_id } });
  await app.jobs.runAll();

  const body = { campaign_customers_list: [list_id], campaign_template: `Hi %first_name%, ${"a".repeat(120)}` };
  const counted = await preview(body);
  expect(counted).toMatchObject({ audience: 4, texted: 2, unknown_consent: 1 });
  expect(counted.reasons).toMatchObject([
    { reason: "opted_out", text: "Opted out", count: 1 },
    { reason: "no_consent", text: "No consent on file", count: 1 },
  ]);
  expect(counted.segments).toBe(2 + 3);
  expect(counted.price).toBe((5 * 0.0083).toFixed(2));
  expect(counted.minutes).toBe(1);
  expect(counted).toMatchObject({ left_today: 20_000, daily_limit: 20_000, too_late: 0 });
  expect(await preview({ ...body, include_unknown: 1 })).toMatchObject({ texted: 3, unknown_consent: 1 });
  const leftOut = async (more: object) =>
    (await owner(campaignPreview.leftOut, { body: { ...when, ...body, reason: "opted_out", ...more } })).data;
  expect(await leftOut({})).toMatchObject({ people: [{ customer_id: out.id, first_name: "Opted" }], next_after: null });
  expect(await leftOut({ after: out.id })).toEqual({ people: [], next_after: null });
  expect((await leftOut({ reason: "no_consent" })).people).toHaveLength(1);
  expect((await leftOut({ reason: "no_consent", include_unknown: 1 })).people).toEqual([]);
  await expect(leftOut({ reason: "because" })).rejects.toMatchObject({ fields: { reason: "Choose a reason" } });
  const { rows } = await app.pool.query("select 1 from campaigns union all select 1 from campaign_recipients");
  expect(rows).toEqual([]);
});

test("who the daily limit leaves no turn for before the end is counted", async () => {
  const campaign_customers: number[] = [];
  for (let person = 0; person < 6; person += 1) {
    campaign_customers.push((await addCustomer(owner, { address: "1 Elm St, Albany, NY 12207" })).id);
  }
  await app.pool.query("insert into quota_limits (dealer_id, texts) values ($1, 1)", [dealer.dealer_id]);
  const chosen = { campaign_recipient_type: "individual", campaign_customers, campaign_template: "Sale" };
  expect(await preview(chosen)).toMatchObject({ texted: 6, left_today: 1, daily_limit: 1, too_late: 2 });
  await app.pool.query("delete from quota_limits where dealer_id = $1", [dealer.dealer_id]);
});

test("who would be texted at night waits for the morning", async () => {
  const { id } = await addCustomer(owner, { address: "1 Elm St, Albany, NY 12207" });
  const day = new Date(app.clock.now().getTime() + 5 * 86_400_000).toISOString().slice(0, 10);
  const chosen = { campaign_recipient_type: "individual", campaign_customers: [id], campaign_template: "Sale" };
  const at = (campaign_send_time: string) =>
    preview({ ...chosen, campaign_send_option: "later", campaign_send_date: day, campaign_send_time });
  const evening = await at("23:30");
  expect(evening).toMatchObject({ texted: 1, waiting: 1 });
  const opens = new Date(evening.last_due_at ?? 0);
  const albany = Number(
    opens.toLocaleString("en-US", { timeZone: "America/New_York", hour: "2-digit", hour12: false }),
  );
  expect(albany).toBe(8);
  expect(await at("12:00")).toMatchObject({ texted: 1, waiting: 0 });
});

test("opens everybody whom a reason leaves out, page by page, and each once", async () => {
  const { list_id } = (await owner(lists.add, { body: { title: "Imported" } })).data;
  const csv_file = `Phone\n${Array.from({ length: 120 }, () => freshPhone()).join("\n")}\n`;
  const { upload } = (await owner(uploads.csvCopy, { body: { csv_file } })).data;
  await owner(uploads.map, { params: { id: upload.id }, body: { mapping: ["phone"] } });
  await owner(uploads.copyFromTemp, { body: { upload_id: upload.id, list_id } });
  await app.jobs.runAll();
  const body = { ...when, campaign_customers_list: [list_id], reason: "no_consent" };
  const pages: number[][] = [];
  for (let after: number | null | undefined; after !== null; ) {
    const { data } = await owner(campaignPreview.leftOut, { body: { ...body, ...(after && { after }) } });
    pages.push(data.people.map(({ customer_id }) => customer_id));
    after = data.next_after;
  }
  expect(pages.map(({ length }) => length)).toEqual([50, 50, 20]);
  expect(new Set(pages.flat()).size).toBe(120);
});

test("says when the people of each zone get it", async () => {
  const { list_id } = (await owner(lists.add, { body: { title: "Both coasts" } })).data;
  await addCustomer(owner, { list_id, address: "1 Elm St, Albany, NY 12207" });
  await addCustomer(owner, { list_id, address: "2 Elm St, Albany, NY 12207" });
  await addCustomer(owner, { list_id, address: "1 Pine St, Fresno, CA 93650" });
  const campaign_send_date = new Date(app.clock.now().getTime() + 5 * 86_400_000).toISOString().slice(0, 10);
  const body = { campaign_customers_list: [list_id], campaign_template: "Sale", campaign_send_date };
  const { zones } = await preview({ ...body, campaign_send_option: "timezone", campaign_send_time: "12:30" });
  expect(zones).toMatchObject([
    { zone: "America/New_York", is_guess: 0, count: 2 },
    { zone: "America/Los_Angeles", is_guess: 0, count: 1 },
  ]);
  const clocks = zones.map(({ zone, first_due_at }) =>
    new Date(first_due_at).toLocaleTimeString("en-US", { timeZone: zone, timeStyle: "short" }),
  );
  expect(clocks.map((text) => text.replace(/\s/, " "))).toEqual(["12:30 PM", "12:30 PM"]);
});

test("refuses a zone that isn't one, and somebody else's list", async () => {
  await expect(preview({ campaign_send_timezone: "Mars", campaign_template: "Sale" })).rejects.toMatchObject({
    status: 422,
  });
  await expect(preview({ campaign_customers_list: [999_999], campaign_template: "Sale" })).rejects.toMatchObject({
    status: 404,
  });
});
