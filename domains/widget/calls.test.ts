import { afterAll, expect, test } from "vitest";
import { consent } from "#domains/customers/consent/contract.ts";
import { customers } from "#domains/customers/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { freshPhone } from "#testing/dealership.ts";
import { startInboxTest } from "#testing/inbox/inboxFixture.ts";
import { visitorOf } from "#testing/widget/visitor.ts";
import { widget } from "./contract.ts";
import { widgetTexts } from "./rules.ts";

const { app, dealer, agent, fixture } = await startInboxTest();
afterAll(() => app.close());
const manager = await app.signIn(dealer.manager);
const visitor = await visitorOf(app, agent);

const chatsOf = async (call = agent) =>
  (await call(inbox.chats, { params: { type: "all", offset: 0 }, body: {} })).data.allActiveChats;
const chatOf = async (phone: string) => (await chatsOf()).find(({ customer }) => customer.phone === phone);
const textFrom = (phone: string, body: string) => app.sms.listener.onInboundText(fixture.inbound(phone, body));
const consentOf = async (id: number) => (await agent(consent.history, { params: { id } })).data;
const page = "https://dealer.example/trucks/f150?utm_source=google&email=dana%40example.com";

test("a visitor's message opens a conversation that rings, is confirmed by text, and is proved by the phone's first text", async () => {
  const phone = freshPhone();
  const before = app.events.published.length;
  const sent = await visitor.write({ phone: phone.slice(2), page });
  expect(sent).toMatchObject({ status: 200, page: expect.stringContaining("We got your message") });
  const chat = await chatOf(phone);
  expect(chat).toMatchObject({
    customer: { first_name: "Dana", last_name: "Fox" },
    new_message_count: 1,
    is_replied: 0,
    waiting_since: expect.any(String),
    unconfirmed_since: expect.any(String),
  });
  expect(app.events.published.slice(before)).toContainEqual(
    expect.objectContaining({ event: "chat-message-open", payload: expect.objectContaining({ what: "received" }) }),
  );
  const chat_id = chat?.id ?? 0;
  const [written, automatic] = await fixture.messages(chat_id);
  expect(written).toMatchObject({
    is_from_customer: 1,
    message: "Is the F-150 still there?",
    web_page: "https://dealer.example/trucks/f150",
    web_name: "",
  });
  expect(automatic).toMatchObject({ is_from_customer: 0, sent_by: "", automatic: "website" });
  await app.jobs.runAll();
  const { rows } = await app.pool.query("select business_name from dealers where id = $1", [dealer.dealer_id]);
  const { business_name } = rows[0];
  const [text] = fixture.sentTo(phone).map(({ body }) => body);
  const code = /Enter (\d{6})/.exec(text ?? "")?.[1] ?? "";
  expect(fixture.sentTo(phone).map(({ body }) => body)).toEqual([widgetTexts.automatic(business_name, code, false)]);
  await fixture.send(chat_id, "Yes, come and see it");
  await app.jobs.runAll();
  expect(fixture.sentTo(phone).at(-1)?.body).toBe("Yes, come and see it");
  await textFrom(phone, "On my way");
  expect((await chatOf(phone))?.unconfirmed_since).toBeNull();
  const submission = await app.pool.query("select * from widget_submissions where phone = $1", [phone]);
  expect(submission.rows).toEqual([
    expect.objectContaining({ campaign: { utm_source: "google" }, is_texted: 1, marketing: 0, agent: "Visitor/1.0" }),
  ]);
});

test("consent is recorded with the words and the page, and is none to marketing", async () => {
  const phone = freshPhone();
  await visitor.write({ phone, page }, "203.0.113.77");
  const id = (await chatOf(phone))?.customer.id ?? 0;
  const { state, marketable, events } = await consentOf(id);
  expect([state, marketable]).toEqual(["unknown", 0]);
  expect(events).toEqual([
    expect.objectContaining({
      event: "granted",
      scope: "conversation",
      source: "widget",
      words: expect.stringContaining("you agree to get text messages"),
      evidence: "Page: https://dealer.example/trucks/f150\nAddress: 203.0.113.77\nBrowser: Visitor/1.0",
    }),
  ]);
});

test("the marketing box counts once the phone itself says YES, and not before", async () => {
  const phone = freshPhone();
  expect((await visitor.open()).page).not.toMatch(/name="marketing"[^>]* checked/);
  await visitor.write({ phone, marketing: "1" });
  const id = (await chatOf(phone))?.customer.id ?? 0;
  expect(await consentOf(id)).toMatchObject({ state: "unknown", marketable: 0 });
  expect((await consentOf(id)).events[0]).toMatchObject({ event: "requested" });
  await textFrom(phone, "Who is this?");
  expect((await consentOf(id)).marketable).toBe(0);
  await textFrom(phone, "Yes!");
  expect(await consentOf(id)).toMatchObject({ state: "granted", marketable: 1 });
  expect((await consentOf(id)).events[0]).toMatchObject({
    source: "widget",
    words: expect.stringContaining("offers and news"),
    evidence: "Answered YES from this phone.",
  });
});

test("without the box a YES grants nothing, and neither does an old request", async () => {
  const [phone, late] = [freshPhone(), freshPhone()];
  await visitor.write({ phone });
  await visitor.write({ phone: late, marketing: "1" });
  await textFrom(phone, "Yes");
  await app.pool.query("update consent_events set at = at - interval '8 days' where phone = $1", [late]);
  await textFrom(late, "Yes");
  for (const one of [phone, late]) {
    expect((await consentOf((await chatOf(one))?.customer.id ?? 0)).marketable).toBe(0);
  }
});

test("a known phone joins its customer, who keeps the name and shows the page nothing", async () => {
  const known = await fixture.chat("Your car is ready");
  await textFrom(known.phone, "My secret answer");
  const { page: answer } = await visitor.write({ phone: known.phone, name: "Somebody Else" });
  expect(answer).not.toMatch(/Cara|Moss|secret|ready/);
  const details = (await agent(customers.details, { params: { id: known.id } })).data;
  expect(details).toMatchObject({ first_name: "Cara", last_name: "Moss" });
  const messages = await fixture.messages(known.chat_id);
  expect(messages.find(({ web_page }) => web_page !== null)).toMatchObject({ web_name: "Somebody Else" });
  expect((await chatOf(known.phone))?.unconfirmed_since).not.toBeNull();
});

test("an opted-out phone is not texted, stays opted out, and its visitor reads what everybody reads", async () => {
  const [phone, other] = [freshPhone(), freshPhone()];
  await textFrom(phone, "STOP");
  await app.jobs.runAll();
  const before = fixture.sentTo(phone).length;
  const shown = await visitor.write({ phone, marketing: "1" });
  const usual = await visitor.write({ phone: other });
  const withoutPhone = ({ page: text }: { page: string }) =>
    text
      .replace(/\(\d{3}\) \d{3}-\d{4}/, "")
      .replace(/nonce="[^"]+"/, "")
      .replace(/name="session" value="[\w-]{43}"/, "");
  expect(withoutPhone(shown)).toBe(withoutPhone(usual));
  expect(shown.page).toContain("If you stopped our texts before, text START");
  await app.jobs.runAll();
  expect(fixture.sentTo(phone)).toHaveLength(before);
  expect((await chatOf(phone))?.customer.optin_status).toBe(0);
});

test("a phone gets one automatic text in 24 hours, from whichever location and whatever is sent", async () => {
  const phone = freshPhone();
  const elsewhere = await visitorOf(app, await app.signIn(dealer.owner, dealer.otherLocation_id));
  await visitor.write({ phone });
  await visitor.write({ phone, message: "Hello?" });
  await elsewhere.write({ phone });
  await app.jobs.runAll();
  expect(fixture.sentTo(phone)).toHaveLength(1);
  await app.pool.query("update automatic_answers set sent_at = sent_at - interval '1 day' where phone = $1", [phone]);
  // The limit of messages that name a phone is not under test here.
  await app.pool.query("delete from rate_limits");
  await visitor.write({ phone });
  await app.jobs.runAll();
  expect(fixture.sentTo(phone)).toHaveLength(2);
});

test("a form that is sent twice is one message", async () => {
  const phone = freshPhone();
  const { token } = await visitor.open();
  app.clock.advance(10_000);
  const fields = { token, company: "", name: "Dana", phone, message: "Once" };
  await visitor.send(fields);
  expect((await visitor.send(fields)).status).toBe(200);
  const { rows } = await app.pool.query("select count(*)::int as n from widget_submissions where phone = $1", [phone]);
  expect(rows[0].n).toBe(1);
});

test("the settings decide how the page looks and which websites may frame it", async () => {
  const { data } = await manager(widget.settings);
  expect(data).toMatchObject({ is_on: 1, sites: [], side: "right", color: "#016b70" });
  expect(data.seen_on).toContain("dealer.example");
  expect((await visitor.open()).policy).toContain("frame-ancestors *");
  const draft = {
    ...data,
    sites: ["https://www.Example.com/x"],
    greeting: "Hi there",
    closed_greeting: "Closed, sorry",
  };
  const body = {
    ...draft,
    color: "#FFD400",
    side: "left" as const,
    privacy_url: "https://example.com/privacy",
    terms_url: "https://example.com/terms",
  };
  expect((await manager(widget.change, { body })).data).toMatchObject({ sites: ["www.example.com"], color: "#ffd400" });
  const { page: shown, policy } = await visitor.open();
  expect(policy).toContain("frame-ancestors 'self' https://www.example.com http://www.example.com");
  expect(shown).toMatch(/Hi there|Closed, sorry/);
  expect(shown).toContain("--b:#ffd400;--bt:#000000");
  expect(shown).toContain('href="https://example.com/privacy"');
  expect(shown).toContain('href="https://example.com/terms"');
  await manager(widget.change, { body: { ...body, is_on: 0 } });
  expect((await visitor.open()).status).toBe(404);
  expect((await visitor.write({ phone: freshPhone() })).status).toBe(404);
  const audit = await app.pool.query("select action from audit_log where dealer_id = $1 and action like '%widget'", [
    dealer.dealer_id,
  ]);
  expect(audit.rows).toHaveLength(2);
  await manager(widget.change, { body: { ...data, is_on: 1 } });
});

test("the snippet names a key, never the business's id, and each location has its own", async () => {
  const elsewhere = await visitorOf(app, await app.signIn(dealer.owner, dealer.otherLocation_id));
  const other = await app.dealership();
  const stranger = await visitorOf(app, await app.signIn(other.owner));
  expect(new Set([visitor.key, elsewhere.key, stranger.key]).size).toBe(3);
  const phone = freshPhone();
  await stranger.write({ phone });
  expect(await chatOf(phone)).toBeUndefined();
  expect((await chatsOf(await app.signIn(other.owner))).map(({ customer }) => customer.phone)).toContain(phone);
});

test("the scripts weigh 3 kB at most and may be loaded from any website", async () => {
  for (const name of ["widget.js", "frame.js", "answers.js"]) {
    const { payload, headers } = await app.http.inject({ url: `/w/${name}` });
    expect(payload.length).toBeLessThanOrEqual(3 * 1024);
    expect(headers["cross-origin-resource-policy"]).toBe("cross-origin");
    expect(headers["set-cookie"]).toBeUndefined();
  }
  const answer = await app.http.inject({ url: `/w/${visitor.key}` });
  expect(answer.payload.length).toBeLessThanOrEqual(20 * 1024);
  expect(answer.headers["set-cookie"]).toBeUndefined();
  expect(answer.headers["x-frame-options"]).toBeUndefined();
});
