import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { emailCampaigns } from "#domains/campaigns/email/contract.ts";
import type { MailEvent } from "#ports/email/email.ts";
import { startEmailCampaigns } from "#testing/campaigns/startEmailCampaigns.ts";
import { startTestApp } from "#testing/testApp.ts";
import { claimBatches } from "./claim.ts";
import { emailChannel } from "./emailChannel.ts";

const app = await startTestApp();
afterAll(() => app.close());
const mail = await startEmailCampaigns(app);
beforeEach(async () => {
  await mail.signIn();
  app.mails.sent.splice(0);
});

const people = (count: number) => Promise.all(Array.from({ length: count }, () => mail.person()));
const sentTo = (address: string) => app.mails.sent.filter(({ to }) => to === address);

test("everybody gets it once, with their name, the footer and a way out, and the sum is the audience", async () => {
  const all = await people(7);
  const id = await mail.campaignTo(all);
  await mail.runToEnd(id);
  for (const { email } of all) {
    const [sent, ...more] = sentTo(email);
    expect(more).toEqual([]);
    expect(sent).toMatchObject({ subject: "Hi Cara", fromName: "Harbor Auto", replyTo: "sales@harbor.test" });
    expect(sent?.list?.unsubscribeUrl).toMatch(/\/u\/[\w.-]+$/);
    for (const part of [sent?.html ?? "", sent?.text ?? ""]) {
      expect(part).toContain("Our sale starts today, Cara.");
      expect(part).toContain("1 Elm St, Albany, NY 12207");
      expect(part).toContain(sent?.list?.unsubscribeUrl);
      expect(part).not.toContain("%%");
    }
    // Every link leads through ours, and none gives away where.
    expect(sent?.html).not.toContain("shop.test");
  }
  expect(await mail.detail(id)).toMatchObject({
    campaign_status: "Sent",
    stats: { audience: 7, handed: 7, delivered: 100, delivered_count: 7, skipped: 0, waiting: 0, bounces: 0 },
    links: [{ n: 1, url: "https://shop.test/cars" }, { n: 2 }, { n: 3 }],
  });
});

describe("reports that come before the answers of their batch are saved", () => {
  const { send } = app.mails;
  afterEach(() => {
    app.mails.send = send;
  });
  const said = { words: "550 5.1.1 User unknown", event_id: "" } as const;
  const events: Record<string, Pick<MailEvent, "kind" | "bounce">> = {
    delivered: { kind: "delivered" },
    bounced: { kind: "bounced", bounce: "hard" },
    complained: { kind: "complained" },
    deferred: { kind: "deferred" },
  };

  /** Each address says at once what becomes of its mail, as some mail servers do. */
  function reportAtOnce(): void {
    app.mails.send = async (message, leaveBy) => {
      const result = await send(message, leaveBy);
      const event = events[message.to.split("+")[0] ?? ""];
      if (event) await app.mails.report({ ...said, ...event, references: [message.reference], event_id: message.to });
      return result;
    };
  }

  const reporting = (kinds: readonly string[]) =>
    Promise.all(kinds.map((kind) => mail.person({ email: `${kind}+${crypto.randomUUID().slice(0, 8)}@example.com` })));

  test("all count, and stay", async () => {
    reportAtOnce();
    const id = await mail.campaignTo(await reporting(["bounced", "delivered", "complained", "bounced", "silent"]));
    await mail.runToEnd(id);
    const rows = (await mail.rows(id)).map((row) => [
      row.address.split("+")[0],
      row.state,
      row.bounce,
      row.complained_at !== null,
    ]);
    expect(rows.sort()).toEqual([
      ["bounced", "failed", "hard", false],
      ["bounced", "failed", "hard", false],
      ["complained", "accepted", "", true],
      ["delivered", "delivered", "", false],
      ["silent", "accepted", "", false],
    ]);
    expect(app.mails.sent).toHaveLength(5);
  });

  test("one that a server puts off, and says so, is tried again", async () => {
    reportAtOnce();
    app.mails.answerNext({ kind: "busy" });
    const id = await mail.campaignTo(await reporting(["deferred"]));
    await mail.start();
    await mail.feed();
    expect(await mail.rows(id)).toMatchObject([{ state: "pending", attempt: 1 }]);
    app.clock.advance(60 * 60_000);
    await mail.signIn();
    await mail.runToEnd(id);
    expect(await mail.rows(id)).toMatchObject([{ state: "accepted", attempt: 2 }]);
  });

  test("they hold when the process that sent crashes before it saves the answers", async () => {
    reportAtOnce();
    const id = await mail.campaignTo(await reporting(["bounced", "delivered", "complained", "silent"]));
    await mail.start();
    const [batch] = await claimBatches(app.server, emailChannel, mail.dealer);
    await app.pool.query("update campaign_batches set attempted_at = $1", [app.clock.now()]);
    for (const { address, outgoing } of batch?.messages ?? []) {
      const event = events[address.split("+")[0] ?? ""];
      if (event) await app.mails.report({ ...said, ...event, references: [outgoing.reference], event_id: address });
    }
    app.clock.advance(10 * 60_000);
    await mail.signIn();
    await mail.runToEnd(id);
    const states = (await mail.rows(id)).map((row) => `${row.address.split("+")[0]} ${row.state}`);
    expect(states.sort()).toEqual(["bounced failed", "complained unknown", "delivered delivered", "silent unknown"]);
    expect(app.mails.sent).toEqual([]);
  });
});

test("who has no mailbox, shares one, or unsubscribed gets nothing, each with the reason", async () => {
  const first = await mail.person();
  const shared = await mail.person({ email: first.email.toUpperCase() });
  const none = await mail.person();
  await app.pool.query("update customers set email = '' where id = $1", [none.id]);
  const leaving = await mail.person();
  const one = await mail.campaignTo([leaving]);
  await mail.runToEnd(one);
  const url = new URL(sentTo(leaving.email)[0]?.list?.unsubscribeUrl ?? "");
  await app.server.http.inject({ method: "POST", url: url.pathname, payload: "List-Unsubscribe=One-Click" });
  app.mails.sent.splice(0);
  const id = await mail.campaignTo([first, shared, none, leaving]);
  await mail.runToEnd(id);
  expect(app.mails.sent.map(({ to }) => to)).toEqual([first.email]);
  const reasons = (await mail.detail(id)).reasons.map(({ reason, count }) => [reason, count]);
  expect(Object.fromEntries(reasons)).toEqual({ duplicate: 1, no_address: 1, unsubscribed: 1 });
  expect((await mail.detail(id)).stats).toMatchObject({ audience: 4, handed: 1, skipped: 3 });
});

test("an unclear answer stays unknown and is never sent again; a busy server is asked again", async () => {
  const all = await people(3);
  const id = await mail.campaignTo(all);
  app.mails.answerNext({ kind: "lost", why: "reset after the data" }, { kind: "busy" });
  await mail.runToEnd(id);
  expect((await mail.rows(id)).map(({ state }) => state).sort()).toEqual(["accepted", "accepted", "unknown"]);
  expect(app.mails.sent).toHaveLength(4);
  expect((await mail.detail(id)).stats).toMatchObject({ unknown: 1, delivered_count: 2 });
});

test("a process that is paused between its check and the mails sends none of them afterwards", async () => {
  const all = await people(3);
  const id = await mail.campaignTo(all);
  await mail.start();
  const { send } = app.mails;
  app.mails.send = async (outgoing, leaveBy) => {
    app.mails.send = send;
    app.clock.advance(300_000);
    return send(outgoing, leaveBy);
  };
  await mail.feed();
  expect(app.mails.sent).toEqual([]);
  await mail.runToEnd(id);
  expect(app.mails.sent.map(({ to }) => to).sort()).toEqual(all.map(({ email }) => email).sort());
});

test("a mail that servers put off for a day is given up", async () => {
  const [person] = await people(1);
  const id = await mail.campaignTo(person ? [person] : []);
  await mail.start();
  // One answer for each try, and none left for the next test.
  for (let scripted = 0, half = 0; half < 60; half += 1) {
    if (scripted === app.mails.sent.length) {
      app.mails.answerNext({ kind: "busy" });
      scripted += 1;
    }
    await mail.feed();
    app.clock.advance(30 * 60_000);
  }
  await mail.signIn();
  expect(await mail.detail(id)).toMatchObject({ campaign_status: "Sent", failures: [{ error_code: "delayed" }] });
  // Seldom and more seldom, but not once only.
  expect(app.mails.sent.length).toBeGreaterThan(8);
  expect(app.mails.sent.length).toBeLessThan(40);
  // The last answer was for a try that never came.
  await mail.runToEnd(await mail.campaignTo(await people(1)));
});

test("an address that nobody has is never mailed again; a refusal of us pauses the campaign and blames nobody", async () => {
  const [wrong, right, last] = await people(3);
  if (!wrong || !right || !last) throw new Error("People are missing");
  const id = await mail.campaignTo([wrong]);
  app.mails.answerNext({ kind: "refused", words: "550 5.1.1 no such user", bounce: "hard" });
  await mail.runToEnd(id);
  expect(await mail.detail(id)).toMatchObject({
    stats: { bounces: 100, delivered: 0 },
    failures: [{ error_code: "hard" }],
  });
  const refused = await mail.campaignTo([wrong, right]);
  app.mails.answerNext({ kind: "refused", words: "554 5.7.1 blocked", bounce: "policy" });
  await mail.start();
  await mail.feed();
  expect((await mail.detail(refused)).campaign_status).toBe("Paused: a mail server refused it: 554 5.7.1 blocked");
  expect((await mail.rows(refused)).map(({ reason }) => reason)).toContain("bounced");
  const again = await mail.campaignTo([right, last]);
  await mail.runToEnd(again);
  expect((await mail.detail(again)).stats).toMatchObject({ delivered_count: 2 });
});

test("who didn't open it becomes a list with one click, of those that the business still has", async () => {
  const all = await people(4);
  const id = await mail.campaignTo(all, { title: "Spring sale" });
  await mail.runToEnd(id);
  const [reader, deleted] = await mail.rows(id);
  await app.pool.query("update campaign_recipients set opened_at = now() where campaign_id = $1 and n = $2", [
    id,
    reader?.n,
  ]);
  await app.pool.query("update customers set deleted_at = now() where id = $1", [deleted?.customer_id]);
  const made = () =>
    mail.owner(emailCampaigns.listPeople, {
      params: { id },
      body: { outcome: "not_opened", label: "Not opened" },
    });
  const first = await made();
  expect(first).toMatchObject({ message: "List created", data: { people: 2 } });
  const second = await made();
  const { rows } = await app.pool.query(
    "select title, array_agg(m.customer_id order by m.customer_id)::int[] as people from customer_lists l join list_members m on m.list_id = l.id where l.id = any($1) group by l.id, l.title order by l.id",
    [[first.data.list_id, second.data.list_id]],
  );
  const left = (await mail.rows(id)).slice(2).map(({ customer_id }) => Number(customer_id));
  expect(rows).toEqual([
    { title: "Not opened: Spring sale", people: left },
    { title: "Not opened: Spring sale (2)", people: left },
  ]);
  const nobody = await mail.owner(emailCampaigns.listPeople, {
    params: { id },
    body: { outcome: "complained", label: "Marked as spam" },
  });
  expect(nobody).toMatchObject({ status: "info", message: "There's no one left to list", data: { list_id: null } });
});

test("a campaign that people mark as spam pauses by itself, and says why", async () => {
  const all = await people(101);
  const id = await mail.campaignTo(all);
  // One is asked to wait, so the campaign isn't over when the complaints come.
  app.mails.answerNext({ kind: "busy" });
  await mail.start();
  await mail.feed();
  const references = app.mails.sent.slice(1, 3).map(({ reference }) => reference);
  for (const [index, reference] of references.entries())
    await app.mails.report({
      kind: "complained",
      references: [reference],
      words: "abuse",
      event_id: `${reference}${index}`,
    });
  app.mails.sent.splice(0);
  await mail.feed();
  app.clock.advance(5 * 60_000);
  await mail.feed();
  expect(app.mails.sent).toEqual([]);
  expect(await mail.detail(id)).toMatchObject({
    campaign_status: "Paused: people marked as spam 2 of the last 100 emails",
    stats: { audience: 101, handed: 100, complaints: 2, waiting: 1 },
  });
});

test("what a crashed process had begun stays unknown, the rest is sent", async () => {
  const all = await people(27);
  const id = await mail.campaignTo(all);
  await mail.start();
  const { dealer_id, location_id } = mail.dealer;
  const batches = await claimBatches(app.server, emailChannel, { dealer_id, location_id });
  expect(batches.map(({ messages }) => messages.length)).toEqual([25, 2]);
  // It crashed with the second on its way.
  await app.pool.query("update campaign_batches set attempted_at = $2 where id = $1", [
    batches[1]?.id,
    app.clock.now(),
  ]);
  await mail.settle();
  await mail.feed();
  expect([app.mails.sent.length, ...(await mail.rows(id)).map(({ state }) => state)]).toEqual([
    0,
    ...all.map(() => "pending"),
  ]);
  app.clock.advance(15 * 60_000);
  await mail.settle();
  await mail.runToEnd(id);
  expect((await mail.rows(id)).map(({ state }) => state)).toEqual([
    ...all.slice(2).map(() => "accepted"),
    "unknown",
    "unknown",
  ]);
  expect(app.mails.sent).toHaveLength(25);
});

test("a campaign that is paused or canceled meanwhile sends nothing more", async () => {
  const id = await mail.campaignTo(await people(2));
  await mail.start();
  await mail.owner(emailCampaigns.pause, { params: { id } });
  await mail.feed();
  expect(app.mails.sent).toEqual([]);
  await mail.owner(emailCampaigns.cancel, { params: { id } });
  await mail.feed();
  expect((await mail.rows(id)).map(({ reason }) => reason)).toEqual(["cancelled", "cancelled"]);
});
