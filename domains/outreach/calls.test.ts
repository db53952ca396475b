import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { customerErasure } from "#domains/customers/erasure/contract.ts";
import { duplicates } from "#domains/duplicates/contract.ts";
import { leads } from "#domains/leads/contract.ts";
import { leadPlans } from "#domains/leads/plans/contract.ts";
import { addressIds, recordMailConsent } from "#domains/marketing/consent/server/public.ts";
import { mailSender } from "#domains/marketing/sender/contract.ts";
import { next } from "#domains/next/contract.ts";
import { timeline } from "#domains/timeline/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import type { Dealership } from "#testing/dealership.ts";
import { createPlanFixture, type PlanFixture } from "#testing/leads.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { type CalledOutcome, outreach } from "./contract.ts";
import { sendEmail } from "./server/sendEmail.ts";

let app: TestApp;
let dealer: Dealership;
let agent: Caller;
let manager: Caller;
let owner: Caller;
let fixture: PlanFixture;
let count = 0;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.pool.query("delete from rate_limits");
  dealer = await app.dealership();
  app.clock.set(new Date("2026-11-20T17:00:00Z"));
  agent = await app.signIn(dealer.agent);
  manager = await app.signIn(dealer.manager);
  owner = await app.signIn(dealer.owner);
  fixture = createPlanFixture(app, dealer, manager);
});

const freshEmail = () => `renee${++count}.${process.pid}@example.com`;
const freshId = () => `client-id-${++count}`;
const minutes = (length: number) => app.clock.advance(length * 60_000);
const write = (customer_id: number, more: object = {}, call = agent) =>
  call(outreach.sendEmail, {
    params: { customer_id },
    body: { subject: "Your Accord", message: "Hi Renee,\n\nit is here.", client_id: freshId(), ...more },
  });
const log = (customer_id: number, outcome: CalledOutcome, more: object = {}, call = agent) =>
  call(outreach.logCall, { params: { customer_id }, body: { outcome, minutes: "", client_id: freshId(), ...more } });
const entries = async (customer_id: number, body: object = {}, call = agent) =>
  (await call(timeline.entries, { params: { customer_id }, body })).data.entries;
const emailOf = async (customer_id: number) =>
  (await entries(customer_id, { kinds: ["email"] })).find(({ email }) => email?.what === "written")?.email;
const lead = async (id: number) => (await manager(leads.one, { params: { id } })).data;
const queued = async (call = agent) => (await call(next.queue, { body: { queue: "everyone" } })).data.entries;
const sentTo = (email: string) => app.mails.sent.filter(({ to }) => to === email);

/** A customer with an address of their own. */
async function person(call = agent) {
  const email = freshEmail();
  return { ...(await addCustomer(call, { email })), email };
}

/** A lead of a customer with an address. */
async function waitingLead() {
  const email = freshEmail();
  return { ...(await fixture.lead({ email }, { optsIn: false })), email };
}

async function suppress(address: string, event: "bounced" | "complained" | "unsubscribed") {
  const { dealer_id } = dealer;
  await app.server.within.business({ dealer_id }, "test", async (unit) => {
    const address_id = (await addressIds(unit.db, dealer_id, [address], unit.now())).get(address) ?? 0;
    await recordMailConsent(unit, { dealer_id, address_id, event, source: "report", words: "" });
  });
}

describe("an email", () => {
  test("leaves once from the location, and replies go to who wrote it", async () => {
    const { id, email } = await person();
    await write(id);
    await app.jobs.runAll();
    expect(sentTo(email)).toMatchObject([
      {
        subject: "Your Accord",
        text: "Hi Renee,\n\nit is here.",
        html: "<p>Hi Renee,</p>\n<p>it is here.</p>",
        replyTo: dealer.agent,
        tracksBounces: true,
      },
    ]);
    expect(sentTo(email)[0]?.list).toBeUndefined();
    const [entry] = await entries(id, { kinds: ["email"], search: "accord" });
    const written = { what: "written", to: email, subject: "Your Accord", words: "Hi Renee,\n\nit is here." };
    expect(entry).toMatchObject({ kind: "email", is_mine: true, email: { ...written, state: "sent", reason: "" } });
  });

  test("has the location's reply address where there is one", async () => {
    const { id, email } = await person();
    const sender = {
      from_name: "Northside Ford",
      reply_to: "sales@northside.example",
      postal_address: "1 Main St, Troy, NY 12180",
    };
    await owner(mailSender.change, { params: { id: dealer.location_id }, body: sender });
    await write(id);
    await app.jobs.runAll();
    expect(sentTo(email)).toMatchObject([{ fromName: "Northside Ford", replyTo: "sales@northside.example" }]);
  });

  test("has its variables filled in, and an unknown one is refused at its field", async () => {
    const { id, email } = await person();
    await app.pool.query("update customers set first_name = 'Renee' where id = $1", [id]);
    await write(id, { subject: "For %first_name%", message: "Hi %First Name|there%, 100% yours. %company_name%" });
    await app.jobs.runAll();
    expect(sentTo(email)[0]?.subject).toBe("For Renee");
    expect(sentTo(email)[0]?.text).toMatch(/^Hi Renee, 100% yours\. \S/);
    expect(await emailOf(id)).toMatchObject({ subject: "For Renee" });
    const unknown = write(id, { message: "Hi %fist_name%" });
    await expect(unknown).rejects.toMatchObject({
      status: 422,
      fields: { message: "%fist_name% isn't a variable. Check its spelling." },
    });
    await app.pool.query(
      "update customers set first_name = repeat('x', 60), last_name = repeat('y', 60) where id = $1",
      [id],
    );
    const long = write(id, { subject: "%customer_name% %customer_name% %customer_name%" });
    await expect(long).rejects.toMatchObject({ status: 422, fields: { subject: expect.stringContaining("Too long") } });
  });

  test("shows markup as it was typed", async () => {
    const { id, email } = await person();
    await write(id, { message: "<img src=x onerror=alert(1)> & more", subject: "<b>Hi</b>\r\nBcc: all@example.com" });
    await app.jobs.runAll();
    expect(sentTo(email)[0]?.html).toBe("<p>&lt;img src=x onerror=alert(1)&gt; &amp; more</p>");
  });

  test("is one for a hundred presses at once", async () => {
    const { id, email } = await person();
    const client_id = freshId();
    await app.pool.query("delete from rate_limits");
    const answers = await Promise.allSettled(Array.from({ length: 40 }, () => write(id, { client_id })));
    const ids = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value.data.id] : []));
    expect(ids).toHaveLength(40);
    expect(new Set(ids).size).toBe(1);
    await app.jobs.runAll();
    const [row] = (await app.pool.query("select * from customer_emails where client_id = $1", [client_id])).rows;
    const key = { dealer_id: dealer.dealer_id, location_id: dealer.location_id, id: row.id };
    await Promise.all(Array.from({ length: 20 }, () => sendEmail(app.jobServer, key)));
    expect(sentTo(email)).toHaveLength(1);
    const { rows } = await app.pool.query("select used from quota_uses where dealer_id = $1 and kind = 'mails'", [
      dealer.dealer_id,
    ]);
    expect(rows).toEqual([{ used: 1 }]);
  });

  test("of another's client id, or for another customer, is a conflict", async () => {
    const [one, other] = [await person(), await person()];
    const client_id = freshId();
    await write(one.id, { client_id });
    await expect(write(other.id, { client_id })).rejects.toMatchObject({ status: 409 });
    await expect(write(one.id, { client_id }, manager)).rejects.toMatchObject({ status: 409 });
  });

  test.each([
    ["subject", "", "Enter a subject"],
    ["message", " \n ", "Enter a message"],
    ["subject", "x".repeat(201), "Use at most 200 characters"],
    ["message", "x".repeat(10_001), "Use at most 10,000 characters"],
    ["client_id", "short", "Give it an id of 8 to 64 characters"],
  ])("needs a good %s: %#", async (field, value, text) => {
    const { id } = await person();
    await expect(write(id, { [field]: value })).rejects.toMatchObject({ status: 422, fields: { [field]: text } });
  });

  test("isn't sent to an address that came back or complained, but to one that unsubscribed from offers", async () => {
    const { id, email } = await person();
    await suppress(email, "unsubscribed");
    await write(id);
    await app.jobs.runAll();
    expect(sentTo(email)).toHaveLength(1);
    await suppress(email, "complained");
    await expect(write(id)).rejects.toMatchObject({ status: 409, message: expect.stringContaining("as spam") });
    const other = await person();
    await suppress(other.email, "bounced");
    await expect(write(other.id)).rejects.toMatchObject({ status: 409, message: expect.stringContaining("came back") });
    const without = await person();
    await app.pool.query("update customers set email = '' where id = $1", [without.id]);
    await expect(write(without.id)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining("no email"),
    });
  });

  test("that is barred between press and leaving fails in words, and can be tried again at the new address", async () => {
    const { id, email } = await person();
    const { data } = await write(id);
    await suppress(email, "bounced");
    await app.jobs.runAll();
    expect(sentTo(email)).toHaveLength(0);
    expect(await emailOf(id)).toMatchObject({ state: "failed", reason: expect.stringContaining("came back") });
    const again = () => agent(outreach.retryEmail, { params: { id: data.id } });
    await expect(again()).rejects.toMatchObject({ status: 409 });
    const fixed = freshEmail();
    await app.pool.query("update customers set email = $2 where id = $1", [id, fixed]);
    await again();
    await app.jobs.runAll();
    expect(sentTo(fixed)).toHaveLength(1);
    expect(await emailOf(id)).toMatchObject({ state: "sent", to: fixed, reason: "" });
    await again();
    await app.jobs.runAll();
    expect(sentTo(fixed)).toHaveLength(1);
  });

  test("is tried again when the mail server is busy, and never when nobody knows", async () => {
    const { id, email } = await person();
    app.mails.answerNext({ kind: "busy" });
    await write(id);
    await app.jobs.runAll();
    expect(await emailOf(id)).toMatchObject({ state: "waiting" });
    minutes(2);
    await app.jobs.runAll();
    expect(sentTo(email)).toHaveLength(2);
    expect(await emailOf(id)).toMatchObject({ state: "sent" });
    const lost = await person();
    app.mails.answerNext({ kind: "lost", why: "timeout" });
    const { data } = await write(lost.id);
    await app.jobs.runAll();
    minutes(60);
    await app.jobs.runAll();
    expect(sentTo(lost.email)).toHaveLength(1);
    expect(await emailOf(lost.id)).toMatchObject({ state: "unknown" });
    await expect(agent(outreach.retryEmail, { params: { id: data.id } })).rejects.toMatchObject({ status: 409 });
  });

  test("that a crash left with the mail server counts as unknown", async () => {
    const { id, email } = await person();
    const { data } = await write(id);
    await app.pool.query(
      "update customer_emails set state = 'sending', due_at = $2::timestamptz + interval '10 minutes' where id = $1",
      [data.id, app.clock.now()],
    );
    await app.jobs.runAll();
    expect(await emailOf(id)).toMatchObject({ state: "sending" });
    minutes(11);
    await sendEmail(app.jobServer, { dealer_id: dealer.dealer_id, location_id: dealer.location_id, id: data.id });
    expect(await emailOf(id)).toMatchObject({ state: "unknown", reason: "No answer from the mail server" });
    expect(sentTo(email)).toHaveLength(0);
  });

  test("stops at the business's limit of the day, and keeps nothing", async () => {
    const { id } = await person();
    await app.pool.query(
      "insert into quota_limits (dealer_id, mails) values ($1, 0) on conflict (dealer_id) do update set mails = 0",
      [dealer.dealer_id],
    );
    await expect(write(id)).rejects.toMatchObject({ status: 409 });
    expect(await emailOf(id)).toBeUndefined();
  });

  test("answers the lead, ends its entry in Next, and a bounce takes that back", async () => {
    const { id, customer_id, email } = await waitingLead();
    expect((await queued()).map((entry) => entry.customer_id)).toContain(customer_id);
    minutes(5);
    await write(customer_id);
    await app.jobs.runAll();
    expect(await lead(id)).toMatchObject({ first_response_by: "Agent Tester", stage: "Contacted" });
    expect((await queued()).map((entry) => entry.customer_id)).not.toContain(customer_id);
    const reference = sentTo(email)[0]?.reference ?? "";
    const bounce = { kind: "bounced", bounce: "hard", words: "550 5.1.1 no such user" } as const;
    await app.mails.report({ ...bounce, references: [reference], event_id: `bounce-${reference}` });
    await app.jobs.runAll();
    expect(await emailOf(customer_id)).toMatchObject({ state: "bounced", reason: "550 5.1.1 no such user" });
    expect(await lead(id)).toMatchObject({ first_response_at: null, stage: "New" });
    expect((await queued()).map((entry) => entry.customer_id)).toContain(customer_id);
    await expect(write(customer_id)).rejects.toMatchObject({ status: 409 });
  });

  test("pauses a plan as a member's text does", async () => {
    const { id, customer_id } = await waitingLead();
    const plan = await fixture.plan();
    await fixture.start(plan, id);
    minutes(1);
    await write(customer_id);
    await app.jobs.runAll();
    const { rows } = await app.pool.query("select paused_by from lead_plan_enrollments where lead_id = $1", [id]);
    expect(rows).toEqual([{ paused_by: "team" }]);
    expect((await manager(leadPlans.one, { params: { id: plan } })).data.id).toBe(plan);
  });
});

describe("a logged call", () => {
  const logged = async (customer_id: number, call = agent) =>
    (await entries(customer_id, { kinds: ["call"] }, call)).flatMap(({ logged }) => logged ?? []);

  test("stands on the timeline, is found, and counted", async () => {
    const { id } = await person();
    await log(id, "reached", { minutes: "7", note: "Wants the blue one" });
    expect(await logged(id)).toEqual([
      { outcome: "reached", minutes: 7, words: "Wants the blue one", may_change: true },
    ]);
    expect(await entries(id, { search: "blue" })).toHaveLength(1);
    const { counts } = (await agent(timeline.summary, { params: { customer_id: id } })).data;
    expect(counts).toMatchObject({ call: 1 });
  });

  test("that reached the customer answers the lead; others are tries", async () => {
    const { id, customer_id } = await waitingLead();
    minutes(5);
    await log(customer_id, "no_answer");
    minutes(1);
    await log(customer_id, "voicemail", { note: "Left my number" });
    await app.jobs.runAll();
    expect(await lead(id)).toMatchObject({ first_response_at: null, stage: "New" });
    const entry = (await queued()).find((one) => one.customer_id === customer_id);
    expect(entry).toMatchObject({ tries: 2, tried: { outcome: "voicemail", by: "Agent Tester" } });
    minutes(1);
    const { data } = await log(customer_id, "reached");
    await app.jobs.runAll();
    expect(await lead(id)).toMatchObject({ first_response_by: "Agent Tester", stage: "Contacted" });
    await agent(outreach.removeCall, { params: { id: data.id } });
    await app.jobs.runAll();
    expect(await lead(id)).toMatchObject({ first_response_at: null, stage: "New" });
    await agent(outreach.restoreCall, { params: { id: data.id } });
    await app.jobs.runAll();
    expect(await lead(id)).toMatchObject({ first_response_by: "Agent Tester", stage: "Contacted" });
    const body = { outcome: "voicemail", minutes: "", note: "" } as const;
    await agent(outreach.changeCall, { params: { id: data.id }, body });
    await app.jobs.runAll();
    expect(await lead(id)).toMatchObject({ first_response_at: null });
  });

  test("ends the wait of a customer who texted, and gives it back when deleted", async () => {
    const { customer_id, phone } = await waitingLead();
    await fixture.inbound(phone, "Is it still there?");
    const kinds = async () => (await queued()).filter((one) => one.customer_id === customer_id).map(({ kind }) => kind);
    expect(await kinds()).toEqual(["question"]);
    minutes(2);
    const { data } = await log(customer_id, "reached");
    await app.jobs.runAll();
    expect(await kinds()).toEqual([]);
    minutes(1);
    const { data: second } = await log(customer_id, "reached");
    await agent(outreach.removeCall, { params: { id: data.id } });
    expect(await kinds()).toEqual([]);
    await agent(outreach.removeCall, { params: { id: second.id } });
    expect(await kinds()).toEqual(["question"]);
  });

  test("pauses a plan when it reached them", async () => {
    const { id, customer_id } = await waitingLead();
    await fixture.start(await fixture.plan(), id);
    const paused = async () =>
      (await app.pool.query("select paused_by from lead_plan_enrollments where lead_id = $1", [id])).rows;
    minutes(1);
    await log(customer_id, "no_answer");
    await app.jobs.runAll();
    expect(await paused()).toEqual([{ paused_by: "" }]);
    minutes(1);
    await log(customer_id, "reached");
    await app.jobs.runAll();
    expect(await paused()).toEqual([{ paused_by: "team" }]);
  });

  test.each([
    [{ at: "2026-11-20T18:30:00Z" }, "at", "This is in the future. Select when you called."],
    [{ at: "2020-01-01T00:00:00Z" }, "at", "This is before the customer was added. Select a later time."],
    [{ at: "yesterday" }, "at", "Select a date and time"],
    [{ at: "1" }, "at", "Select a date and time"],
    [{ minutes: "1.5" }, "minutes", "Enter whole minutes"],
    [{ minutes: "-1" }, "minutes", "Enter whole minutes"],
    [{ minutes: "601" }, "minutes", "Enter at most 600"],
    [{ outcome: "talked" }, "outcome", "Select how the call went"],
    [{ note: "x".repeat(2_001) }, "note", "Use at most 2,000 characters"],
  ])("with %j is refused at %s", async (more, field, text) => {
    const { id } = await person();
    minutes(10);
    const refused = log(id, "reached", more);
    await expect(refused).rejects.toMatchObject({ status: 422, fields: { [field]: text } });
  });

  test("is one for many presses at once", async () => {
    const { id } = await person();
    const client_id = freshId();
    const answers = await Promise.all(Array.from({ length: 30 }, () => log(id, "reached", { client_id })));
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    expect(await logged(id)).toHaveLength(1);
  });

  test("is changed and deleted by who logged it, or a manager", async () => {
    const { id } = await person();
    const mine = (await log(id, "no_answer", {}, manager)).data.id;
    expect(await logged(id)).toMatchObject([{ may_change: false }]);
    expect(await logged(id, manager)).toMatchObject([{ may_change: true }]);
    const body = { outcome: "reached", minutes: "3", note: "Called back" } as const;
    await expect(agent(outreach.changeCall, { params: { id: mine }, body })).rejects.toMatchObject({ status: 403 });
    await expect(agent(outreach.removeCall, { params: { id: mine } })).rejects.toMatchObject({ status: 403 });
    const own = (await log(id, "no_answer")).data.id;
    await manager(outreach.changeCall, { params: { id: own }, body });
    await manager(outreach.removeCall, { params: { id: own } });
    await expect(agent(outreach.restoreCall, { params: { id: own } })).rejects.toMatchObject({ status: 404 });
    await expect(agent(outreach.changeCall, { params: { id: own }, body })).rejects.toMatchObject({ status: 404 });
    minutes(61);
    await expect(manager(outreach.restoreCall, { params: { id: own } })).rejects.toMatchObject({ status: 409 });
  });
});

describe("emails and logged calls", () => {
  test("are nobody else's", async () => {
    const { id } = await person();
    const email = (await write(id)).data.id;
    const call = (await log(id, "reached")).data.id;
    const foreign = await app.dealership();
    const strangers = [await app.signIn(foreign.owner), await app.signIn(dealer.otherAgent)];
    for (const stranger of strangers) {
      const absent = { status: 404 };
      await expect(write(id, {}, stranger)).rejects.toMatchObject(absent);
      await expect(log(id, "reached", {}, stranger)).rejects.toMatchObject(absent);
      await expect(stranger(outreach.retryEmail, { params: { id: email } })).rejects.toMatchObject(absent);
      await expect(stranger(outreach.removeCall, { params: { id: call } })).rejects.toMatchObject(absent);
      await expect(stranger(outreach.restoreCall, { params: { id: call } })).rejects.toMatchObject(absent);
      const body = { outcome: "reached", minutes: "", note: "" } as const;
      await expect(stranger(outreach.changeCall, { params: { id: call }, body })).rejects.toMatchObject(absent);
    }
  });

  test("follow a merge, and go with an erasure", async () => {
    const [kept, merged] = [await person(), await person()];
    await write(merged.id);
    await log(merged.id, "reached");
    await app.jobs.runAll();
    await manager(duplicates.merge, { body: { kept_id: kept.id, merged_id: merged.id } });
    expect((await entries(kept.id, { kinds: ["email", "call"] })).map(({ kind }) => kind).sort()).toEqual([
      "call",
      "email",
    ]);
    const { rows: before } = await app.pool.query("select id from customer_emails where customer_id = $1", [merged.id]);
    expect(before).toHaveLength(1);
    await owner(customerErasure.erase, {
      params: { id: kept.id },
      body: { reason: "By letter", confirmation: "ERASE" },
    });
    await app.jobs.runAll();
    for (const table of ["customer_emails", "logged_calls"]) {
      const { rows } = await app.pool.query(`select from ${table} where customer_id = $1`, [merged.id]);
      expect(rows).toHaveLength(0);
    }
  });
});
