import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { customers } from "#domains/customers/contract.ts";
import { duplicates } from "#domains/duplicates/contract.ts";
import { notifications } from "#domains/notifications/contract.ts";
import { chatAttachments } from "../attachments/contract.ts";
import { sweep } from "../attachments/server/sweep.ts";
import { inbox } from "../contract.ts";
import { drawing, fileOf } from "../testing/files.ts";
import { openTalk, talkOf } from "../testing/talk.ts";
import { scheduledMessages } from "./contract.ts";
import { recoverScheduled } from "./server/recover.ts";
import { sendScheduled } from "./server/sendScheduled.ts";

const { house, dealer, ...first } = await openTalk();
afterAll(() => house.close());

let { agent, talk } = first;
/** The clock is moved by days here, and sign-ins end. */
async function signInAgain() {
  agent = await house.signIn(dealer.agent);
  talk = talkOf(house, dealer, agent);
}
beforeEach(signInAgain);

const anHour = 3_600_000;
const ahead = (ms: number) => new Date(house.clock.now().getTime() + ms).toISOString();
const schedule = async (chat_id: number, more: object = {}) =>
  (await agent(scheduledMessages.add, { body: { chat_id, message: "See you", send_at: ahead(anHour), ...more } })).data;
const waiting = async (chat_id: number) => (await agent(scheduledMessages.ofChat, { params: { chat_id } })).data;
const bellOf = async (call: Caller, chat_id: number) =>
  (await call(notifications.list)).data.notifications.filter((one) => one.chat_id === chat_id);
const told = (chat_id: number) =>
  house.events.heard.filter(
    ({ event, payload }) => event === "scheduled-changed" && (payload as { target_id: number }).target_id === chat_id,
  ).length;

async function later(ms = anHour) {
  house.clock.advance(ms);
  await house.jobs.doAll();
}

describe("a text for later", () => {
  test("waits, is shown to the team, goes at its time, and once", async () => {
    const { chat_id, phone } = await talk.chat();
    const before = talk.sentTo(phone).length;
    const added = await schedule(chat_id);
    expect(added).toEqual({
      ...{ id: expect.any(Number), chat_id, message: "See you", attachments: [], send_at: ahead(anHour) },
      ...{ state: "waiting", reason: "", unless_reply: 0, sent_by: "Agent Tester", created_at: ahead(0) },
    });
    const manager = await house.signIn(dealer.manager);
    expect((await manager(scheduledMessages.ofChat, { params: { chat_id } })).data).toEqual([added]);
    await later(anHour - 1000);
    expect(talk.sentTo(phone)).toHaveLength(before);
    await later(1000);
    expect(
      talk
        .sentTo(phone)
        .slice(before)
        .map(({ body }) => body),
    ).toEqual(["See you"]);
    expect(await waiting(chat_id)).toEqual([]);
    expect(told(chat_id)).toBe(2);
    const message = (await talk.messages(chat_id)).at(-1);
    expect(message).toMatchObject({ message: "See you", sent_by: "Agent Tester", datetime: ahead(0) });

    // A job that runs again finds nothing to do.
    const job = { dealer_id: dealer.dealer_id, scheduled_id: added.id };
    await Promise.all([sendScheduled(house.server, job), sendScheduled(house.server, job)]);
    await house.jobs.doAll();
    expect(talk.sentTo(phone)).toHaveLength(before + 1);
  });

  test("is found by the recovery when its job was lost, and goes once however many take it up", async () => {
    const { chat_id, phone } = await talk.chat();
    const before = talk.sentTo(phone).length;
    await schedule(chat_id);
    house.jobs.kept.splice(0);
    await later(anHour - 60_000);
    await recoverScheduled(house.server, true);
    await house.jobs.doAll();
    expect(talk.sentTo(phone)).toHaveLength(before);
    await later(60_000);
    // While it may still be under way it is left alone; after a start it is not.
    await recoverScheduled(house.server);
    expect(house.jobs.kept).toEqual([]);
    await Promise.all([recoverScheduled(house.server, true), recoverScheduled(house.server, true)]);
    const jobs = house.jobs.kept.filter(({ job }) => job.name === "inbox.sendScheduled");
    expect(jobs).toHaveLength(2);
    await Promise.all(jobs.map(({ data }) => sendScheduled(house.server, data as never)));
    await house.jobs.doAll();
    expect(talk.sentTo(phone)).toHaveLength(before + 1);
  });

  test("that fails with the carrier is a failed message, which can be sent again", async () => {
    const { chat_id } = await talk.chat();
    await schedule(chat_id);
    const refusal = { code: "30003", class: "number", words: "This phone can't be reached." } as const;
    house.sms.answerNext({ kind: "refused", refusal });
    await later();
    expect((await talk.messages(chat_id)).at(-1)).toMatchObject({ state: "failed", error: refusal.words });
    expect(await waiting(chat_id)).toEqual([]);
  });

  test("asked for twice with the same client_id waits once", async () => {
    const { chat_id } = await talk.chat();
    const client_id = crypto.randomUUID();
    const [one, two] = await Promise.all([schedule(chat_id, { client_id }), schedule(chat_id, { client_id })]);
    expect(two.id).toBe(one.id);
    expect(await waiting(chat_id)).toHaveLength(1);
  });

  test("takes its files along, which nobody removes meanwhile", async () => {
    const { chat_id, phone } = await talk.chat();
    const files = { attachment_path: fileOf(await drawing(), "car.png") };
    const { data: file } = await agent(chatAttachments.add, { body: { chat_id }, files });
    const added = await schedule(chat_id, { message: "", attachment_ids: [file.id], send_at: ahead(72 * anHour) });
    expect(added.attachments).toMatchObject([{ id: file.id, name: "car.png", kind: "image" }]);
    house.clock.advance(71 * anHour);
    await sweep(house.server);
    await later();
    expect(talk.sentTo(phone).at(-1)).toMatchObject({ body: "", media: [expect.stringMatching(/car\.png$/)] });
    await signInAgain();
    expect((await talk.messages(chat_id)).at(-1)?.attachments).toMatchObject([{ id: file.id }]);
  });
});

describe("taken back", () => {
  test("the words and the files come back, and nothing goes", async () => {
    const { chat_id, phone } = await talk.chat();
    const before = talk.sentTo(phone).length;
    const files = { attachment_path: fileOf(await drawing(), "car.png") };
    const { data: file } = await agent(chatAttachments.add, { body: { chat_id }, files });
    const { id } = await schedule(chat_id, { attachment_ids: [file.id] });
    const { data } = await agent(scheduledMessages.undo, { params: { scheduled_id: id } });
    expect(data).toMatchObject({ id, message: "See you", state: "undone", attachments: [{ id: file.id }] });
    expect(await waiting(chat_id)).toEqual([]);
    await later();
    expect(talk.sentTo(phone)).toHaveLength(before);
    // It goes with another text now.
    await agent(inbox.send, { body: { chat_id, message: data.message, attachment_ids: [file.id] } });
    await house.jobs.doAll();
    expect(talk.sentTo(phone)).toHaveLength(before + 1);
  });

  test("or sent: of both at the same moment one wins", async () => {
    const { chat_id, phone } = await talk.chat();
    const before = talk.sentTo(phone).length;
    const { id } = await schedule(chat_id);
    house.clock.advance(anHour);
    const [undone] = await Promise.all([
      agent(scheduledMessages.undo, { params: { scheduled_id: id } }).then(
        () => true,
        (failure) => (failure.status === 409 ? false : Promise.reject(failure)),
      ),
      sendScheduled(house.server, { dealer_id: dealer.dealer_id, scheduled_id: id }),
    ]);
    await house.jobs.doAll();
    expect(talk.sentTo(phone)).toHaveLength(before + (undone ? 0 : 1));
  });
});

describe("what happens in between is judged at its time, and what may not go stays with its reason", () => {
  const refused = async (chat_id: number, phone: string, before: number, reason: string) => {
    await later();
    expect(talk.sentTo(phone)).toHaveLength(before);
    expect(await waiting(chat_id)).toMatchObject([{ state: "refused", reason, message: "See you" }]);
    const title = expect.stringMatching(/^Your text to .+ was not sent$/);
    expect(await bellOf(agent, chat_id)).toMatchObject([{ kind: "refused", title, text: reason, read_at: null }]);
    // Nobody but its writer, and nobody twice.
    expect(await bellOf(await house.signIn(dealer.manager), chat_id)).toEqual([]);
    await recoverScheduled(house.server, true);
    await house.jobs.doAll();
    expect(await bellOf(agent, chat_id)).toHaveLength(1);
    const [text] = await waiting(chat_id);
    const { data } = await agent(scheduledMessages.undo, { params: { scheduled_id: text?.id ?? 0 } });
    expect(data.message).toBe("See you");
    expect(await waiting(chat_id)).toEqual([]);
  };

  test("a STOP", async () => {
    const { chat_id, phone } = await talk.chat();
    await schedule(chat_id);
    await house.sms.listener.inbound(talk.inbound(phone, "STOP"));
    await house.jobs.doAll();
    await refused(chat_id, phone, talk.sentTo(phone).length, "This customer has opted out of text messages.");
  });

  test("a STOP and then a START", async () => {
    const { chat_id, phone } = await talk.chat();
    await schedule(chat_id);
    for (const word of ["STOP", "START"]) await house.sms.listener.inbound(talk.inbound(phone, word));
    await later();
    expect(talk.sentTo(phone).at(-1)?.body).toBe("See you");
    expect(await bellOf(agent, chat_id)).toEqual([]);
  });

  test("a reply, where it shall not go after one", async () => {
    const { chat_id, phone } = await talk.chat();
    await schedule(chat_id, { unless_reply: 1 });
    house.clock.advance(1000);
    await house.sms.listener.inbound(talk.inbound(phone, "I'm here already"));
    await refused(chat_id, phone, talk.sentTo(phone).length, "The customer wrote or called before it was due.");
  });

  test("a reply, where that doesn't matter", async () => {
    const { chat_id, phone } = await talk.chat();
    await schedule(chat_id);
    house.clock.advance(1000);
    await house.sms.listener.inbound(talk.inbound(phone, "See you then"));
    await later();
    expect(talk.sentTo(phone).at(-1)?.body).toBe("See you");
  });

  test("the location's number is gone", async () => {
    const other = await house.dealership();
    const call = await house.signIn(other.agent);
    const { chat_id } = await talkOf(house, other, call).chat();
    await call(scheduledMessages.add, { body: { chat_id, message: "See you", send_at: ahead(anHour) } });
    await house.pool.query("delete from phone_numbers where dealer_id = $1", [other.dealer_id]);
    const handed = house.sms.sent.length;
    await later();
    expect(house.sms.sent).toHaveLength(handed);
    const reason = "This location has no phone number yet, so it can't send texts.";
    expect((await call(scheduledMessages.ofChat, { params: { chat_id } })).data).toMatchObject([
      { state: "refused", reason, message: "See you" },
    ]);
  });

  test("the customer is deleted", async () => {
    const { chat_id, phone, id } = await talk.chat();
    const before = talk.sentTo(phone).length;
    const text = await schedule(chat_id);
    const manager = await house.signIn(dealer.manager);
    await manager(customers.remove, { params: { id } });
    await later();
    expect(talk.sentTo(phone)).toHaveLength(before);
    const { rows } = await house.pool.query("select state, reason from scheduled_messages where id = $1", [text.id]);
    expect(rows).toEqual([{ state: "refused", reason: "This customer was deleted." }]);
  });

  test("a merge takes it along, to the phone that it was written for; undone, it comes back", async () => {
    const [kept, merged] = [await talk.chat(), await talk.chat()];
    const [before, other] = [talk.sentTo(merged.phone).length, talk.sentTo(kept.phone).length];
    await schedule(merged.chat_id, { message: "First" });
    await schedule(merged.chat_id, { message: "Second", send_at: ahead(2 * anHour) });
    const manager = await house.signIn(dealer.manager);
    const { data } = await manager(duplicates.merge, { body: { kept_id: kept.id, merged_id: merged.id } });
    expect((await waiting(kept.chat_id)).map(({ message }) => message)).toEqual(["First", "Second"]);
    await later();
    expect(
      talk
        .sentTo(merged.phone)
        .slice(before)
        .map(({ body }) => body),
    ).toEqual(["First"]);
    await manager(duplicates.undo, { body: { merge_id: data.merge_id } });
    expect(await waiting(kept.chat_id)).toEqual([]);
    expect((await waiting(merged.chat_id)).map(({ message }) => message)).toEqual(["Second"]);
    await later();
    expect(
      talk
        .sentTo(merged.phone)
        .slice(before)
        .map(({ body }) => body),
    ).toEqual(["First", "Second"]);
    expect(talk.sentTo(kept.phone)).toHaveLength(other);
  });
});
