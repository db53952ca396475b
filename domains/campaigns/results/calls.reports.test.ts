import { afterAll, beforeEach, expect, test } from "vitest";
import { mailReference } from "#core/server/signedLink.ts";
import { customerErasure } from "#domains/customers/erasure/contract.ts";
import { longestReport, reportsOfAddress } from "#domains/marketing/delivery/rules.ts";
import { sweepReports } from "#domains/marketing/delivery/server/sweepReports.ts";
import { bounceCorpus } from "#ports/email/bounceCorpus.ts";
import type { MailEvent } from "#ports/email/email.ts";
import { readMailReport } from "#ports/email/mailReport.ts";
import { startEmailCampaigns } from "#testing/campaigns/startEmailCampaigns.ts";
import { startTestApp } from "#testing/testApp.ts";
import { emailReports } from "./contract.ts";

const app = await startTestApp();
afterAll(() => app.close());
const mail = await startEmailCampaigns(app);
beforeEach(mail.signIn);
const { dealer } = mail;
const dayMs = 86_400_000;

/** A campaign that was sent to one person. */
async function sentCampaign() {
  const person = await mail.person();
  const id = await mail.campaignTo([person]);
  await mail.runToEnd(id);
  const sent = app.mails.to(person.email);
  return { id, person, reference: sent?.reference ?? "" };
}

let count = 0;
function report(reference: string, event: Partial<MailEvent> = {}): Promise<void> {
  count += 1;
  const said = { kind: "bounced", bounce: "hard", words: "550 5.1.1 User unknown", event_id: `r${count}` } as const;
  return app.mails.report({ ...said, references: [reference], raw: "Subject: Undelivered", ...event });
}
const reportsOf = async (id: number, recipient = 1, call = mail.owner) =>
  (await call(emailReports.list, { params: { id }, body: { recipient } })).data.reports;
const kept = async () => (await app.pool.query("select count(*)::int from mail_reports")).rows[0].count;

test("an owner reads the mail that came back, as it came, and what was told before", async () => {
  const { id, person, reference } = await sentCampaign();
  await report(reference, { kind: "delivered", bounce: undefined, words: "250 OK" } as Partial<MailEvent>);
  app.clock.advance(1_000);
  const [first] = bounceCorpus({ reference, to: person.email, sender: `b+${reference}@bounces.rooftop.test` });
  const event = await readMailReport(Buffer.from(first?.raw ?? ""));
  if (event) await app.mails.report(event);
  const reports = await reportsOf(id);
  expect(reports).toMatchObject([
    { kind: "bounced", bounce: "hard", is_cut: 0 },
    { kind: "delivered", bounce: null, words: "250 OK", raw: null },
  ]);
  expect(reports[0]?.raw).toBe((first?.raw ?? "").replaceAll("\r\n", "\n"));
  expect(await reportsOf(id, 2)).toEqual([]);
});

test("whatever stands in it is shown, not hidden, and only its beginning is kept", async () => {
  const { id, reference } = await sentCampaign();
  const hostile = `<script>alert(1)</script>\0\u202Efdp.exe ${"x".repeat(longestReport)}`;
  await report(reference, { raw: hostile, words: "550 \u202Enwonknu" });
  const [first] = await reportsOf(id);
  expect(first?.raw).toContain("<script>alert(1)</script>�[U+202E]fdp.exe xxx");
  expect(first).toMatchObject({ is_cut: 1, words: "550 [U+202E]nwonknu" });
});

test("only owners read them, and only of their own campaigns", async () => {
  const { id, reference } = await sentCampaign();
  await report(reference);
  const manager = await app.signIn(dealer.manager);
  await expect(reportsOf(id, 1, manager)).rejects.toMatchObject({ status: 403 });
  const other = await app.signIn((await app.dealership()).owner);
  await expect(reportsOf(id, 1, other)).rejects.toMatchObject({ status: 404 });
  // A reference that isn't ours keeps nothing.
  const before = await kept();
  await report(mailReference("another secret of thirty-two signs", dealer.dealer_id, 1, id, 1, 1));
  expect(await kept()).toBe(before);
});

test("one address's reports are bounded, and all of them go after 30 days", async () => {
  const { id, reference } = await sentCampaign();
  for (let n = 0; n < reportsOfAddress + 3; n += 1) await report(reference, { raw: `number ${n}` });
  const raws = (await reportsOf(id)).flatMap(({ raw }) => raw ?? []);
  expect(raws).toHaveLength(reportsOfAddress);
  expect(raws).toContain(`number ${reportsOfAddress + 2}`);
  expect(raws).not.toContain("number 0");
  // What isn't a bounce or a complaint is told, and not kept.
  await report(reference, { kind: "auto_replied", bounce: undefined } as Partial<MailEvent>);
  expect((await reportsOf(id))[0]).toMatchObject({ kind: "auto_replied", raw: null });
  app.clock.advance(30 * dayMs - 60_000);
  await sweepReports(app.server);
  await mail.signIn();
  expect((await reportsOf(id)).flatMap(({ raw }) => raw ?? [])).toHaveLength(reportsOfAddress);
  app.clock.advance(2 * 60_000);
  await sweepReports(app.server);
  expect(await kept()).toBe(0);
  expect(await reportsOf(id)).toHaveLength(reportsOfAddress + 4);
});

test("erasing a person erases what came back, and what comes later isn't kept", async () => {
  const { id, person, reference } = await sentCampaign();
  await report(reference, { raw: `To: ${person.email}`, words: `${person.email} is unknown` });
  const erase = { reason: "They asked", confirmation: "ERASE" } as never;
  await mail.owner(customerErasure.erase, { params: { id: person.id }, body: erase });
  await report(reference, { raw: `To: ${person.email}`, words: `${person.email} is unknown` });
  const { rows } = await app.pool.query(
    `select to_jsonb(r)::text as row from mail_reports r union all select to_jsonb(e)::text from mail_events e
     union all select to_jsonb(c)::text from campaign_recipients c where campaign_id = $1`,
    [id],
  );
  expect(rows.filter(({ row }) => row.includes(person.email))).toEqual([]);
});
