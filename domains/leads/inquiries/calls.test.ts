import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { consent } from "#domains/customers/consent/contract.ts";
import { customers } from "#domains/customers/contract.ts";
import { notifications } from "#domains/notifications/contract.ts";
import {
  addressedTo,
  type MailForm,
  mailForms,
  type VendorLead,
  type VendorStyle,
  vendorStyles,
} from "#simulator/server/leadMails.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { createRecordedMails } from "#testing/recordedMails.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { leads } from "../contract.ts";
import { catchUpWithAnswers, forgetOldRaw } from "../server/followLeads.ts";
import { leadAddress } from "./contract.ts";

const secret = "a-password-of-a-mail-server";
const domain = "leads.example.com";
let app: TestApp;
let dealer: Dealership;
let owner: Caller;
let agent: Caller;
let address: { email: string; url: string };

beforeAll(async () => {
  app = await startTestApp({ email: createRecordedMails({ secret, inboundDomain: domain }) });
});
afterAll(() => app.close());
beforeEach(async () => {
  dealer = await app.dealership();
  [owner, agent] = [await app.signIn(dealer.owner), await app.signIn(dealer.agent)];
  address = (await owner(leadAddress.shown)).data;
});

let count = 0;
const vendorLead = (more: Partial<VendorLead> = {}): VendorLead => {
  count += 1;
  return {
    id: `AT-${48_000 + count}`,
    provider: "AutoFinder",
    first_name: "Renee",
    last_name: "ONeil",
    email: `renee${count}@example.com`,
    phone: freshPhone().slice(2),
    year: "2021",
    make: "Honda",
    model: "Accord",
    stock: `P${count}`,
    comments: "Is it still available?",
    ...more,
  };
};
const post = (url: string, payload: string | Buffer, headers: Record<string, string> = {}) =>
  app.http.inject({ method: "POST", url: new URL(url, "https://rooftop.test").pathname, payload, headers });
const sendMail = (mail: Buffer, to = address.email, password = secret) =>
  post("/webhooks/email/lead", addressedTo(to, mail), {
    authorization: `Bearer ${password}`,
    "content-type": "message/rfc822",
  });
const mailOf = (lead: VendorLead, id = lead.id, style: VendorStyle = "marketplace", form: MailForm = "plain") =>
  mailForms[form](id, vendorStyles[style](lead));
const all = async (call = agent) => (await call(leads.table, { body: { show: "all" } })).data;
const one = async (id: number) => (await agent(leads.one, { params: { id } })).data;

describe("a mail to a location's address", () => {
  test("becomes a lead with its person, vehicle, comments and source, of a customer, and everyone hears of it", async () => {
    const lead = vendorLead({ provider: "Cars & Co" });
    expect((await sendMail(mailOf(lead))).statusCode).toBe(200);
    const [row] = await all();
    expect(row).toMatchObject({
      name: "Renee ONeil",
      phone: `+1${lead.phone}`,
      email: lead.email,
      source: "Cars & Co",
      stage: "New",
      vehicle: "2021 Honda Accord",
      stock: lead.stock,
      owner: "",
      first_response_at: null,
    });
    const received = { came_by: "email", read_by: "adf", provider: "Cars & Co", subject: "New lead" };
    expect(await one(row?.id ?? 0)).toMatchObject({
      received: [{ ...received, comments: expect.stringContaining("Is it still available?") }],
      history: [{ reason: "received", by: "" }],
    });
    const found = (await agent(customers.table, { body: { search: { value: lead.phone } } })).data;
    expect(found).toMatchObject([{ id: row?.customer_id, email: lead.email }]);
    const { data } = await agent(notifications.list);
    expect(data.notifications[0]).toMatchObject({
      kind: "lead",
      title: "New lead: Renee ONeil",
      text: "2021 Honda Accord · Cars & Co",
    });
  });

  test("delivered fifty times at once is one lead", async () => {
    const mail = mailOf(vendorLead());
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        // Servers on the way add lines of their own.
        sendMail(Buffer.concat([Buffer.from(`Received: from relay${at}.example\r\n`), mail])),
      ),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(await all()).toMatchObject([{ inquiries: 1 }]);
  });

  test("of a new inquiry by the same person joins their open lead", async () => {
    const lead = vendorLead();
    await sendMail(mailOf(lead));
    await sendMail(mailOf({ ...lead, id: `${lead.id}-2`, comments: "Any news?" }));
    expect(await all()).toMatchObject([{ inquiries: 2 }]);
    await sendMail(mailOf({ ...lead, id: `${lead.id}-3`, model: "Pilot", stock: "Z1" }));
    expect(await all()).toHaveLength(2);
  });

  test("to an address that nobody has is refused, and so is one without the password", async () => {
    expect((await sendMail(mailOf(vendorLead()), `leads-${"0".repeat(20)}@${domain}`)).statusCode).toBe(404);
    expect((await sendMail(mailOf(vendorLead()), address.email.replace(domain, "elsewhere.example"))).statusCode).toBe(
      404,
    );
    expect((await sendMail(mailOf(vendorLead()), address.email, "something-else-entirely")).statusCode).toBe(403);
    expect(await all()).toEqual([]);
  });

  test("that says nothing by tags is read by guess, or kept in its words", async () => {
    const head = (id: string) =>
      `From: Sam Poe <sam@example.com>\r\nTo: ${address.email}\r\nSubject: Car\r\nMessage-ID: <${id}@x>\r\n\r\n`;
    const phone = freshPhone();
    await sendMail(Buffer.from(`${head("labels")}Name: Sam Poe\r\nPhone: ${phone}\r\nMessage: Call me\r\n`));
    await sendMail(Buffer.from(`${head("words")}Do you still have the red truck?\r\n`));
    const [words, labels] = await all();
    expect(labels).toMatchObject({ name: "Sam Poe", phone });
    expect(await one(labels?.id ?? 0)).toMatchObject({ received: [{ read_by: "labels" }] });
    expect(words).toMatchObject({ name: "Sam Poe", email: "sam@example.com", customer_id: null });
    expect(await one(words?.id ?? 0)).toMatchObject({
      received: [{ read_by: "text", comments: "Car\nDo you still have the red truck?" }],
    });
  });

  test("may be as large as a mail with pictures", async () => {
    const lead = vendorLead();
    const mail = Buffer.concat([mailOf(lead), Buffer.from(`\r\n${"x".repeat(8_000_000)}`)]);
    expect((await sendMail(mail)).statusCode).toBe(200);
    expect(await all()).toMatchObject([{ phone: `+1${lead.phone}` }]);
  });

  test("goes to each location that it is addressed to, and to no other business", async () => {
    const elsewhere = await app.signIn(dealer.owner, dealer.otherLocation_id);
    const other = (await elsewhere(leadAddress.shown)).data.email;
    expect(other).not.toBe(address.email);
    await sendMail(mailOf(vendorLead()), `${address.email}, ${other}`);
    expect(await all()).toHaveLength(1);
    expect(await all(elsewhere)).toHaveLength(1);
    expect(await all(await app.signIn((await app.dealership()).owner))).toEqual([]);
  });

  test("with a control character in its subject is kept, too", async () => {
    const head = `From: sam@example.com\r\nTo: ${address.email}\r\nMessage-ID: <nul@x>\r\nSubject: =?utf-8?B?YQBi?=\r\n\r\n`;
    expect((await sendMail(Buffer.from(`${head}Hello\r\n`))).statusCode).toBe(200);
    expect(await all()).toHaveLength(1);
  });

  test("that names an address in its subject alone goes to nobody", async () => {
    const mail = `From: a@example.com\r\nTo: b@example.com\r\nSubject: ${address.email}\r\n\r\nHello\r\n`;
    expect((await sendMail(Buffer.from(mail))).statusCode).toBe(404);
  });

  test.each<[string, string]>([
    ["an ADF of empty lines", `<adf>${"\n".repeat(60_000)}x</adf>`],
    [
      "an email address without an end",
      `<adf><prospect><customer><contact><email>${"a".repeat(60_000)}</email></contact></customer></prospect></adf>`,
    ],
    ["a label without an end", `Email: ${"a".repeat(99_000)}\r\nPhone: 9092317788\r\n`],
    ["a line for each word", "abc def\r\n".repeat(400_000)],
    ["many attachments", `Content-Type: multipart/mixed; boundary="z"\r\n\r\n${"--z\r\n\r\na\r\n".repeat(100_000)}`],
  ])("of %s is kept, and nobody waits for it", { timeout: 120_000 }, async (_, body) => {
    const head = body.startsWith("Content-Type") ? "" : "\r\n";
    let [longest, began] = [0, performance.now()];
    const look = setInterval(() => {
      longest = Math.max(longest, performance.now() - began);
      began = performance.now();
    }, 5);
    const answer = await sendMail(Buffer.from(`From: a@example.com\r\nTo: ${address.email}\r\n${head}${body}`));
    clearInterval(look);
    expect(answer.statusCode).toBe(200);
    expect(longest).toBeLessThan(2_000);
    expect(await all()).toHaveLength(1);
  });

  test("of hostile words is kept as words", async () => {
    const hostile = "<script>alert(1)</script>\u0000 ' or 1=1 -- \ud800 %00 {{7*7}}";
    await sendMail(
      mailOf(vendorLead({ comments: hostile, first_name: "<b>Bob</b>" }), undefined, "marketplace", "base64"),
    );
    const [row] = await all();
    const { received } = await one(row?.id ?? 0);
    expect(received[0]?.comments).toContain("alert(1)");
    expect(received[0]?.comments).not.toContain("\u0000");
  });
});

describe("consent", () => {
  test("an inquiry allows answering it, no marketing, and says what they agreed to", async () => {
    const lead = vendorLead({ comments: "By submitting I agree to receive marketing texts. Is it available?" });
    await sendMail(mailOf(lead));
    const [row] = await all();
    const { data } = await agent(consent.history, { params: { id: row?.customer_id ?? 0 } });
    expect(data.events).toMatchObject([{ event: "granted", scope: "conversation", source: "inquiry" }]);
    expect(data.events[0]?.evidence).toContain("I agree to receive marketing texts");
    expect(data.state).toBe("unknown");
    expect(await one(row?.id ?? 0)).toMatchObject({ received: [{ agreed_words: expect.stringContaining("I agree") }] });
  });

  test("a phone that opted out stays so, and its lead says it", async () => {
    const lead = vendorLead();
    await sendMail(mailOf(lead));
    const [row] = await all();
    await agent(consent.opt, { body: { user_id: row?.customer_id ?? 0, opt_type: "out" } });
    await sendMail(mailOf({ ...lead, id: "another-1", stock: "Z9", model: "Pilot" }));
    expect(await all()).toMatchObject([{ is_opted_out: true }, { is_opted_out: true }]);
  });
});

describe("a request to a location's address", () => {
  const adf = "application/x-adf+xml";

  test("with ADF becomes a lead, and again within a day the same one", async () => {
    const body = vendorStyles.chat(vendorLead());
    const first = await post(address.url, body, { "content-type": adf });
    expect(first.json()).toMatchObject({ message: "Received", leads: [{ became: "new" }] });
    expect((await post(address.url, body, { "content-type": adf })).json()).toMatchObject({
      leads: [{ became: "known" }],
    });
    app.clock.advance(2 * 86_400_000);
    expect((await post(address.url, body, { "content-type": adf })).json()).toMatchObject({
      leads: [{ became: "joined" }],
    });
    agent = await app.signIn(dealer.agent);
    expect(await all()).toMatchObject([{ inquiries: 2 }]);
  });

  test("with JSON becomes one, too, whatever types its fields have", async () => {
    const phone = freshPhone();
    const body = {
      name: "Sam Poe",
      phone,
      source: "Website",
      vehicle: { year: 2021, make: "Honda", model: ["x"] },
      comments: "Hi",
    };
    const answer = await post(address.url, JSON.stringify(body), { "content-type": "application/json" });
    expect(answer.statusCode).toBe(200);
    expect(await all()).toMatchObject([{ name: "Sam Poe", phone, source: "Website", vehicle: "2021 Honda" }]);
  });

  test("of other people under one id is each their own, also after one of them was deleted", async () => {
    const send = (name: string, phone: string) =>
      post(address.url, JSON.stringify({ id: "homepage-form", name, phone }), { "content-type": "application/json" });
    const [ann, bob, cleo] = [freshPhone(), freshPhone(), freshPhone()];
    await send("Ann One", ann);
    expect((await send("Bob Two", bob)).json()).toMatchObject({ leads: [{ became: "new" }] });
    for (const { id } of await all()) await owner(leads.remove, { params: { id } });
    expect((await send("Cleo Three", cleo)).json()).toMatchObject({ leads: [{ became: "new" }] });
    expect(await all()).toMatchObject([{ phone: cleo }]);
  });

  test("with a form's fields becomes one, as a browser sends them", async () => {
    const phone = freshPhone();
    const form = new URLSearchParams({ name: "Sam Poe", phone, message: "Hi & hello" }).toString();
    await post(address.url, form, { "content-type": "application/x-www-form-urlencoded" });
    expect(await all()).toMatchObject([{ name: "Sam Poe", phone }]);
  });

  test("from Google's lead forms becomes one, but for a test", async () => {
    const phone = freshPhone();
    const form = {
      google_key: "k",
      lead_id: "TeSter-123-ABCDEFGHIJKLMNOPQRSTUVWXYZ",
      user_column_data: [
        { column_id: "FULL_NAME", column_name: "Full Name", string_value: "Renee ONeil" },
        { column_id: "PHONE_NUMBER", column_name: "Phone", string_value: phone },
        { column_id: "EMAIL", string_value: "renee@example.com" },
        { column_id: "preferred_model", column_name: "Which model?", string_value: "Accord" },
      ],
    };
    const send = (more: object) =>
      post(address.url, JSON.stringify({ ...form, ...more }), { "content-type": "application/json" });
    expect((await send({ is_test: true })).statusCode).toBe(200);
    expect(await all()).toEqual([]);
    await Promise.all([send({}), send({}), send({})]);
    const [row, ...others] = await all();
    expect(others).toEqual([]);
    expect(row).toMatchObject({ name: "Renee ONeil", phone, source: "Google Ads", inquiries: 1 });
    expect(await one(row?.id ?? 0)).toMatchObject({ received: [{ comments: "Which model?: Accord" }] });
  });

  test.each([
    ["nothing", "", adf, 422],
    ["JSON that names nobody", `{"a":1}`, "application/json", 422],
    ["broken JSON", `{"phone":`, "application/json", 422],
    ["a list", "[]", "application/json", 422],
  ])("with %s is refused in words", async (_, body, type, status) => {
    const answer = await post(address.url, body, { "content-type": type });
    expect(answer.statusCode).toBe(status);
    expect(answer.json().message).toMatch(/Send ADF, or JSON/);
    expect(await all()).toEqual([]);
  });

  test("to an address that nobody has is not found, and too many attempts are stopped", async () => {
    const guess = () => post(`/webhooks/leads/${"ab".repeat(10)}`, "x", { "content-type": adf });
    expect((await guess()).statusCode).toBe(404);
    for (const wrong of ["../../etc/passwd", "x".repeat(5_000), "%00", "ABCDEF"])
      expect((await post(`/webhooks/leads/${encodeURIComponent(wrong)}`, "x", {})).statusCode).toBeGreaterThanOrEqual(
        400,
      );
    const answers = await Promise.all(Array.from({ length: 80 }, guess));
    expect(answers.map(({ statusCode }) => statusCode)).toContain(429);
  });

  test("of more than a megabyte is refused", async () => {
    expect((await post(address.url, "x".repeat(1_100_000), { "content-type": adf })).statusCode).toBe(413);
  });
});

describe("a location's address", () => {
  test("can be renewed by the owner; the one before works for 30 more days", async () => {
    await expect(agent(leadAddress.shown)).rejects.toMatchObject({ status: 403 });
    const renewed = (await owner(leadAddress.renew)).data;
    expect(renewed.email).not.toBe(address.email);
    expect(renewed.previous_until).not.toBeNull();
    await expect(owner(leadAddress.renew)).rejects.toMatchObject({ status: 409 });
    expect((await sendMail(mailOf(vendorLead()))).statusCode).toBe(200);
    expect((await sendMail(mailOf(vendorLead()), renewed.email)).statusCode).toBe(200);
    app.clock.advance(31 * 86_400_000);
    expect((await sendMail(mailOf(vendorLead()))).statusCode).toBe(404);
    expect((await sendMail(mailOf(vendorLead()), renewed.email)).statusCode).toBe(200);
  });
});

test("what came in is kept sealed for 90 days, and the lead stays", async () => {
  await sendMail(mailOf(vendorLead()));
  const raw = async () => {
    const { rows } = await app.pool.query("select raw_sealed from lead_inquiries where dealer_id = $1", [
      dealer.dealer_id,
    ]);
    return rows.map(({ raw_sealed }) => raw_sealed as string | null);
  };
  const [kept] = await raw();
  expect(kept).toMatch(/^[\w-]{100,}$/);
  expect(Buffer.from(kept ?? "", "base64url").toString("latin1")).not.toContain("Accord");
  app.clock.advance(89 * 86_400_000);
  await forgetOldRaw(app.jobServer);
  expect(await raw()).toEqual([kept]);
  app.clock.advance(2 * 86_400_000);
  await forgetOldRaw(app.jobServer);
  await catchUpWithAnswers(app.jobServer);
  expect(await raw()).toEqual([null]);
  agent = await app.signIn(dealer.agent);
  expect(await all()).toHaveLength(1);
});
