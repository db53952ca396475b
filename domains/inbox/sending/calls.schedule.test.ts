import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { customers } from "#domains/customers/contract.ts";
import { duplicates } from "#domains/duplicates/contract.ts";
import { chatAttachments } from "#domains/inbox/attachments/contract.ts";
import { sweepAttachments } from "#domains/inbox/attachments/server/sweepAttachments.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { notifications } from "#domains/notifications/contract.ts";
import { drawing, fileOf } from "#testing/inbox/files.ts";
import { createInboxFixture, startInboxTest } from "#testing/inbox/inboxFixture.ts";
import { scheduledMessages } from "./contract.ts";
import { recoverScheduled, sendScheduled } from "./server/sendScheduled.ts";

const { app, dealer, ...first } = await startInboxTest();
afterAll(() => app.close());

let { agent, fixture } = first;
/** These tests advance the clock by days, so sessions expire. */
async function signInAgain() {
  agent = await app.signIn(dealer.agent);
  fixture = createInboxFixture(app, dealer, agent);
}
beforeEach(signInAgain);

const hourMs = 3_600_000;
const fromNow = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString();
const schedule = async (chat_id: number, more: object = {}) =>
  (await agent(scheduledMessages.add, { body: { chat_id, message: "See you", send_at: fromNow(hourMs), ...more } }))
    .data;
const waiting = async (chat_id: number) => (await agent(scheduledMessages.ofChat, { params: { chat_id } })).data;
const notificationsOf = async (call: Caller, chat_id: number) =>
  (await call(notifications.list)).data.notifications.filter((notification) => notification.chat_id === chat_id);
const changeEvents = (chat_id: number) =>
  app.events.published.filter(
    ({ event, payload }) => event === "scheduled-changed" && (payload as { target_id: number }).target_id === chat_id,
  ).length;

async function later(ms = hourMs) {
  app.clock.advance(ms);
  await app.jobs.runAll();
}

describe("a scheduled text", () => {
  test("waits, is shown to the team, and is sent once at its time", async () => {
    const { chat_id, phone } = await fixture.chat();
    const before = fixture.sentTo(phone).length;
    const added = await schedule(chat_id);
    expect(added).toEqual({
      id: expect.any(Number),
      chat_id,
      message: "See you",
      attachments: [],
      send_at: fromNow(hourMs),
      state: "waiting",
      reason: "",
      unless_reply: 0,
      sent_by: "Agent Tester",
      created_at: fromNow(0),
    });
    const manager = await app.signIn(dealer.manager);
    expect((await manager(scheduledMessages.ofChat, { params: { chat_id } })).data).toEqual([added]);
    await later(hourMs - 1000);
    expect(fixture.sentTo(phone)).toHaveLength(before);
    await later(1000);
    expect(
      fixture
        .sentTo(phone)
        .slice(before)
        .map(({ body }) => body),
    ).toEqual(["See you"]);
    expect(await waiting(chat_id)).toEqual([]);
    expect(changeEvents(chat_id)).toBe(2);
    const message = (await fixture.messages(chat_id)).at(-1);
    expect(message).toMatchObject({ message: "See you", sent_by: "Agent Tester", datetime: fromNow(0) });

    // Running the job again does nothing.
    const job = { dealer_id: dealer.dealer_id, scheduled_id: added.id };
    await Promise.all([sendScheduled(app.server, job), sendScheduled(app.server, job)]);
    await app.jobs.runAll();
    expect(fixture.sentTo(phone)).toHaveLength(before + 1);
  });

  test("is recovered when its job was lost, and sent once however many processes recover it", async () => {
    const { chat_id, phone } = await fixture.chat();
    const before = fixture.sentTo(phone).length;
    await schedule(chat_id);
    app.jobs.queued.splice(0);
    await later(hourMs - 60_000);
    await recoverScheduled(app.server, true);
    await app.jobs.runAll();
    expect(fixture.sentTo(phone)).toHaveLength(before);
    await later(60_000);
    // Within the grace period it is left alone, except at startup.
    await recoverScheduled(app.server);
    expect(app.jobs.queued).toEqual([]);
    await Promise.all([recoverScheduled(app.server, true), recoverScheduled(app.server, true)]);
    const jobs = app.jobs.queued.filter(({ job }) => job.name === "inbox.sendScheduled");
    expect(jobs).toHaveLength(2);
    await Promise.all(jobs.map(({ data }) => sendScheduled(app.server, data as never)));
    await app.jobs.runAll();
    expect(fixture.sentTo(phone)).toHaveLength(before + 1);
  });

  test("that the carrier refuses becomes a failed message, which can be retried", async () => {
    const { chat_id } = await fixture.chat();
    await schedule(chat_id);
    const refusal = { code: "30003", class: "number", words: "This phone can't be reached." } as const;
    app.sms.answerNext({ kind: "refused", refusal });
    await later();
    expect((await fixture.messages(chat_id)).at(-1)).toMatchObject({ state: "failed", error: refusal.words });
    expect(await waiting(chat_id)).toEqual([]);
  });

  test("requested twice with the same client_id is scheduled once", async () => {
    const { chat_id } = await fixture.chat();
    const client_id = crypto.randomUUID();
    const [one, two] = await Promise.all([schedule(chat_id, { client_id }), schedule(chat_id, { client_id })]);
    expect(two.id).toBe(one.id);
    expect(await waiting(chat_id)).toHaveLength(1);
  });

  test("keeps its files, which the sweep doesn't remove", async () => {
    const { chat_id, phone } = await fixture.chat();
    const files = { attachment_path: fileOf(await drawing(), "car.png") };
    const { data: file } = await agent(chatAttachments.add, { body: { chat_id }, files });
    const added = await schedule(chat_id, { message: "", attachment_ids: [file.id], send_at: fromNow(72 * hourMs) });
    expect(added.attachments).toMatchObject([{ id: file.id, name: "car.png", kind: "image" }]);
    app.clock.advance(71 * hourMs);
    await sweepAttachments(app.server);
    await later();
    expect(fixture.sentTo(phone).at(-1)).toMatchObject({ body: "", media: [expect.stringMatching(/car\.png$/)] });
    await signInAgain();
    expect((await fixture.messages(chat_id)).at(-1)?.attachments).toMatchObject([{ id: file.id }]);
  });
});

describe("taken back", () => {
  test("returns its text and files, and sends nothing", async () => {
    const { chat_id, phone } = await fixture.chat();
    const before = fixture.sentTo(phone).length;
    const files = { attachment_path: fileOf(await drawing(), "car.png") };
    const { data: file } = await agent(chatAttachments.add, { body: { chat_id }, files });
    const { id } = await schedule(chat_id, { attachment_ids: [file.id] });
    const { data } = await agent(scheduledMessages.undo, { params: { scheduled_id: id } });
    expect(data).toMatchObject({ id, message: "See you", state: "undone", attachments: [{ id: file.id }] });
    expect(await waiting(chat_id)).toEqual([]);
    await later();
    expect(fixture.sentTo(phone)).toHaveLength(before);
    // The file can be sent with another text.
    await agent(inbox.send, { body: { chat_id, message: data.message, attachment_ids: [file.id] } });
    await app.jobs.runAll();
    expect(fixture.sentTo(phone)).toHaveLength(before + 1);
  });

  test("while being sent: exactly one of the two wins", async () => {
    const { chat_id, phone } = await fixture.chat();
    const before = fixture.sentTo(phone).length;
    const { id } = await schedule(chat_id);
    app.clock.advance(hourMs);
    const [undone] = await Promise.all([
      agent(scheduledMessages.undo, { params: { scheduled_id: id } }).then(
        () => true,
        (failure) => (failure.status === 409 ? false : Promise.reject(failure)),
      ),
      sendScheduled(app.server, { dealer_id: dealer.dealer_id, scheduled_id: id }),
    ]);
    await app.jobs.runAll();
    expect(fixture.sentTo(phone)).toHaveLength(before + (undone ? 0 : 1));
  });
});

describe("whether a text can be sent is decided at its time, and a refused one stays with its reason", () => {
  const refused = async (chat_id: number, phone: string, before: number, reason: string) => {
    await later();
    expect(fixture.sentTo(phone)).toHaveLength(before);
    expect(await waiting(chat_id)).toMatchObject([{ state: "refused", reason, message: "See you" }]);
    const title = expect.stringMatching(/^Your text to .+ was not sent$/);
    expect(await notificationsOf(agent, chat_id)).toMatchObject([
      { kind: "refused", title, text: reason, read_at: null },
    ]);
    // Only its author is notified, and only once.
    expect(await notificationsOf(await app.signIn(dealer.manager), chat_id)).toEqual([]);
    await recoverScheduled(app.server, true);
    await app.jobs.runAll();
    expect(await notificationsOf(agent, chat_id)).toHaveLength(1);
    const [text] = await waiting(chat_id);
    const { data } = await agent(scheduledMessages.undo, { params: { scheduled_id: text?.id ?? 0 } });
    expect(data.message).toBe("See you");
    expect(await waiting(chat_id)).toEqual([]);
  };

  test("a STOP", async () => {
    const { chat_id, phone } = await fixture.chat();
    await schedule(chat_id);
    await app.sms.listener.onInboundText(fixture.inbound(phone, "STOP"));
    await app.jobs.runAll();
    await refused(chat_id, phone, fixture.sentTo(phone).length, "This customer has opted out of text messages.");
  });

  test("a STOP and then a START", async () => {
    const { chat_id, phone } = await fixture.chat();
    await schedule(chat_id);
    for (const word of ["STOP", "START"]) await app.sms.listener.onInboundText(fixture.inbound(phone, word));
    await later();
    expect(fixture.sentTo(phone).at(-1)?.body).toBe("See you");
    expect(await notificationsOf(agent, chat_id)).toEqual([]);
  });

  test("a reply, with unless_reply", async () => {
    const { chat_id, phone } = await fixture.chat();
    await schedule(chat_id, { unless_reply: 1 });
    app.clock.advance(1000);
    await app.sms.listener.onInboundText(fixture.inbound(phone, "I'm here already"));
    await refused(chat_id, phone, fixture.sentTo(phone).length, "The customer texted or called before it was due.");
  });

  test("a reply, without unless_reply", async () => {
    const { chat_id, phone } = await fixture.chat();
    await schedule(chat_id);
    app.clock.advance(1000);
    await app.sms.listener.onInboundText(fixture.inbound(phone, "See you then"));
    await later();
    expect(fixture.sentTo(phone).at(-1)?.body).toBe("See you");
  });

  test("the location lost its number", async () => {
    const other = await app.dealership();
    const call = await app.signIn(other.agent);
    const { chat_id } = await createInboxFixture(app, other, call).chat();
    await call(scheduledMessages.add, { body: { chat_id, message: "See you", send_at: fromNow(hourMs) } });
    await app.pool.query("delete from phone_numbers where dealer_id = $1", [other.dealer_id]);
    const sentBefore = app.sms.sent.length;
    await later();
    expect(app.sms.sent).toHaveLength(sentBefore);
    const reason = "This location has no phone number yet, so it can't send texts.";
    expect((await call(scheduledMessages.ofChat, { params: { chat_id } })).data).toMatchObject([
      { state: "refused", reason, message: "See you" },
    ]);
  });

  test("the customer is deleted", async () => {
    const { chat_id, phone, id } = await fixture.chat();
    const before = fixture.sentTo(phone).length;
    const text = await schedule(chat_id);
    const manager = await app.signIn(dealer.manager);
    await manager(customers.remove, { params: { id } });
    await later();
    expect(fixture.sentTo(phone)).toHaveLength(before);
    const { rows } = await app.pool.query("select state, reason from scheduled_messages where id = $1", [text.id]);
    expect(rows).toEqual([{ state: "refused", reason: "This customer was deleted." }]);
  });

  test("a merge moves it but keeps its phone; undoing the merge moves it back", async () => {
    const [survivor, merged] = [await fixture.chat(), await fixture.chat()];
    const [before, other] = [fixture.sentTo(merged.phone).length, fixture.sentTo(survivor.phone).length];
    await schedule(merged.chat_id, { message: "First" });
    await schedule(merged.chat_id, { message: "Second", send_at: fromNow(2 * hourMs) });
    const manager = await app.signIn(dealer.manager);
    const { data } = await manager(duplicates.merge, { body: { kept_id: survivor.id, merged_id: merged.id } });
    expect((await waiting(survivor.chat_id)).map(({ message }) => message)).toEqual(["First", "Second"]);
    await later();
    expect(
      fixture
        .sentTo(merged.phone)
        .slice(before)
        .map(({ body }) => body),
    ).toEqual(["First"]);
    await manager(duplicates.undo, { body: { merge_id: data.merge_id } });
    expect(await waiting(survivor.chat_id)).toEqual([]);
    expect((await waiting(merged.chat_id)).map(({ message }) => message)).toEqual(["Second"]);
    await later();
    expect(
      fixture
        .sentTo(merged.phone)
        .slice(before)
        .map(({ body }) => body),
    ).toEqual(["First", "Second"]);
    expect(fixture.sentTo(survivor.phone)).toHaveLength(other);
  });
});
