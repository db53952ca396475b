import { afterAll, describe, expect, test } from "vitest";
import { createInboxFixture, startInboxTest } from "#testing/inbox/inboxFixture.ts";
import { maxScheduledPerChat, scheduledMessages } from "./contract.ts";

const { app, dealer, agent, fixture } = await startInboxTest();
afterAll(() => app.close());

const fromNow = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString();
const add = (chat_id: number, more: object = {}) =>
  agent(scheduledMessages.add, { body: { chat_id, message: "See you", send_at: fromNow(3_600_000), ...more } });
const { chat_id } = await fixture.chat();
const rows = async () => (await app.pool.query("select id from scheduled_messages")).rows.length;

describe("an invalid text fails validation with a message, and nothing is scheduled", () => {
  test.each([
    ["no time", { send_at: "" }, "send_at", "Select when to send it"],
    ["no time at all", { send_at: undefined }, "send_at", "Select when to send it"],
    ["a time without a zone", { send_at: "2027-01-01T10:00:00" }, "send_at", "Select when to send it"],
    ["nonsense", { send_at: "tomorrow" }, "send_at", "Select when to send it"],
    ["the past", { send_at: "2020-01-01T10:00:00Z" }, "send_at", "Select a time at least a minute from now"],
    ["a far time", { send_at: "2099-01-01T10:00:00+02:00" }, "send_at", "Select a time within a year"],
    ["no words and no file", { message: "  " }, "message", "Message cannot be empty"],
    ["too many words", { message: "x".repeat(321) }, "message", "A message can have up to 320 characters"],
    ["a NUL", { message: "a\u0000b" }, "message", "This contains a character that can't be sent"],
    [
      "a file that isn't there",
      { attachment_ids: [999_999] },
      "attachment_ids",
      "A file is missing. Remove it and add it again.",
    ],
  ])("%s", async (_what, more, field, words) => {
    const before = await rows();
    await expect(add(chat_id, more)).rejects.toMatchObject({ status: 422, message: words, fields: { [field]: words } });
    expect(await rows()).toBe(before);
  });
});

test("a chat's limit of scheduled texts is enforced", async () => {
  const { chat_id } = await fixture.chat();
  for (let count = 0; count < maxScheduledPerChat; count++) await add(chat_id);
  await expect(add(chat_id)).rejects.toMatchObject({
    status: 409,
    message: "20 messages are already scheduled in this chat. Cancel one first.",
  });
});

test("a text to an opted-out customer is refused at once, with the reason", async () => {
  const { chat_id, phone } = await fixture.chat();
  await app.sms.listener.onInboundText(fixture.inbound(phone, "STOP"));
  await expect(add(chat_id)).rejects.toMatchObject({
    status: 409,
    message: "This customer has opted out of text messages.",
  });
});

test("a sent text can't be taken back, and one taken back is not found", async () => {
  const { chat_id } = await fixture.chat();
  const [one, two] = [(await add(chat_id)).data, (await add(chat_id, { send_at: fromNow(86_400_000) })).data];
  const undo = (scheduled_id: number) => agent(scheduledMessages.undo, { params: { scheduled_id } });
  await undo(two.id);
  await expect(undo(two.id)).rejects.toMatchObject({ status: 404 });
  app.clock.advance(3_600_000);
  await app.jobs.runAll();
  await expect(undo(one.id)).rejects.toMatchObject({ status: 409, message: "This message was already sent." });
});

test("another location's or dealer's staff can't reach scheduled texts", async () => {
  const { chat_id } = await fixture.chat();
  const { data } = await add(chat_id);
  const other = await app.dealership();
  for (const call of [await app.signIn(dealer.otherAgent), await app.signIn(other.owner)]) {
    const absent = { status: 404 };
    await expect(call(scheduledMessages.ofChat, { params: { chat_id } })).rejects.toMatchObject(absent);
    await expect(call(scheduledMessages.undo, { params: { scheduled_id: data.id } })).rejects.toMatchObject(absent);
    const body = { chat_id, message: "Hi", send_at: fromNow(3_600_000) };
    await expect(call(scheduledMessages.add, { body })).rejects.toMatchObject(absent);
  }
});

test("a client_id used in another chat is refused", async () => {
  const client_id = crypto.randomUUID();
  await add(chat_id, { client_id });
  const other = await createInboxFixture(app, dealer, agent).chat();
  await expect(add(other.chat_id, { client_id })).rejects.toMatchObject({ status: 409 });
});
