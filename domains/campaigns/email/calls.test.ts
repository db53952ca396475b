import { afterAll, beforeEach, expect, test } from "vitest";
import { mailPictures } from "#domains/templates/email/contract.ts";
import { buttonHtml } from "#domains/templates/email/rules.ts";
import { startEmailCampaigns } from "#testing/campaigns/startEmailCampaigns.ts";
import { fileOf, photo } from "#testing/inbox/files.ts";
import { startTestApp } from "#testing/testApp.ts";
import { emailPreview } from "../compose/contract.ts";
import { textCampaigns } from "../text/contract.ts";
import { emailCampaigns } from "./contract.ts";

const app = await startTestApp();
afterAll(() => app.close());
const mail = await startEmailCampaigns(app);
beforeEach(mail.signIn);

const now = { campaign_send_date: "", campaign_send_time: "", campaign_send_timezone: "", campaign_exclude_days: 0 };
const add = (body: object) =>
  mail.owner(emailCampaigns.add, { body: { ...now, title: "Sale", ...body } as typeof now & { title: string } });

test("a draft needs nothing but a name, keeps what it has, and is saved by one tab at a time", async () => {
  const list_id = await mail.list([(await mail.person()).id]);
  const { data } = await add({ save_type: "draft" });
  expect(await mail.detail(data.id)).toMatchObject({ is_draft: 1, campaign_status: "-", sent_at: null, version: 1 });
  const content = { email_subject: "Hello", email_preheader: "Soon", campaign_template: "<p>Hi</p>" };
  const change = {
    save_type: "draft",
    campaign_id: data.id,
    version: 1,
    campaign_customers_list: [list_id],
    ...content,
  };
  expect((await add(change)).data).toEqual({ id: data.id, version: 2 });
  await expect(add(change)).rejects.toMatchObject({ status: 409 });
  expect(await mail.detail(data.id)).toMatchObject({ ...content, campaign_customers_list: [list_id] });
});

test("what a mail program must not run is taken away before it is stored", async () => {
  const sly = '<p onclick="x()">Hi</p><script>x()</script><a href="javascript:x()">y</a>';
  const { data } = await add({ save_type: "draft", campaign_template: sly });
  const { campaign_template } = await mail.detail(data.id);
  expect(campaign_template).toContain("<p>Hi</p>");
  expect(campaign_template).not.toMatch(/script|onclick/);
});

test("a retry of the same campaign makes none twice", async () => {
  const list_id = await mail.list([(await mail.person()).id]);
  const body = { ...mail.message, campaign_customers_list: [list_id], client_id: crypto.randomUUID() };
  const [first, second] = [await add(body), await add(body)];
  expect(second.data).toEqual(first.data);
});

test("an email whose uploaded picture was deleted doesn't leave, and the check before names the picture", async () => {
  const list_id = await mail.list([(await mail.person()).id]);
  const files = { picture: fileOf(await photo(50), "lot.jpg") };
  const { url } = (await mail.owner(mailPictures.add, { files })).data;
  const campaign_template = `<p>See it</p><img src="${url}" alt="Red truck"><img src="https://b.example/i/${"0".repeat(32)}.jpg" alt="">`;
  const body = { ...mail.message, campaign_customers_list: [list_id], campaign_template };
  const pictureFindings = async () => {
    const { data } = await mail.owner(emailPreview.preflight, { body });
    return data.findings.filter(({ kind }) => kind === "pictures");
  };
  expect(await pictureFindings()).toEqual([]);
  const token = new URL(url).pathname.slice(3, 35);
  await app.pool.query("delete from marketing_images where token = $1", [token]);
  const text = "The picture “Red truck” was deleted. Upload it again or remove it";
  expect(await pictureFindings()).toEqual([{ kind: "pictures", level: "error", text: `${text}.` }]);
  await expect(add(body)).rejects.toMatchObject({ status: 422, fields: { campaign_template: text } });
  await add({ ...body, save_type: "draft" });
});

test("an unfinished email is kept as a draft, and doesn't leave", async () => {
  const list_id = await mail.list([(await mail.person()).id]);
  const content = {
    campaign_template: `<p>When: day, date and time</p>${buttonHtml({ label: "Book", href: "", align: null })}`,
    email_preheader: "Hi {{first_name}}",
  };
  const body = { ...mail.message, campaign_customers_list: [list_id], ...content };
  const { data } = await add({ ...body, save_type: "draft" });
  const sent = add({ ...body, campaign_id: data.id, version: 1 });
  await expect(sent).rejects.toMatchObject({
    status: 422,
    fields: {
      email_preheader: "Replace “{{first_name}}” with your own words",
      campaign_template: "Replace “day, date and time” with your own words",
    },
  });
  expect(await mail.detail(data.id)).toMatchObject({ is_draft: 1, version: 1 });
});

test("says what is missing, in the order of the screens", async () => {
  const list_id = await mail.list([(await mail.person()).id]);
  const whole = { ...mail.message, campaign_customers_list: [list_id] };
  const cases: [field: string, text: string, body: object][] = [
    ["campaign_customers_list", "Please select at least 1 list!", { campaign_customers_list: [] }],
    ["campaign_customers", "Please select at least 1 customer!", { campaign_recipient_type: "individual" }],
    ["email_subject", "Enter a subject", { email_subject: " " }],
    ["campaign_template", "Write the email first", { campaign_template: "<p>&nbsp;</p>" }],
    ["email_subject", "There is no variable %fist_name%. Correct or remove it", { email_subject: "%fist_name%" }],
    [
      "campaign_template",
      "The link “cars” leads nowhere. Enter its address or remove it",
      { campaign_template: '<p>Hi, look at our <a href="#">cars</a></p>' },
    ],
    ["campaign_send_date", "Choose a day", { campaign_send_option: "later" }],
  ];
  for (const [field, text, body] of cases) {
    await expect(add({ ...whole, ...body })).rejects.toMatchObject({ status: 422, fields: { [field]: text } });
  }
});

test("nothing is sent without a mailing address, and nothing is stored then", async () => {
  const list_id = await mail.list([(await mail.person()).id]);
  const { dealer_id } = mail.dealer;
  await app.pool.query("update sender_settings set postal_address = '' where dealer_id = $1", [dealer_id]);
  const before = (await mail.owner(emailCampaigns.all)).data.allCampaigns.length;
  await expect(add({ ...mail.message, campaign_customers_list: [list_id] })).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("mailing address"),
  });
  expect((await mail.owner(emailCampaigns.all)).data.allCampaigns).toHaveLength(before);
  await app.pool.query("update sender_settings set postal_address = '1 Elm St' where dealer_id = $1", [dealer_id]);
});

test("the two channels' campaigns don't mix", async () => {
  const id = await mail.campaignTo([await mail.person()]);
  for (const call of [textCampaigns.one, textCampaigns.pause, textCampaigns.remove, textCampaigns.duplicate] as const) {
    await expect(mail.owner(call as typeof textCampaigns.pause, { params: { id } })).rejects.toMatchObject({
      status: 404,
    });
  }
  await mail.owner(emailCampaigns.pause, { params: { id } });
  expect((await mail.detail(id)).campaign_status).toBe("Paused");
  await mail.owner(emailCampaigns.resume, { params: { id } });
  const copy = (await mail.owner(emailCampaigns.duplicate, { params: { id } })).data.id;
  expect(await mail.detail(copy)).toMatchObject({
    title: "Copy of Sale",
    email_subject: "Hi %first_name%",
    is_draft: 1,
  });
  await mail.owner(emailCampaigns.cancel, { params: { id } });
  await mail.owner(emailCampaigns.remove, { params: { id } });
  await expect(mail.detail(id)).rejects.toMatchObject({ status: 404 });
});
