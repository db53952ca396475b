import { afterAll, describe, expect, test } from "vitest";
import { openTalk, talkOf } from "../testing/talk.ts";
import { mostScheduled, scheduledMessages } from "./contract.ts";

const { house, dealer, agent, talk } = await openTalk();
afterAll(() => house.close());

const ahead = (ms: number) => new Date(house.clock.now().getTime() + ms).toISOString();
const add = (chat_id: number, more: object = {}) =>
  agent(scheduledMessages.add, { body: { chat_id, message: "See you", send_at: ahead(3_600_000), ...more } });
const { chat_id } = await talk.chat();
const rows = async () => (await house.pool.query("select id from scheduled_messages")).rows.length;

describe("is refused at the field, in words, and nothing waits", () => {
  test.each([
    ["no time", { send_at: "" }, "send_at", "Please choose when it is to be sent"],
    ["no time at all", { send_at: undefined }, "send_at", "Please choose when it is to be sent"],
    ["a time without a zone", { send_at: "2027-01-01T10:00:00" }, "send_at", "Please choose when it is to be sent"],
    ["nonsense", { send_at: "tomorrow" }, "send_at", "Please choose when it is to be sent"],
    [
      "the past",
      { send_at: "2020-01-01T10:00:00Z" },
      "send_at",
      "Please choose a time that is at least a minute from now",
    ],
    ["a far time", { send_at: "2099-01-01T10:00:00+02:00" }, "send_at", "Please choose a time within a year from now"],
    ["no words and no file", { message: "  " }, "message", "Message cannot be empty"],
    ["too many words", { message: "x".repeat(321) }, "message", "A message can have at most 320 characters"],
    ["a NUL", { message: "a\u0000b" }, "message", "This contains a character that can't be sent"],
    [
      "a file that isn't there",
      { attachment_ids: [999_999] },
      "attachment_ids",
      "A file is no longer there. Please remove it and add it again.",
    ],
  ])("%s", async (_what, more, field, words) => {
    const before = await rows();
    await expect(add(chat_id, more)).rejects.toMatchObject({ status: 422, message: words, fields: { [field]: words } });
    expect(await rows()).toBe(before);
  });
});

test("so many that nobody knows any more what will go", async () => {
  const { chat_id } = await talk.chat();
  for (let count = 0; count < mostScheduled; count++) await add(chat_id);
  await expect(add(chat_id)).rejects.toMatchObject({
    status: 409,
    message: "20 messages wait in this chat already. Please take one back first.",
  });
});

test("to somebody who has opted out it is refused at once, with the reason", async () => {
  const { chat_id, phone } = await talk.chat();
  await house.sms.listener.inbound(talk.inbound(phone, "STOP"));
  await expect(add(chat_id)).rejects.toMatchObject({
    status: 409,
    message: "This customer has opted out of text messages.",
  });
});

test("what was sent can't be taken back, and what was taken back is gone", async () => {
  const { chat_id } = await talk.chat();
  const [one, two] = [(await add(chat_id)).data, (await add(chat_id, { send_at: ahead(86_400_000) })).data];
  const undo = (scheduled_id: number) => agent(scheduledMessages.undo, { params: { scheduled_id } });
  await undo(two.id);
  await expect(undo(two.id)).rejects.toMatchObject({ status: 404 });
  house.clock.advance(3_600_000);
  await house.jobs.doAll();
  await expect(undo(one.id)).rejects.toMatchObject({ status: 409, message: "This message was sent already." });
});

test("another location's and another dealer's staff reach nothing", async () => {
  const { chat_id } = await talk.chat();
  const { data } = await add(chat_id);
  const other = await house.dealership();
  for (const call of [await house.signIn(dealer.otherAgent), await house.signIn(other.owner)]) {
    const absent = { status: 404 };
    await expect(call(scheduledMessages.ofChat, { params: { chat_id } })).rejects.toMatchObject(absent);
    await expect(call(scheduledMessages.undo, { params: { scheduled_id: data.id } })).rejects.toMatchObject(absent);
    const body = { chat_id, message: "Hi", send_at: ahead(3_600_000) };
    await expect(call(scheduledMessages.add, { body })).rejects.toMatchObject(absent);
  }
});

test("a client_id that was used in another chat is refused", async () => {
  const client_id = crypto.randomUUID();
  await add(chat_id, { client_id });
  const other = await talkOf(house, dealer, agent).chat();
  await expect(add(other.chat_id, { client_id })).rejects.toMatchObject({ status: 409 });
});
