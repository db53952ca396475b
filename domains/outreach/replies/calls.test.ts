import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { customerErasure } from "#domains/customers/erasure/contract.ts";
import { duplicates } from "#domains/duplicates/contract.ts";
import { mailSender } from "#domains/marketing/sender/contract.ts";
import { next } from "#domains/next/contract.ts";
import { notifications } from "#domains/notifications/contract.ts";
import { timeline } from "#domains/timeline/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import type { Dealership } from "#testing/dealership.ts";
import { createPlanFixture, type PlanFixture } from "#testing/leads.ts";
import { createRecordedMails } from "#testing/recordedMails.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { outreach } from "../contract.ts";
import { copyReply } from "./server/copyReply.ts";

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
});

const minutes = (length: number) => app.clock.advance(length * 60_000);
const sentTo = (email: string) => mails.sent.filter(({ to }) => to === email);
const post = (mail: string | Buffer, password = secret) =>
  app.http.inject({
    method: "POST",
    url: "/webhooks/email/lead",
    payload: mail,
    headers: { authorization: `Bearer ${password}`, "content-type": "message/rfc822" },
  });

/** A customer who got an email, and the address that replies to it go to. */
async function emailed(customer?: { readonly id: number; readonly email: string }) {
  count += 1;
  const email = customer?.email ?? `renee${count}.${process.pid}@example.com`;
  const id = customer?.id ?? (await addCustomer(agent, { email })).id;
  const body = { subject: "Your Accord", message: "Hi Renee, it is here.", client_id: `client-id-${count}` };
  await agent(outreach.sendEmail, { params: { customer_id: id }, body });
  await app.jobs.runAll();
  minutes(5);
  return { id, email, address: sentTo(email).at(-1)?.replyTo ?? "" };
}

const quoted = "On Fri, Nov 20, 2026 at 12:00 PM Northside <mail@rooftop.test> wrote:\n> Hi Renee, it is here.";
interface Written {
  readonly from?: string;
  readonly subject?: string;
  readonly headers?: readonly string[];
  readonly body?: string;
  readonly id?: string;
}
function mailTo(address: string, from: string, more: Written = {}): string {
  count += 1;
  const head = [
    `From: ${more.from ?? `Renee ONeil <${from}>`}`,
    `To: <${address}>`,
    `Subject: ${more.subject ?? "Re: Your Accord"}`,
    `Message-ID: <${more.id ?? `m${count}.${process.pid}@example.com`}>`,
    ...(more.headers ?? ["Content-Type: text/plain; charset=utf-8"]),
  ];
  return `${head.join("\r\n")}\r\n\r\n${more.body ?? `Can I come at 3 pm?\n\n${quoted}`}\r\n`;
}
const replies = async (customer_id: number, call = agent) =>
  (await call(timeline.entries, { params: { customer_id }, body: { kinds: ["email"] } })).data.entries.flatMap(
    ({ reply }) => reply ?? [],
  );
const waiting = async (customer_id: number, call = agent) =>
  (await call(next.queue, { body: { queue: "everyone" } })).data.entries.find(
    (entry) => entry.customer_id === customer_id,
  );
const rows = async (customer_id: number) =>
  (await app.pool.query("select * from email_replies where customer_id = $1", [customer_id])).rows;
const write = (customer_id: number) =>
  agent(outreach.sendEmail, {
    params: { customer_id },
    body: { subject: "Re: Your Accord", message: "3 pm is good.", client_id: `client-id-${++count}` },
  });

describe("a reply", () => {
  test("comes to an address of its email, is shown, waits in Next, and its owner hears of it", async () => {
    const { id, email, address } = await emailed();
    expect(address).toMatch(/^reply-[0-9a-z]+-[0-9a-z]+-[0-9a-f]{24}@leads\.example\.com$/);
    expect((await post(mailTo(address, email))).statusCode).toBe(200);
    const shown = {
      from: email,
      subject: "Re: Your Accord",
      words: "Can I come at 3 pm?",
      is_automatic: false,
      files: [],
    };
    expect(await replies(id)).toMatchObject([{ ...shown, quoted, copy_to: dealer.agent }]);
    expect(await waiting(id)).toMatchObject({
      kind: "question",
      words: "Can I come at 3 pm?",
      emailed: "Re: Your Accord",
      since: app.clock.now().toISOString(),
    });
    const [news] = (await agent(notifications.list)).data.notifications;
    expect(news).toMatchObject({ kind: "reply", text: "Can I come at 3 pm?" });
    expect(news?.title).toMatch(/ replied by email$/);
  });

  test("is one for three deliveries at once, and for a later one", async () => {
    const { id, email, address } = await emailed();
    const mail = mailTo(address, email);
    const answers = await Promise.all([post(mail), post(mail), post(`Received: from relay\r\n${mail}`)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    minutes(60);
    await post(mail);
    await app.jobs.runAll();
    expect(await replies(id)).toHaveLength(1);
    expect(sentTo(dealer.agent)).toHaveLength(1);
    expect((await agent(notifications.list)).data.notifications).toHaveLength(1);
  });

  test("without an id is told from another by what it says", async () => {
    const { id, email, address } = await emailed();
    const bare = (body: string) => mailTo(address, email, { body }).replace(/Message-ID: .*\r\n/, "");
    await Promise.all([post(bare("One")), post(bare("One")), post(bare("Two"))]);
    expect((await replies(id)).map(({ words }) => words).sort()).toEqual(["One", "Two"]);
  });

  test.each(["email", "call", "text"] as const)("is answered by a member's %s", async (by) => {
    const { id, email, address } = await emailed();
    await post(mailTo(address, email));
    expect(await waiting(id)).toBeDefined();
    minutes(1);
    if (by === "email") await write(id);
    else if (by === "call")
      await agent(outreach.logCall, {
        params: { customer_id: id },
        body: { outcome: "reached", minutes: "", client_id: `client-id-${++count}` },
      });
    else {
      const { chat_id } = (await waiting(id)) ?? {};
      await agent(next.done, { body: { kind: "question", id: chat_id ?? 0 } });
    }
    await app.jobs.runAll();
    expect(await waiting(id)).toBeUndefined();
  });

  test("ends a running plan", async () => {
    count += 1;
    const email = `renee${count}.${process.pid}@example.com`;
    const lead = await fixture.lead({ email });
    const { address } = await emailed({ id: lead.customer_id, email });
    await fixture.start(await fixture.plan({ on_team: "continue" }), lead.id);
    minutes(1);
    await post(mailTo(address, email, { headers: ["Auto-Submitted: auto-replied"], body: "I am away" }));
    await app.jobs.runAll();
    const [plan] = (await app.pool.query("select plan_id from lead_plan_enrollments where lead_id = $1", [lead.id]))
      .rows;
    expect((await fixture.people(plan.plan_id)).length).toBe(1);
    await post(mailTo(address, email));
    await app.jobs.runAll();
    expect((await fixture.people(plan.plan_id)).length).toBe(0);
    const { rows: ended } = await app.pool.query("select ending from lead_plan_enrollments where lead_id = $1", [
      lead.id,
    ]);
    expect(ended).toEqual([{ ending: "replied" }]);
  });

  test("from a program is shown and answers nothing", async () => {
    const { id, email, address } = await emailed();
    await post(mailTo(address, email, { subject: "Out of office: Your Accord", body: "I am away until Monday." }));
    expect(await replies(id)).toMatchObject([{ is_automatic: true, words: "I am away until Monday." }]);
    expect(await waiting(id)).toBeUndefined();
    expect((await agent(notifications.list)).data.notifications).toEqual([]);
  });

  test("from another address is shown with it and changes no customer", async () => {
    const { id, address } = await emailed();
    const { rows: before } = await app.pool.query("select email, first_name from customers where id = $1", [id]);
    await post(mailTo(address, "spouse@example.org", { from: "Sam <spouse@example.org>" }));
    expect(await replies(id)).toMatchObject([{ from: "spouse@example.org" }]);
    expect(await waiting(id)).toMatchObject({ words: "Can I come at 3 pm?" });
    expect((await app.pool.query("select email, first_name from customers where id = $1", [id])).rows).toEqual(before);
  });

  test("of one who opted out of texts waits, too", async () => {
    const { id, email, address } = await emailed();
    const { rows: people } = await app.pool.query("select phone from customers where id = $1", [id]);
    await fixture.inbound(people[0].phone, "STOP");
    minutes(1);
    await post(mailTo(address, email));
    expect(await waiting(id)).toMatchObject({ is_opted_out: true, emailed: "Re: Your Accord" });
  });

  test("that asks for no more emails unsubscribes its own address alone", async () => {
    const [one, other] = [await emailed(), await emailed()];
    await post(mailTo(one.address, one.email, { body: "Please stop emailing me" }));
    await post(mailTo(other.address, "someone@example.org", { body: "unsubscribe" }));
    const { rows: events } = await app.pool.query(
      "select a.address, e.event, e.source from mail_consent_events e join mail_addresses a on a.dealer_id = e.dealer_id and a.id = e.address_id where e.dealer_id = $1",
      [dealer.dealer_id],
    );
    expect(events).toEqual([{ address: one.email, event: "unsubscribed", source: "mail" }]);
    // What a member writes is no offer.
    await write(one.id);
  });
});

describe("its copy", () => {
  test("goes where replies went before, and answering it answers the customer", async () => {
    const { email, address } = await emailed();
    await post(mailTo(address, email));
    await app.jobs.runAll();
    const [copy, ...others] = sentTo(dealer.agent);
    expect(others).toEqual([]);
    expect(copy).toMatchObject({ replyTo: email, subject: "Re: Your Accord" });
    expect(copy?.text).toBe(`Can I come at 3 pm?\n\n${quoted}`);
    const reply_to = "sales@northside.example";
    const sender = { from_name: "Northside Ford", reply_to, postal_address: "1 Main St, Troy, NY 12180" };
    await owner(mailSender.change, { params: { id: dealer.location_id }, body: sender });
    await post(mailTo(address, email));
    await app.jobs.runAll();
    expect(sentTo(reply_to)).toMatchObject([{ replyTo: email }]);
    expect(sentTo(dealer.agent)).toHaveLength(1);
  });

  test("has the attachments, which are named here", async () => {
    const { id, email, address } = await emailed();
    const parts = [
      "--b",
      "Content-Type: text/plain",
      "",
      "My license",
      "--b",
      'Content-Type: image/jpeg; name="license.jpg"',
      'Content-Disposition: attachment; filename="license.jpg"',
      "Content-Transfer-Encoding: base64",
      "",
      Buffer.from("a picture").toString("base64"),
      "--b--",
    ];
    const headers = ["MIME-Version: 1.0", 'Content-Type: multipart/mixed; boundary="b"'];
    await post(mailTo(address, email, { headers, body: parts.join("\r\n") }));
    await app.jobs.runAll();
    expect(await replies(id)).toMatchObject([{ words: "My license", files: ["license.jpg"] }]);
    const [file] = sentTo(dealer.agent)[0]?.attachments ?? [];
    expect(file).toMatchObject({ name: "license.jpg", type: "image/jpeg" });
    expect(Buffer.from(file?.bytes ?? []).toString()).toBe("a picture");
  });

  test("leaves once, later when the server is busy, and never twice without an answer", async () => {
    const { id, email, address } = await emailed();
    await post(mailTo(address, email));
    mails.answerNext({ kind: "busy" });
    await app.jobs.runAll();
    const [row] = await rows(id);
    expect(row).toMatchObject({ copy_state: "waiting", copy_attempts: 1 });
    minutes(2);
    const key = { dealer_id: dealer.dealer_id, location_id: dealer.location_id, id: row.id };
    await Promise.all(Array.from({ length: 5 }, () => copyReply(app.jobServer, key)));
    expect(await rows(id)).toMatchObject([{ copy_state: "sent", copy_attempts: 2 }]);
    expect(sentTo(dealer.agent)).toHaveLength(2);
  });

  test("that comes back, our own address and a member's mailbox are no replies", async () => {
    const { id, email, address } = await emailed();
    await post(mailTo(address, email));
    await app.jobs.runAll();
    const copied = Object.entries(sentTo(dealer.agent)[0]?.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
    expect(copied).toContain("Auto-Submitted: auto-generated");
    for (const mail of [
      mailTo(address, email, { headers: copied }),
      mailTo(address, "mail@rooftop.test", { from: "mail@rooftop.test" }),
      mailTo(address, address, { from: address }),
      mailTo(address, dealer.agent, { from: dealer.agent }),
      mailTo(address, "mailer-daemon@example.com", { from: "mailer-daemon@example.com" }),
    ])
      expect((await post(mail)).statusCode).toBe(200);
    await app.jobs.runAll();
    expect(await replies(id)).toHaveLength(1);
    expect(sentTo(dealer.agent)).toHaveLength(1);
  });

  test("goes nowhere when that would come back here", async () => {
    const { id, email, address } = await emailed();
    const sender = { from_name: "N", reply_to: `leads-1@${domain}`, postal_address: "1 Main St, Troy, NY 12180" };
    await owner(mailSender.change, { params: { id: dealer.location_id }, body: sender });
    await post(mailTo(address, email));
    await app.jobs.runAll();
    expect(await rows(id)).toMatchObject([{ copy_state: "none", copy_to: "" }]);
    expect(sentTo(`leads-1@${domain}`)).toEqual([]);
  });
});

describe("what anyone can send", () => {
  test("opens nothing with a guessed address, and nothing without the password", async () => {
    const { id, email, address } = await emailed();
    const guessed = address.replace(/-[0-9a-f]{24}@/, `-${"0".repeat(24)}@`);
    expect((await post(mailTo(guessed, email))).statusCode).toBe(404);
    expect((await post(mailTo(address.replace(domain, "other.example.com"), email))).statusCode).toBe(404);
    expect((await post(mailTo(address, email), "wrong")).statusCode).toBe(403);
    expect(await replies(id)).toEqual([]);
  });

  test("stays with the business whose email it answers", async () => {
    const { id, email, address } = await emailed();
    await post(mailTo(address, email));
    const other = await app.signIn((await app.dealership()).owner);
    await expect(replies(id, other)).rejects.toMatchObject({ status: 404 });
    expect(await waiting(id, other)).toBeUndefined();
    const [mine, theirs] = /^reply-([0-9a-z]+)-/.exec(address) ?? [];
    expect((await post(mailTo(address.replace(mine ?? "", `reply-${theirs}0-`), email))).statusCode).toBe(404);
  });

  test("is stored as text, however long, and begins no header of its own", async () => {
    const { id, email, address } = await emailed();
    const subject = `=?utf-8?B?${Buffer.from(`Hi\r\nBcc: all@example.com ${"x".repeat(5_000)}\u0000`).toString("base64")}?=`;
    const html = `<p>Yes<script>alert(1)</script> <img src=x onerror=alert(1)>please &lt;b&gt;</p><blockquote>Hi Renee</blockquote>`;
    await post(mailTo(address, email, { subject, headers: ["Content-Type: text/html; charset=utf-8"], body: html }));
    await app.jobs.runAll();
    const [reply] = await replies(id);
    expect(reply?.subject.length).toBeLessThanOrEqual(200);
    expect(reply?.subject).not.toMatch(/[\r\n]/);
    expect(reply).toMatchObject({ words: "Yes please <b>", quoted: "> Hi Renee" });
    expect(sentTo(dealer.agent)[0]?.html).not.toMatch(/<script|<img|<b>/);
    await post(mailTo(address, email, { body: "\u{1F697} ".repeat(300_000) }));
    expect((await rows(id)).map(({ words }) => words.length <= 10_000)).toEqual([true, true]);
  });

  test("of 10 MB is stored with its words, and of 25 MB refused", async () => {
    const { id, email, address } = await emailed();
    const part = (bytes: number) =>
      `--b\r\nContent-Type: text/plain\r\n\r\nSee the picture\r\n--b\r\nContent-Type: image/png\r\nContent-Disposition: attachment; filename=a.png\r\nContent-Transfer-Encoding: base64\r\n\r\n${"QUJD"
        .repeat(19)
        .concat("\r\n")
        .repeat(Math.ceil(bytes / 78))}\r\n--b--`;
    const headers = ["MIME-Version: 1.0", 'Content-Type: multipart/mixed; boundary="b"'];
    expect((await post(mailTo(address, email, { headers, body: part(10_000_000) }))).statusCode).toBe(200);
    expect(await replies(id)).toMatchObject([{ words: "See the picture" }]);
    expect((await post(mailTo(address, email, { headers, body: part(25_000_000) }))).statusCode).toBe(413);
  });

  test("without a sender, an end or a body is taken", async () => {
    const { id, address } = await emailed();
    for (const mail of [`To: ${address}\r\n\r\n`, `To: ${address}`, `To: ${address}\r\nFrom: \r\n\r\nHi`])
      expect((await post(mail)).statusCode).toBe(200);
    await app.jobs.runAll();
    expect(await replies(id)).toHaveLength(2);
  });
});

describe("of a customer who", () => {
  test("was merged, it stands with the one who was kept, and goes back with an undo", async () => {
    const merged = await emailed();
    const kept = (await addCustomer(agent)).id;
    await post(mailTo(merged.address, merged.email));
    const { merge_id } = (await manager(duplicates.merge, { body: { kept_id: kept, merged_id: merged.id } })).data;
    minutes(1);
    await post(mailTo(merged.address, merged.email, { body: "And one more" }));
    expect(await replies(kept)).toHaveLength(2);
    expect(await waiting(kept)).toMatchObject({ words: "And one more" });
    await manager(duplicates.undo, { body: { merge_id } });
    expect(await replies(merged.id)).toHaveLength(2);
  });

  test("is erased, it is gone with its file", async () => {
    const { id, email, address } = await emailed();
    await post(mailTo(address, email));
    expect(await rows(id)).toHaveLength(1);
    await owner(customerErasure.erase, { params: { id }, body: { reason: "By letter", confirmation: "ERASE" } });
    await app.jobs.runAll();
    expect(await rows(id)).toEqual([]);
    expect((await post(mailTo(address, email))).statusCode).toBe(404);
  });
});
