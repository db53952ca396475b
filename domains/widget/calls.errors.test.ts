import { afterAll, expect, test } from "vitest";
import { CallError } from "#core/client.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { freshPhone } from "#testing/dealership.ts";
import { startInboxTest } from "#testing/inbox/inboxFixture.ts";
import { freshAddress, visitorOf } from "#testing/widget/visitor.ts";
import { type WidgetDraft, widget } from "./contract.ts";

const { app, dealer, agent } = await startInboxTest();
afterAll(() => app.close());
const manager = await app.signIn(dealer.manager);
const visitor = await visitorOf(app, agent);
const submissions = async () =>
  (await app.pool.query("select count(*)::int as n from widget_submissions")).rows[0].n as number;

test.each([
  [{ name: "" }, "Enter your name"],
  [{ name: "Visit evil.com now" }, "evil.com"],
  [{ phone: "" }, "Enter your phone number"],
  [{ phone: "555-0123" }, "Enter a 10-digit US phone number"],
  [{ phone: "000-000-0000" }, "This number doesn't exist. Check the area code"],
  [{ phone: "+1 900 555 0123" }, "Premium-rate numbers can't be texted or called"],
  [{ phone: "800-555-0123" }, "Toll-free numbers can't be texted"],
  [{ message: "  " }, "Write a message"],
  [{ message: "x".repeat(100_000) }, "Use at most 1,000 characters"],
])("%j is asked for again, with what was typed", async (wrong, text) => {
  const before = await submissions();
  const { status, page } = await visitor.write({ phone: freshPhone(), ...wrong });
  expect(status).toBe(422);
  expect(page).toContain(text.replaceAll("'", "&#39;"));
  expect(page).toContain('role="alert"');
  expect(page).toMatch(/aria-invalid="true" aria-describedby="(name|phone|message)-error" autofocus/);
  if (!("name" in wrong)) expect(page).toContain('value="Dana Fox"');
  expect(await submissions()).toBe(before);
});

test("programs are asked again: too fast, too late, a filled trap, a token of somebody else", async () => {
  const before = await submissions();
  const fields = { name: "Dana", phone: freshPhone(), message: "Hi" };
  const { token } = await visitor.open();
  expect((await visitor.send({ ...fields, token, company: "" })).status).toBe(422);
  app.clock.advance(3_000);
  const again = await visitor.send({ ...fields, token, company: "", message: "" });
  expect(again).toMatchObject({ status: 422, page: expect.stringContaining(token) });
  app.clock.advance(3 * 3_600_000);
  const late = await visitor.send({ ...fields, token, company: "" });
  expect(late).toMatchObject({ status: 422, page: expect.stringContaining("press Send again") });
  expect((await visitor.write({ ...fields, company: "Acme" })).status).toBe(422);
  expect((await visitor.write({ ...fields, token: "" })).status).toBe(422);
  const other = await visitorOf(app, await app.signIn(dealer.owner, dealer.otherLocation_id));
  const { token: foreign } = await other.open();
  app.clock.advance(10_000);
  expect((await visitor.send({ ...fields, token: foreign, company: "" })).status).toBe(422);
  expect(await submissions()).toBe(before);
});

test.each(["<script>alert(1)</script>", `"><img src=x onerror=alert(1)>`, "مرحبا \u202e 👋🏽 %first_name%"])(
  "%s is text, on the page and in the inbox",
  async (message) => {
    const phone = freshPhone();
    const wrong = await visitor.write({ phone: "1", message, name: "Dana", page: `https://a.example/${message}` });
    expect(wrong.page).not.toContain("<script>alert");
    expect(wrong.page).not.toContain("<img");
    await visitor.write({ phone, message });
    const { data } = await agent(inbox.chats, { params: { type: "all", offset: 0 }, body: {} });
    const chat_id = data.allActiveChats.find(({ customer }) => customer.phone === phone)?.id ?? 0;
    const { allMessages } = (await agent(inbox.messages, { params: { chat_id }, body: {} })).data;
    expect(allMessages[0]?.message).toBe(message);
  },
);

test("an address, a phone and a widget take so many messages and no more", async () => {
  const address = freshAddress();
  for (let count = 0; count < 5; count++)
    expect((await visitor.write({ phone: freshPhone() }, address)).status).toBe(200);
  const refused = await visitor.write({ phone: freshPhone() }, address.replace(/\d+$/, "9"));
  expect(refused).toMatchObject({ status: 429, page: expect.stringContaining("Your message was not sent") });
  expect(refused.page).toContain(`sms:${dealer.number}`);
  const phone = freshPhone();
  for (let count = 0; count < 3; count++) expect((await visitor.write({ phone })).status).toBe(200);
  expect((await visitor.write({ phone })).status).toBe(429);
});

test("a flood from many addresses ends at the widget's limit, and the inbox stays as it was", async () => {
  const other = await app.dealership();
  const flooded = await visitorOf(app, await app.signIn(other.owner));
  const results: number[] = [];
  for (let count = 0; count < 70; count++) results.push((await flooded.write({ phone: freshPhone() })).status);
  expect(results.filter((status) => status === 200)).toHaveLength(60);
  expect(results.slice(60)).toEqual(Array.from({ length: 10 }, () => 429));
});

test("while the carrier is away a message is kept and its text goes later; a landline is told to the team", async () => {
  const messagesOf = async (phone: string) => {
    const { data } = await agent(inbox.chats, { params: { type: "all", offset: 0 }, body: {} });
    const chat_id = data.allActiveChats.find(({ customer }) => customer.phone === phone)?.id ?? 0;
    return (await agent(inbox.messages, { params: { chat_id }, body: {} })).data.allMessages;
  };
  const [phone, landline] = [freshPhone(), freshPhone()];
  const textsTo = (to: string) => app.sms.sent.filter((sent) => sent.to === to).length;
  // Texts that still wait from before would take the carrier's answer.
  await app.jobs.runAll();
  app.sms.answerNext({ kind: "busy", retryAfterSeconds: 3 });
  expect((await visitor.write({ phone })).status).toBe(200);
  await app.jobs.runAll();
  const states = async (of: string) => (await messagesOf(of)).map(({ state, error }) => [state, error]);
  expect(await states(phone)).toContainEqual(["queued", ""]);
  app.clock.advance(10_000);
  await app.jobs.runAll();
  expect(textsTo(phone)).toBe(2);
  const refusal = { code: "30006", class: "number", words: "This number can't receive texts." } as const;
  app.sms.answerNext({ kind: "refused", refusal });
  expect((await visitor.write({ phone: landline })).status).toBe(200);
  await app.jobs.runAll();
  expect(await states(landline)).toContainEqual(["failed", refusal.words]);
  expect(textsTo(landline)).toBe(1);
});

test("keys of nobody, and those of locations that can't text, lead to no form", async () => {
  for (const key of ["0".repeat(32), "1", "%00", "..%2fhealth"]) {
    expect((await app.http.inject({ url: `/w/${key}` })).statusCode).toBe(404);
  }
  const other = await app.dealership();
  const numberless = await visitorOf(app, await app.signIn(other.owner));
  await app.pool.query("delete from phone_numbers where dealer_id = $1", [other.dealer_id]);
  expect((await numberless.open()).page).toContain("Please call us");
  expect((await numberless.write({ phone: freshPhone() })).page).toContain("Please call us");
});

const good: WidgetDraft = {
  is_on: 1,
  sites: [],
  greeting: "",
  closed_greeting: "",
  color: "#016b70",
  side: "right",
  privacy_url: "",
  terms_url: "",
};

test.each([
  [{ sites: ["example.com; script-src *"] }, "sites.0", "Enter a website like example.com"],
  [{ sites: Array.from({ length: 21 }, (_, n) => `s${n}.com`) }, "sites", "Add up to 20 websites"],
  [{ color: "red" }, "color", "Enter a color like #016b70"],
  [{ color: "#016b70;}" }, "color", "Enter a color like #016b70"],
  [{ side: "top" as "left" }, "side", "Select left or right"],
  [{ greeting: "x".repeat(201) }, "greeting", "Use at most 200 characters"],
  [{ privacy_url: "javascript:alert(1)" }, "privacy_url", "Enter an address that starts with https://"],
  [{ terms_url: "example.com" }, "terms_url", "Enter an address that starts with https://"],
  [{ sites: ["https://ana:secret@example.com"] }, "sites.0", "Enter an address without a username or password"],
  [
    { privacy_url: "https://ana:secret@example.com/privacy" },
    "privacy_url",
    "Enter an address without a username or password",
  ],
  [{ terms_url: "https://example.com@evil.example" }, "terms_url", "Enter an address without a username or password"],
  [{ is_on: 2 as 1 }, "is_on", "Select whether visitors can text you"],
])("the settings refuse %j", async (wrong, field, message) => {
  const error = await manager(widget.change, { body: { ...good, ...wrong } }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(CallError);
  expect(error).toMatchObject({ status: 422, fields: { [field]: message } });
});
