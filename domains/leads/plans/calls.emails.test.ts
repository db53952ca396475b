/* Emails of follow-up plans: their replies, and their place in the customer's history. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { customerErasure } from "#domains/customers/erasure/contract.ts";
import { duplicates } from "#domains/duplicates/contract.ts";
import { leads } from "#domains/leads/contract.ts";
import { noteRecentAnswers } from "#domains/leads/server/followLeads.ts";
import { mailSender } from "#domains/marketing/sender/contract.ts";
import { next } from "#domains/next/contract.ts";
import { notifications } from "#domains/notifications/contract.ts";
import { outreach } from "#domains/outreach/contract.ts";
import { sendEmail } from "#domains/outreach/server/sendEmail.ts";
import { timeline } from "#domains/timeline/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import type { Dealership } from "#testing/dealership.ts";
import { createPlanFixture, type PlanFixture, planSteps } from "#testing/leads.ts";
import { createRecordedMails } from "#testing/recordedMails.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { leadPlans } from "./contract.ts";
import { followPlans } from "./server/enrollments.ts";
import { runDueSteps, runStep } from "./server/runSteps.ts";

const secret = "a-password-of-a-mail-server";
const domain = "leads.example.com";
const mails = createRecordedMails({ secret, inboundDomain: domain });
let app: TestApp;
let dealer: Dealership;
let agent: Caller;
let manager: Caller;
let owner: Caller;
let fixture: PlanFixture;
let count = 0;

beforeAll(async () => {
  app = await startTestApp({ email: mails });
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
  await saveSender("");
});

const saveSender = (reply_to: string) =>
  owner(mailSender.change, {
    params: { id: dealer.location_id },
    body: { from_name: "Sunrise Motors", reply_to, postal_address: "1 Main St, Albany, NY 12207" },
  });
const minutes = (length: number) => app.clock.advance(length * 60_000);
const sentTo = (email: string) => mails.sent.filter(({ to }) => to === email);
const settle = async () => {
  await app.jobs.runAll();
  await runDueSteps(app.jobServer);
  minutes(1);
  await followPlans(app.jobServer);
  await noteRecentAnswers(app.jobServer);
  await app.jobs.runAll();
};
const memberId = async (email: string): Promise<number> =>
  (await app.pool.query("select id::float8 as id from users where email = $1", [email])).rows[0].id;

const step = { ...planSteps[0], kind: "email", subject: "Your %vehicle%", words: "Hi %first_name%, it is here." };

/** A lead whose plan is about to email them. The agent owns it. */
async function planned(more: object = {}) {
  count += 1;
  const email = `renee${count}.${process.pid}@example.com`;
  const lead = await fixture.lead({ email, owner_id: await memberId(dealer.agent), ...more });
  const plan = await fixture.plan({ steps: [step, planSteps[1]] as never });
  const enrollment = await fixture.start(plan, lead.id);
  return { ...lead, email, plan, enrollment };
}

/** The same after the email left, with the address that replies to it go to. */
async function emailed(more: object = {}) {
  const person = await planned(more);
  await settle();
  minutes(5);
  return { ...person, address: sentTo(person.email).at(-1)?.replyTo ?? "" };
}

interface PlanReply {
  readonly from?: string;
  readonly headers?: readonly string[];
  readonly body?: string;
}
function mailTo(address: string, from: string, { headers, body, ...more }: PlanReply = {}): string {
  count += 1;
  const head = [
    `From: ${more.from ?? `Renee ONeil <${from}>`}`,
    `To: <${address}>`,
    "Subject: Re: Your 2021 Honda Accord",
    `Message-ID: <p${count}.${process.pid}@example.com>`,
    ...(headers ?? ["Content-Type: text/plain; charset=utf-8"]),
  ];
  return `${head.join("\r\n")}\r\n\r\n${body ?? "Can I come at 3 pm?"}\r\n`;
}
const post = (mail: string) =>
  app.http.inject({
    method: "POST",
    url: "/webhooks/email/lead",
    payload: mail,
    headers: { authorization: `Bearer ${secret}`, "content-type": "message/rfc822" },
  });
const entries = async (customer_id: number, more: object = {}, call = agent) =>
  (await call(timeline.entries, { params: { customer_id }, body: { kinds: ["email"], ...more } })).data.entries;
const emailOf = async (customer_id: number) =>
  (await entries(customer_id)).find(({ email }) => email?.what === "plan")?.email;
const counted = async (customer_id: number) =>
  (await agent(timeline.summary, { params: { customer_id } })).data.counts.email;
const replies = async (customer_id: number) => (await entries(customer_id)).flatMap(({ reply }) => reply ?? []);
const waiting = async (customer_id: number) =>
  (await agent(next.queue, { body: { queue: "everyone" } })).data.entries.find(
    (entry) => entry.customer_id === customer_id,
  );
/** What Next says of a customer who asked by email; one who texted START waits there, too. */
const asked = async (customer_id: number) => {
  const entry = await waiting(customer_id);
  return entry?.emailed ? entry : undefined;
};
const ending = async (enrollment: number): Promise<string> =>
  (await app.pool.query("select ending from lead_plan_enrollments where id = $1", [enrollment])).rows[0].ending;
const rows = async (customer_id: number) =>
  (await app.pool.query("select * from customer_emails where customer_id = $1", [customer_id])).rows;

describe("a reply to a plan's email", () => {
  test("comes back, ends the plan, counts for its step, and waits in Next", async () => {
    const { customer_id, email, address, plan, enrollment } = await emailed();
    expect(address).toMatch(/^reply-[0-9a-z]+-[0-9a-z]+-[0-9a-f]{24}@leads\.example\.com$/);
    expect(await ending(enrollment)).toBe("");
    expect((await post(mailTo(address, email))).statusCode).toBe(200);
    await app.jobs.runAll();
    expect(await ending(enrollment)).toBe("replied");
    const shown = (await manager(leadPlans.one, { params: { id: plan } })).data;
    expect(shown).toMatchObject({ people: 0, figures: { replied: 1 }, steps: [{ sent: 1, replied: 1 }, {}] });
    expect(await asked(customer_id)).toMatchObject({
      words: "Can I come at 3 pm?",
      emailed: "Re: Your 2021 Honda Accord",
    });
    expect(await replies(customer_id)).toMatchObject([{ from: email, words: "Can I come at 3 pm?" }]);
    expect((await agent(notifications.list)).data.notifications).toContainEqual(
      expect.objectContaining({ kind: "reply", text: "Can I come at 3 pm?" }),
    );
  });

  test("is one for three deliveries at once", async () => {
    const { customer_id, email, address } = await emailed();
    const mail = mailTo(address, email);
    const answers = await Promise.all([post(mail), post(mail), post(`Received: from relay\r\n${mail}`)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    await app.jobs.runAll();
    expect(await replies(customer_id)).toHaveLength(1);
    expect(await counted(customer_id)).toBe(2);
    expect(sentTo(dealer.agent)).toHaveLength(1);
  });

  test("ends nothing when a program or a mail server wrote it", async () => {
    const { customer_id, email, address, enrollment } = await emailed();
    await post(mailTo(address, email, { headers: ["Auto-Submitted: auto-replied"], body: "I am away" }));
    await post(mailTo(address, email, { from: "mailer-daemon@example.com", body: "No such user" }));
    await app.jobs.runAll();
    expect(await replies(customer_id)).toMatchObject([{ is_automatic: true, words: "I am away" }]);
    expect(await ending(enrollment)).toBe("");
    expect(await asked(customer_id)).toBeUndefined();
  });

  test("is copied to the location's reply address, else to who signs, else to no one", async () => {
    const signed = await emailed();
    await post(mailTo(signed.address, signed.email));
    await app.jobs.runAll();
    expect(sentTo(dealer.agent)).toMatchObject([{ replyTo: signed.email, text: "Can I come at 3 pm?" }]);
    const unsigned = await emailed({ owner_id: "" });
    await post(mailTo(unsigned.address, unsigned.email));
    await app.jobs.runAll();
    const { rows: copies } = await app.pool.query(
      "select copy_to, copy_state from email_replies where customer_id = $1",
      [unsigned.customer_id],
    );
    expect(copies).toEqual([{ copy_to: "", copy_state: "none" }]);
    expect(await asked(unsigned.customer_id)).toBeDefined();
    await saveSender("sales@sunrise.example");
    const third = await emailed();
    expect(third.address).toMatch(/^reply-/);
    await post(mailTo(third.address, third.email));
    await app.jobs.runAll();
    expect(sentTo("sales@sunrise.example")).toMatchObject([{ replyTo: third.email }]);
    expect(sentTo(dealer.agent)).toHaveLength(1);
  });

  test("goes where it went before for a lead without a customer", async () => {
    await saveSender("sales@sunrise.example");
    const email = `renee${++count}.${process.pid}@example.com`;
    const { id } = (await manager(leads.add, { body: { first_name: "Renee", phone: "", email } })).data;
    expect((await manager(leads.one, { params: { id } })).data.customer_id).toBeNull();
    await fixture.start(await fixture.plan({ steps: [step] as never }), id);
    await settle();
    expect(sentTo(email).map(({ replyTo }) => replyTo)).toEqual(["sales@sunrise.example"]);
  });

  test("is said in the editor", async () => {
    await saveSender("sales@sunrise.example");
    const sender = (await manager(leadPlans.sender)).data;
    expect(sender).toMatchObject({ takes_replies: 1, reply_to: "sales@sunrise.example" });
  });
});

describe("a plan's email in the customer's history", () => {
  test("says what left, by which plan, and is no member's answer", async () => {
    const { id, customer_id, email } = await emailed();
    const [entry] = await entries(customer_id, { search: "accord" });
    const sent = { what: "plan", plan: "Internet", to: email, words: "Hi Renee, it is here.", reason: "" };
    expect(entry).toMatchObject({
      kind: "email",
      by: "",
      is_mine: false,
      email: { ...sent, subject: "Your 2021 Honda Accord", state: "sent" },
    });
    expect(await counted(customer_id)).toBe(1);
    const lead = (await agent(leads.one, { params: { id } })).data;
    expect(lead).toMatchObject({ first_response_at: null, first_response_by: "" });
  });

  test("pauses no plan as a member's email does", async () => {
    const { customer_id, enrollment } = await planned();
    minutes(1);
    await settle();
    expect(await rows(customer_id)).toMatchObject([{ state: "sent" }]);
    const { rows: stored } = await app.pool.query("select paused_by from lead_plan_enrollments where id = $1", [
      enrollment,
    ]);
    expect(stored).toEqual([{ paused_by: "" }]);
  });

  test("ends no wait in place of a call that is deleted", async () => {
    const { customer_id, enrollment } = await planned();
    expect(await waiting(customer_id)).toMatchObject({ kind: "question", words: "START" });
    const call = { outcome: "reached", minutes: "", client_id: `client-id-${++count}` } as const;
    const { id } = (await agent(outreach.logCall, { params: { customer_id }, body: call })).data;
    expect((await waiting(customer_id))?.kind).not.toBe("question");
    const key = { dealer_id: dealer.dealer_id, location_id: dealer.location_id, id: enrollment };
    await app.pool.query("update lead_plan_enrollments set team_seen_at = $2 where id = $1", [
      enrollment,
      app.clock.now(),
    ]);
    await runStep(app.jobServer, key);
    expect(await rows(customer_id)).toMatchObject([{ state: "sent" }]);
    await agent(outreach.removeCall, { params: { id } });
    expect(await waiting(customer_id)).toMatchObject({ kind: "question", words: "START" });
  });

  test("is no other dealer's, and can't be sent again by hand", async () => {
    const { customer_id } = await emailed();
    const other = await app.signIn((await app.dealership()).owner);
    await expect(entries(customer_id, {}, other)).rejects.toMatchObject({ status: 404 });
    const [row] = await rows(customer_id);
    const again = (call: Caller) => call(outreach.retryEmail, { params: { id: Number(row.id) } });
    await expect(again(other)).rejects.toMatchObject({ status: 404 });
    await expect(again(agent)).rejects.toMatchObject({ status: 409 });
    expect(await rows(customer_id)).toMatchObject([{ state: "sent" }]);
  });

  test("says that it bounced, failed, or may not have arrived", async () => {
    const bounced = await emailed();
    const reference = sentTo(bounced.email)[0]?.reference ?? "";
    const report = { kind: "bounced", bounce: "hard", words: "550 5.1.1 no such user" } as const;
    await mails.report({ ...report, references: [reference], event_id: `bounce-${reference}` });
    await app.jobs.runAll();
    expect(await emailOf(bounced.customer_id)).toMatchObject({ state: "bounced", reason: "550 5.1.1 no such user" });
    expect(await ending(bounced.enrollment)).toBe("");
    mails.answerNext({ kind: "refused", words: "Too many links" });
    expect(await emailOf((await emailed()).customer_id)).toMatchObject({ state: "failed", reason: "Too many links" });
    mails.answerNext({ kind: "lost", why: "the line broke" });
    expect(await emailOf((await emailed()).customer_id)).toMatchObject({ state: "unknown" });
  });

  test("of a worker that died counts as unknown after ten minutes", async () => {
    const { customer_id, enrollment } = await planned();
    const { ports } = app.jobServer;
    const send = () => Promise.reject(new Error("killed"));
    const dying = { ...app.jobServer, ports: { ...ports, email: { ...ports.email, send } } };
    const key = { dealer_id: dealer.dealer_id, location_id: dealer.location_id, id: enrollment };
    await expect(runStep(dying, key)).rejects.toThrow("killed");
    expect(await emailOf(customer_id)).toMatchObject({ state: "sending" });
    minutes(11);
    await sendEmail(app.jobServer, { ...key, id: Number((await rows(customer_id))[0].id) });
    expect(await emailOf(customer_id)).toMatchObject({ state: "unknown" });
  });

  test("isn't there until it left, and then once", async () => {
    const { customer_id } = await planned();
    mails.answerNext({ kind: "busy" });
    await settle();
    expect(await rows(customer_id)).toEqual([]);
    minutes(16);
    await Promise.all([runDueSteps(app.jobServer), runDueSteps(app.jobServer)]);
    expect(await rows(customer_id)).toMatchObject([{ state: "sent" }]);
  });

  test("goes with the customer's merge, its undo and their erasure", async () => {
    const { customer_id, email, address } = await emailed();
    const kept = (await addCustomer(agent)).id;
    const body = { kept_id: kept, merged_id: customer_id };
    const { merge_id } = (await manager(duplicates.merge, { body })).data;
    minutes(1);
    await post(mailTo(address, email));
    expect((await entries(kept)).map((entry) => entry.email?.what ?? "reply")).toEqual(["reply", "plan"]);
    await manager(duplicates.undo, { body: { merge_id } });
    expect(await counted(customer_id)).toBe(2);
    await owner(customerErasure.erase, {
      params: { id: customer_id },
      body: { reason: "By letter", confirmation: "ERASE" },
    });
    await app.jobs.runAll();
    expect(await rows(customer_id)).toEqual([]);
    expect((await post(mailTo(address, email))).statusCode).toBe(404);
  });
});
