import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { uploads } from "#domains/customers/upload/contract.ts";
import { chatAttachments } from "#domains/inbox/attachments/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { scheduledMessages } from "#domains/inbox/sending/contract.ts";
import { invitations } from "#domains/team/invitations/contract.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { createInboxFixture, type InboxFixture } from "#testing/inbox/inboxFixture.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { type LimitsDraft, quotas } from "./contract.ts";
import { gigabyte } from "./rules.ts";

let app: TestApp;
let operator: Caller;
let dealer: Dealership;
let agent: Caller;
let owner: Caller;
let fixture: InboxFixture;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.pool.query("delete from rate_limits");
  operator = await app.signIn((await app.operator()).email);
  dealer = await app.dealership();
  agent = await app.signIn(dealer.agent);
  owner = await app.signIn(dealer.owner);
  fixture = createInboxFixture(app, dealer, agent);
});

const empty = { texts: null, mails: null, invitations: null, storage_gb: null };
const limit = (limits: Partial<LimitsDraft>) =>
  operator(quotas.change, { params: { id: dealer.dealer_id }, body: { ...empty, ...limits } });
const look = async () => (await operator(quotas.one, { params: { id: dealer.dealer_id } })).data;
const reached = (count: number, name: string) =>
  `You've reached today's limit of ${count} ${name}. It resets at midnight. Contact support to raise it.`;
const address = () => `ana-${crypto.randomUUID()}@example.com`;
const invite = (more: { email?: string; phone?: string }) =>
  owner(invitations.send, { body: { first_name: "Ana", last_name: "Lopez", email: "", phone: "", ...more } });
const setBytes = (bytes: number) =>
  app.pool.query(
    "insert into stored_bytes values ($1, $2) on conflict (dealer_id) do update set bytes = excluded.bytes",
    [dealer.dealer_id, bytes],
  );

describe("texts", () => {
  test("parallel sends share what is left, and no more", async () => {
    await limit({ texts: 3 });
    const people = await Promise.all(Array.from({ length: 8 }, () => fixture.customer()));
    const sends = people.map(({ id }) => agent(inbox.sendToCustomer, { body: { customer_id: id, message: "Hello" } }));
    const results = await Promise.allSettled(sends);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    for (const result of results) {
      if (result.status === "rejected")
        expect(result.reason).toMatchObject({ status: 409, message: reached(3, "texts") });
    }
    await app.jobs.runAll();
    expect(people.flatMap(({ phone }) => fixture.sentTo(phone))).toHaveLength(3);
    expect((await look()).used.texts).toBe(3);
  });

  test("one that isn't sent leaves no trace; after the business's midnight it is", async () => {
    const { chat_id, phone } = await fixture.chat();
    await limit({ texts: 1 });
    const before = await fixture.messages(chat_id);
    await expect(fixture.send(chat_id, "More")).rejects.toMatchObject({ status: 409, message: reached(1, "text") });
    expect(await fixture.messages(chat_id)).toEqual(before);
    app.clock.advance(24 * 3_600_000);
    agent = await app.signIn(dealer.agent);
    fixture = createInboxFixture(app, dealer, agent);
    await fixture.send(chat_id, "More");
    await app.jobs.runAll();
    expect(fixture.sentTo(phone).map(({ body }) => body)).toEqual(["Hello", "More"]);
  });

  test("the same text sent again under its client_id counts once", async () => {
    const { chat_id } = await fixture.chat();
    await limit({ texts: 2 });
    const body = { chat_id, message: "Once", client_id: crypto.randomUUID() };
    for (let count = 0; count < 3; count++) await agent(inbox.send, { body });
    expect((await look()).used.texts).toBe(2);
  });

  test("a failed one that is sent again counts again", async () => {
    // A queued job would consume the refusal.
    await app.jobs.runAll();
    const refusal = { code: "30003", class: "number", words: "This phone can't be reached." } as const;
    app.sms.answerNext({ kind: "refused", refusal });
    const { chat_id } = await fixture.chat();
    const [{ id: message_id } = { id: 0 }] = await fixture.messages(chat_id);
    await limit({ texts: 1 });
    const again = agent(inbox.retry, { params: { message_id } });
    await expect(again).rejects.toMatchObject({ status: 409, message: reached(1, "text") });
    await limit({});
    await agent(inbox.retry, { params: { message_id } });
  });

  test("a scheduled one is refused with that reason, which its author reads", async () => {
    const { chat_id } = await fixture.chat();
    const send_at = new Date(app.clock.now().getTime() + 120_000).toISOString();
    await agent(scheduledMessages.add, { body: { chat_id, message: "See you", send_at } });
    await limit({ texts: 0 });
    app.clock.advance(120_000);
    await app.jobs.runAll();
    const { data } = await agent(scheduledMessages.ofChat, { params: { chat_id } });
    expect(JSON.stringify(data)).toContain(reached(0, "texts"));
    expect(JSON.stringify(data)).toContain('"state":"refused"');
  });

  test("the answer to STOP is never limited", async () => {
    const { phone } = await fixture.chat();
    await limit({ texts: 0 });
    await app.sms.listener.onInboundText(fixture.inbound(phone, "STOP"));
    await app.jobs.runAll();
    expect(fixture.sentTo(phone).at(-1)?.body).toMatch(/You are unsubscribed/);
  });
});

describe("invitations", () => {
  test("count as invitations, mails and texts, and are refused at the field", async () => {
    await limit({ invitations: 2 });
    await invite({ email: address(), phone: freshPhone() });
    await invite({ email: address() });
    const text = reached(2, "invitations");
    await expect(invite({ email: address() })).rejects.toMatchObject({ status: 422, fields: { email: text } });
    await expect(invite({ phone: freshPhone() })).rejects.toMatchObject({ status: 422, fields: { phone: text } });
    expect((await look()).used).toMatchObject({ invitations: 2, mails: 2, texts: 1 });
    expect((await owner(invitations.list)).data.invitations).toHaveLength(2);
  });

  test("one that no provider accepted doesn't count", async () => {
    app.mails.answerNext({ kind: "refused", words: "550 No such address" });
    await expect(invite({ email: address() })).rejects.toMatchObject({ status: 503 });
    expect((await look()).used).toMatchObject({ invitations: 0, mails: 0 });
  });

  test("sending one again counts", async () => {
    const { data } = await invite({ email: address() });
    await limit({ mails: 1 });
    const again = owner(invitations.resend, { params: data });
    await expect(again).rejects.toMatchObject({ status: 422, message: reached(1, "email") });
  });
});

describe("stored bytes", () => {
  const upload = (chat_id: number, text: string) =>
    agent(chatAttachments.add, { body: { chat_id }, files: { attachment_path: new File([text], "prices.txt") } });
  const csv = () => owner(uploads.csvCopy, { body: { csv_file: `Phone\n${freshPhone()}\n` } });

  test("are added for each file, and taken off when it is removed", async () => {
    const { chat_id } = await fixture.chat();
    const { data } = await upload(chat_id, "A price list");
    expect((await look()).used.bytes).toBe(12);
    await csv();
    expect((await look()).used.bytes).toBe(12 + "Phone\n+12125550123\n".length);
    await agent(chatAttachments.remove, { params: { attachment_id: data.id } });
    expect((await look()).used.bytes).toBe("Phone\n+12125550123\n".length);
    const { data: preview } = await csv();
    await owner(uploads.discard, { params: { id: preview.upload.id } });
    expect((await look()).used.bytes).toBe("Phone\n+12125550123\n".length);
  });

  test("of a file without room are refused, and parallel uploads share what is left", async () => {
    const { chat_id } = await fixture.chat();
    await limit({ storage_gb: 1 });
    await setBytes(gigabyte - 30);
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => upload(chat_id, "A price list")));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    const text = "Your files have reached your storage limit of 1 GB. Contact support to raise it.";
    await expect(upload(chat_id, "A price list")).rejects.toMatchObject({ status: 409, message: text });
    await expect(csv()).rejects.toMatchObject({ status: 422, fields: { csv_file: text } });
    expect((await look()).used.bytes).toBe(gigabyte - 6);
  });
});

describe("the operator", () => {
  test("sees the defaults of a trial or a regular business, what is used, and changes limits", async () => {
    expect(await look()).toEqual({
      is_trial: false,
      used: { texts: 0, mails: 0, invitations: 0, bytes: 0 },
      defaults: { texts: 20_000, mails: 5_000, invitations: 200, bytes: 50 * gigabyte },
      chosen: empty,
    });
    const tomorrow = new Date(app.clock.now().getTime() + 86_400_000);
    await app.pool.query("update dealers set trial_ends_at = $2 where id = $1", [dealer.dealer_id, tomorrow]);
    expect(await look()).toMatchObject({ is_trial: true, defaults: { texts: 500, bytes: gigabyte } });
    await limit({ texts: 1_000, storage_gb: 3 });
    expect((await look()).chosen).toEqual({ ...empty, texts: 1_000, storage_gb: 3 });
    await limit({});
    expect((await look()).chosen).toEqual(empty);
    const trail = "select detail from audit_log where dealer_id = $1 and action = 'changed the limits of' order by id";
    const { rows } = await app.pool.query(trail, [dealer.dealer_id]);
    expect(rows.map(({ detail }) => detail)).toEqual([{ ...empty, texts: 1_000, storage_gb: 3 }, empty]);
  });

  test.each([
    ["texts", "-1"],
    ["texts", "many"],
    ["mails", "1.5"],
    ["invitations", "1e3.2"],
  ])("is told at the field that %s can't be %s", async (field, value) => {
    const text = "Enter a whole number, or leave it empty for the default";
    const body = { ...empty, [field]: value } as never;
    const answer = operator(quotas.change, { params: { id: dealer.dealer_id }, body });
    await expect(answer).rejects.toMatchObject({ status: 422, fields: { [field]: text } });
  });

  test("finds no limits of a business that doesn't exist, nor of the platform", async () => {
    for (const id of [999_999, 0]) {
      await expect(operator(quotas.one, { params: { id } })).rejects.toMatchObject({ status: 404 });
      await expect(operator(quotas.change, { params: { id }, body: empty })).rejects.toMatchObject({ status: 404 });
    }
  });
});
