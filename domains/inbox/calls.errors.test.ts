import { afterAll, describe, expect, test } from "vitest";
import { createInboxFixture, startInboxTest } from "#testing/inbox/inboxFixture.ts";
import { inbox } from "./contract.ts";

const { app, dealer, agent, fixture } = await startInboxTest();
afterAll(() => app.close());

const chatBody = (message: unknown) => ({ chat_id: 1, message: message as string });

test.each([
  ["an empty text", "", "Message cannot be empty"],
  ["spaces", "  \n ", "Message cannot be empty"],
  ["no text at all", undefined, "Message cannot be empty"],
  ["a number", 7, "Message cannot be empty"],
  ["more than two messages", "x".repeat(321), "A message can have up to 320 characters"],
  ["a NUL", "a\u0000b", "This contains a character that can't be sent"],
])("%s fails validation with a message", async (_what, message, words) => {
  const failure = { status: 422, message: words, fields: { message: words } };
  await expect(agent(inbox.send, { body: chatBody(message) })).rejects.toMatchObject(failure);
});

test("a text needs a customer", async () => {
  const body = { customer_id: "", message: "Hello" };
  const words = "Please select a customer";
  const failure = { status: 422, message: words, fields: { customer_id: words } };
  await expect(agent(inbox.sendToCustomer, { body })).rejects.toMatchObject(failure);
});

describe("a text that can't be sent is refused with the reason", () => {
  test("to a customer who has opted out", async () => {
    const { chat_id, id, phone } = await fixture.chat();
    await app.sms.listener.onInboundText(fixture.inbound(phone, "stop"));
    await app.jobs.runAll();
    const before = fixture.sentTo(phone).length;
    const reason = { status: 409, message: "This customer has opted out of text messages." };
    await expect(fixture.send(chat_id)).rejects.toMatchObject(reason);
    await expect(agent(inbox.sendToCustomer, { body: { customer_id: id, message: "Hi" } })).rejects.toMatchObject(
      reason,
    );
    const { data } = await agent(inbox.messages, { params: { chat_id }, body: {} });
    expect(data.currentChat).toMatchObject({ cannot_send: reason.message, customer: { optin_status: 0 } });
    await app.jobs.runAll();
    expect(fixture.sentTo(phone)).toHaveLength(before);
  });

  test("from a location without a number", async () => {
    const other = await app.dealership();
    await app.pool.query("delete from phone_numbers where dealer_id = $1", [other.dealer_id]);
    const theirs = createInboxFixture(app, other, await app.signIn(other.agent));
    const reason = { status: 409, message: "This location has no phone number yet, so it can't send texts." };
    await expect(theirs.chat()).rejects.toMatchObject(reason);
  });
});

test("a client_id used in another chat is refused instead of returning that chat's message", async () => {
  const [one, two] = [await fixture.chat(), await fixture.chat()];
  const client_id = crypto.randomUUID();
  await agent(inbox.send, { body: { chat_id: one.chat_id, message: "Hello", client_id } });
  const again = agent(inbox.send, { body: { chat_id: two.chat_id, message: "Hello", client_id } });
  await expect(again).rejects.toMatchObject({ status: 409 });
});

test("only a text that failed can be sent again", async () => {
  const { chat_id } = await fixture.chat();
  const [sent] = await fixture.messages(chat_id);
  const retry = agent(inbox.retry, { params: { message_id: sent?.id ?? 0 } });
  await expect(retry).rejects.toMatchObject({ status: 409, message: "Only failed messages can be sent again." });
});

test("another location's staff can't reach the chat or its messages", async () => {
  const { chat_id } = await fixture.chat();
  const [message] = await fixture.messages(chat_id);
  const stranger = await app.signIn(dealer.otherAgent);
  const message_id = message?.id ?? 0;
  for (const attempt of [
    () => stranger(inbox.messages, { params: { chat_id }, body: {} }),
    () => stranger(inbox.chat, { params: { chat_id } }),
    () => stranger(inbox.send, { body: { chat_id, message: "Hi" } }),
    () => stranger(inbox.receiveLast, { body: { chat_id, message_id } }),
    () => stranger(inbox.retry, { params: { message_id } }),
    () => stranger(inbox.close, { body: { chat_id, is_closed: 1 } }),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ status: 404 });
  }
  const { data } = await stranger(inbox.chats, { params: { type: "all", offset: 0 }, body: {} });
  expect([...data.allActiveChats, ...data.allInactiveChats]).toEqual([]);
});

test("a forged cursor is refused", async () => {
  const request = agent(inbox.chats, { params: { type: "all", offset: 0 }, body: { cursor: "1; drop table chats" } });
  await expect(request).rejects.toMatchObject({ status: 422 });
});
