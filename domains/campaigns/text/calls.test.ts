import { afterAll, beforeEach, expect, test } from "vitest";
import { lists } from "#domains/lists/contract.ts";
import { textTemplates } from "#domains/templates/text/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import { fileOf, photo } from "#testing/inbox/files.ts";
import { startTestApp } from "#testing/testApp.ts";
import { campaignPictures } from "../compose/contract.ts";
import { startDue } from "../sending/server/start.ts";
import { textCampaigns } from "./contract.ts";

const app = await startTestApp();
afterAll(() => app.close());
const dealer = await app.dealership();
let owner = await app.signIn(dealer.owner);
const hourMs = 3_600_000;

beforeEach(async () => {
  owner = await app.signIn(dealer.owner);
});

let count = 0;
async function filledList() {
  count += 1;
  const { list_id } = (await owner(lists.add, { body: { title: `Buyers ${count}` } })).data;
  await addCustomer(owner, { list_id });
  return list_id;
}
const time = { campaign_send_date: "", campaign_send_time: "", campaign_send_timezone: "", campaign_exclude_days: 0 };
const message = { title: "Sale", campaign_template: "Our sale starts today." };
const confirmed = { consent: 1, consent_collected: 1 } as const;
const add = (body: object) => owner(textCampaigns.add, { body: { ...time, ...message, ...body } });
const detail = async (id: number) => (await owner(textCampaigns.one, { params: { id } })).data.campaignDetail;
/** The location's clocks, some hours from now. */
function later(hours: number) {
  const wall = new Date(app.clock.now().getTime() + hours * hourMs).toLocaleString("sv", {
    timeZone: "America/New_York",
  });
  return {
    campaign_send_option: "later",
    campaign_send_date: wall.slice(0, 10),
    campaign_send_time: wall.slice(11, 16),
    campaign_send_timezone: "America/New_York",
  };
}
const atHome = () =>
  app.pool.query("update locations set time_zone = 'America/New_York' where dealer_id = $1", [dealer.dealer_id]);

test("a draft needs nothing but a name, keeps what it has, and is saved by one tab at a time", async () => {
  const list_id = await filledList();
  const { data } = await add({ save_type: "draft", campaign_template: "", campaign_customers_list: String(list_id) });
  expect(await detail(data.id)).toMatchObject({ is_draft: 1, campaign_status: "-", sent_at: null, version: 1 });
  const { saved_at } = await detail(data.id);
  app.clock.advance(60_000);
  const change = { save_type: "draft", campaign_id: data.id, version: 1, campaign_customers_list: [list_id] };
  expect((await add({ ...change, campaign_template: "Hello" })).data).toEqual({ id: data.id, version: 2 });
  await expect(add({ ...change, campaign_template: "Hi" })).rejects.toMatchObject({ status: 409 });
  const saved = await detail(data.id);
  expect(saved).toMatchObject({ campaign_template: "Hello", campaign_customers_list: [list_id] });
  expect(Date.parse(saved.saved_at)).toBeGreaterThanOrEqual(Date.parse(saved_at) + 60_000);
  const { allCampaignsListDetail } = (await owner(textCampaigns.lists, { params: { id: data.id } })).data;
  expect(allCampaignsListDetail).toEqual([{ customer_list: { id: list_id, title: `Buyers ${count}` } }]);
});

test("a day without a way to send is refused, and nothing is sent", async () => {
  const { campaign_send_option: _, ...timed } = later(24);
  const body = { ...confirmed, ...timed, campaign_customers_list: [await filledList()] };
  const text = "Choose when to send";
  await expect(add(body)).rejects.toMatchObject({ status: 422, fields: { campaign_send_option: text } });
  expect((await add({ ...confirmed, campaign_customers_list: body.campaign_customers_list })).message).toBe(
    "Campaign is being sent",
  );
});

test("a retry of the same campaign makes none twice", async () => {
  const body = { ...confirmed, campaign_customers_list: [await filledList()], client_id: crypto.randomUUID() };
  const [first, second] = [await add(body), await add(body)];
  expect(second.data).toEqual(first.data);
});

const incomplete: [field: string, text: string, body: Record<string, unknown>][] = [
  ["campaign_customers_list", "Please select at least 1 list!", {}],
  ["campaign_customers", "Please select at least 1 customer!", { campaign_recipient_type: "individual" }],
  ["consent", "Clients must consent to receive marketing messages.", { consent: 0 }],
  ["campaign_template", "Message cannot be empty", { campaign_template: " ", list: true }],
  [
    "campaign_template",
    "There is no variable %fist_name%. Correct or remove it",
    { campaign_template: "%fist_name%", list: true },
  ],
  [
    "campaign_template",
    "Replace “[your offer]” with your own words",
    { campaign_template: "Hi %first_name%, [your offer]", list: true },
  ],
  ["campaign_send_date", "Choose a day", { campaign_send_option: "later", list: true }],
  ["campaign_exclude_days", "Enter at most 365", { campaign_exclude_days: 366, list: true }],
];

test.each(incomplete)("says what is missing in %s: %s", async (field, text, { list, ...body }) => {
  const campaign_customers_list = list === true ? [await filledList()] : [];
  const sent = add({ ...confirmed, campaign_customers_list, ...body });
  await expect(sent).rejects.toMatchObject({ status: 422, fields: { [field]: text } });
});

test("goes at its time, not before, and not in the past", async () => {
  await atHome();
  const campaign_customers_list = [await filledList()];
  await expect(add({ ...confirmed, campaign_customers_list, ...later(-2) })).rejects.toMatchObject({ status: 422 });
  const { id } = (await add({ ...confirmed, campaign_customers_list, ...later(5) })).data;
  await startDue(app.server);
  expect(await detail(id)).toMatchObject({ campaign_status: "Scheduled" });
  app.clock.advance(5 * hourMs + 60_000);
  await startDue(app.server);
  expect(await detail(id)).toMatchObject({ campaign_status: "Sending 0%", stats: { audience: 1, waiting: 1 } });
});

test("a late one asks before it goes", async () => {
  await atHome();
  const { id } = (await add({ ...confirmed, campaign_customers_list: [await filledList()], ...later(1) })).data;
  app.clock.advance(4 * hourMs);
  await startDue(app.server);
  expect((await detail(id)).campaign_status).toMatch(/^Paused: It was due more than two hours ago/);
  await owner(textCampaigns.resume, { params: { id } });
  await startDue(app.server);
  expect(await detail(id)).toMatchObject({ campaign_status: "Sending 0%" });
});

test("waits for a list that an import fills", async () => {
  const list_id = await filledList();
  await app.pool.query("update customer_lists set status = 0 where id = $1", [list_id]);
  const { id } = (await add({ ...confirmed, campaign_customers_list: [list_id] })).data;
  await startDue(app.server);
  expect(await detail(id)).toMatchObject({ campaign_status: "Waiting for its list" });
  await app.pool.query("update customer_lists set status = 1 where id = $1", [list_id]);
  await startDue(app.server);
  expect(await detail(id)).toMatchObject({ campaign_status: "Sending 0%" });
});

test("agents see campaigns and change none", async () => {
  const agent = await app.signIn(dealer.agent);
  expect((await agent(textCampaigns.table, { body: { order: [] } })).data.length).toBeGreaterThan(0);
  await expect(agent(textCampaigns.add, { body: { ...time, ...message, save_type: "draft" } })).rejects.toMatchObject({
    status: 403,
  });
});

test("a picture needs a number that sends pictures; without the picture it goes", async () => {
  const files = { image: fileOf(await photo(50), "lot.jpg") };
  const template = { title: "Pictured", template: "Look" };
  const campaign_template_id = (await owner(textTemplates.add, { body: template, files })).data.id;
  const body = { ...confirmed, campaign_customers_list: [await filledList()], campaign_template_id };
  const set = (sends: boolean | null) =>
    app.pool.query("update phone_numbers set sends_pictures = $2 where dealer_id = $1", [dealer.dealer_id, sends]);
  await set(false);
  const draft = await add({ ...body, save_type: "draft" });
  const sent = add({ ...body, campaign_id: draft.data.id });
  await expect(sent).rejects.toMatchObject({
    status: 422,
    fields: { campaign_template: "This location's number can't send pictures. Remove the picture to send it." },
  });
  expect(await detail(draft.data.id)).toMatchObject({ is_draft: 1, is_image: 1 });
  const { campaign_template_id: _, ...plain } = body;
  await add({ ...plain, campaign_id: draft.data.id, remove_image: 1 });
  expect(await detail(draft.data.id)).toMatchObject({ is_draft: 0, is_image: 0 });
  // Nobody knows of an older number: it is tried.
  await set(null);
  expect((await add(body)).status).toBe("success");
});

test("a picture added to the text itself goes before the template's, stays with the draft, and can be taken off", async () => {
  const picture = async (side: number) => {
    const files = { picture: fileOf(await photo(side), "lot.jpg") };
    return (await owner(campaignPictures.add, { files })).data;
  };
  const files = { image: fileOf(await photo(50), "lot.jpg") };
  const template = { title: "With another picture", template: "Look" };
  const campaign_template_id = (await owner(textTemplates.add, { body: template, files })).data.id;
  const [first, second] = [await picture(60), await picture(1_900)];
  expect((await app.http.inject(second.image)).headers["content-type"]).toBe("image/jpeg");
  const save = (body: object) => add({ save_type: "draft", campaign_template_id, ...body });
  const { id } = (await save({ campaign_picture: first.picture })).data;
  expect(await detail(id)).toMatchObject({ is_image: 1, campaign_picture: first.picture, campaign_template_id });
  await save({ campaign_id: id, campaign_picture: second.picture });
  const changed = await detail(id);
  expect(changed.campaign_picture).toBe(second.picture);
  expect((await app.http.inject(changed.campaign_image ?? "")).statusCode).toBe(200);
  await add({ save_type: "draft", campaign_id: id, remove_image: 1 });
  expect(await detail(id)).toMatchObject({ is_image: 0, campaign_picture: null, campaign_image: null });

  const foreign = (await app.signIn((await app.dealership()).owner))(textCampaigns.add, {
    body: { ...time, ...message, save_type: "draft", campaign_picture: first.picture },
  });
  await expect(foreign).rejects.toMatchObject({ status: 404 });
  const text = owner(campaignPictures.add, { files: { picture: fileOf("no picture", "lot.jpg") } });
  await expect(text).rejects.toMatchObject({
    status: 422,
    fields: { picture: expect.stringContaining("not a picture") },
  });
});
