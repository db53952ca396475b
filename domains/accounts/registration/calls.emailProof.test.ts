import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { clients } from "#domains/admin/clients/contract.ts";
import { freshPhone, password } from "#testing/dealership.ts";
import { injectedCaller } from "#testing/injectedCaller.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { emailProof, registration } from "./contract.ts";
import { mailFirstProof } from "./server/emailProof.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(() => app.pool.query("delete from rate_limits"));

const ended = { status: 422, message: /^This link no longer works\. Sign in and choose Resend email/ };
const linkIn = (text = "") =>
  /https:\/\/rooftop\.test\/verify-email\/([\w-]{43})(?![\w-])/.exec(text)?.[1] ?? "no link";
const mailsTo = (email: string) => app.mails.sent.filter(({ to }) => to === email);
const confirm = async (token: string, caller: Caller = app.anyone) =>
  (await caller(emailProof.confirm, { body: { token } })).data;

/** Registers a business; its first link is mailed when the queue runs. */
async function registered(mailing = true) {
  const email = `nora-${crypto.randomUUID()}@example.com`;
  const person = { first_name: "Nora", last_name: "Reyes", email, phone: freshPhone(), password };
  const body = { ...person, business_name: "Reyes Motors", zip: "92335" };
  const { data } = await app.anyone(registration.register, { body });
  if (mailing) await app.jobs.runAll();
  const owner = injectedCaller(app.http, data.access_token);
  const needsProof = async () => (await owner(accounts.profile)).data.needs_email_proof;
  return { email, owner, needsProof, dealer_id: data.dealer_id, token: linkIn(app.mails.to(email)?.text) };
}

test("registering mails a link, and whoever opens it, signed out, proves the email", async () => {
  const { email, dealer_id, token, needsProof } = await registered();
  expect(app.mails.to(email)).toMatchObject({ subject: "Confirm your email for Rooftop" });
  expect(app.mails.to(email)?.html).toContain("“Reyes Motors”");
  expect(await needsProof()).toBe(true);
  expect(await confirm(token)).toEqual({ email, business_name: "Reyes Motors" });
  expect(await needsProof()).toBe(false);
  const trail = "select action, detail from audit_log where dealer_id = $1 order by id desc limit 1";
  const { rows } = await app.pool.query(trail, [dealer_id]);
  expect(rows).toEqual([{ action: "confirmed the email of", detail: { email } }]);
});

test("a link works signed in, and again after it was used, but is accounted for once", async () => {
  const { owner, dealer_id, token } = await registered();
  expect(await confirm(token, owner)).toEqual(await confirm(token));
  const count = "select count(*)::int as n from audit_log where dealer_id = $1 and action like 'confirmed%'";
  expect((await app.pool.query(count, [dealer_id])).rows).toEqual([{ n: 1 }]);
});

test("neither the link nor its token is stored or queued", async () => {
  const { token, email } = await registered();
  const { rows } = await app.pool.query("select p::text as row from email_proofs p where email = $1", [email]);
  expect(rows).toHaveLength(1);
  expect(rows[0].row).not.toContain(token);
  expect(JSON.stringify(app.jobs.queued)).not.toContain(token);
});

test("an unknown link and one of eight days ago say the same", async () => {
  const { token, needsProof } = await registered();
  await expect(confirm("unknown")).rejects.toMatchObject(ended);
  await app.pool.query("update email_proofs set expires_at = now() - interval '1 day'");
  await expect(confirm(token)).rejects.toMatchObject(ended);
  expect(await needsProof()).toBe(true);
});

test("a link doesn't prove an address that the business has no longer", async () => {
  const { token, dealer_id } = await registered();
  await app.pool.query("update dealers set email = 'other@example.com' where id = $1", [dealer_id]);
  await expect(confirm(token)).rejects.toMatchObject(ended);
});

test("another one is mailed after a minute, and both work", async () => {
  const { email, owner, token } = await registered();
  const resend = async () => owner(emailProof.resend);
  await expect(resend()).rejects.toMatchObject({ status: 429, message: /^We just sent one\. Wait \d+ seconds/ });
  app.clock.advance(61_000);
  const answer = await resend();
  expect(answer).toMatchObject({ message: `We sent another link to ${email}`, data: { resend_after: 60 } });
  expect(mailsTo(email)).toHaveLength(2);
  expect(linkIn(app.mails.to(email)?.text)).not.toBe(token);
  await confirm(token);
  await confirm(linkIn(app.mails.to(email)?.text));
  expect(await resend()).toMatchObject({ status: "info", data: { is_proved: true } });
  expect(mailsTo(email)).toHaveLength(2);
});

test("two requests at once mail one link", async () => {
  const { email, owner } = await registered();
  app.clock.advance(61_000);
  const both = await Promise.allSettled([owner(emailProof.resend), owner(emailProof.resend)]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(mailsTo(email)).toHaveLength(2);
});

test("one that the provider refused makes nobody wait", async () => {
  const { owner } = await registered();
  app.clock.advance(61_000);
  app.mails.answerNext({ kind: "refused", words: "550 No such address" });
  await expect(owner(emailProof.resend)).rejects.toMatchObject({ status: 503 });
  await owner(emailProof.resend);
});

test("the first one is tried again by the queue, and mailed once", async () => {
  const { email, dealer_id } = await registered(false);
  app.mails.answerNext({ kind: "busy" });
  await expect(app.jobs.runAll()).rejects.toThrow();
  await mailFirstProof(app.server, { dealer_id });
  await mailFirstProof(app.server, { dealer_id });
  expect(mailsTo(email)).toHaveLength(2);
  expect((await app.pool.query("select from email_proofs where email = $1", [email])).rowCount).toBe(1);
});

test("the operator sees whether it is proved, and can vouch for it", async () => {
  const { dealer_id, email, needsProof } = await registered();
  const operator = await app.signIn((await app.operator()).email);
  const client = async () => (await operator(clients.one, { params: { id: dealer_id } })).data.allClients;
  expect((await client()).email_proved_at).toBeNull();
  await operator(clients.proveEmail, { params: { id: dealer_id } });
  await operator(clients.proveEmail, { params: { id: dealer_id } });
  expect((await client()).email_proved_at).not.toBeNull();
  expect(await needsProof()).toBe(false);
  const trail = "select action, detail from audit_log where dealer_id = $1 and action like '%as the operator%'";
  const { rows } = await app.pool.query(trail, [dealer_id]);
  expect(rows).toEqual([{ action: "confirmed as the operator the email of", detail: { email } }]);
  await expect(operator(clients.proveEmail, { params: { id: 0 } })).rejects.toMatchObject({ status: 404 });
  await expect(operator(clients.proveEmail, { params: { id: 999_999 } })).rejects.toMatchObject({ status: 404 });
});
