import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { startInboxTest } from "#testing/inbox/inboxFixture.ts";
import { messageDeletion } from "./contract.ts";

const { app, dealer, agent, fixture } = await startInboxTest();
afterAll(() => app.close());

/** Has `del_allowed`; `agent` doesn't. */
let manager: Caller;
let owner: Caller;

beforeAll(async () => {
  await app.pool.query("update users set del_allowed = 1 where email = $1", [dealer.manager]);
  manager = await app.signIn(dealer.manager);
  owner = await app.signIn(dealer.owner);
});

const remove = (message_id: number, call = manager) => call(messageDeletion.deleteMessage, { params: { message_id } });
const row = async (chat_id: number) => (await agent(inbox.chat, { params: { chat_id } })).data;
const seenBy = async (call: Caller, chat_id: number) =>
  (await call(inbox.messages, { params: { chat_id }, body: {} })).data.allMessages;

/** A chat with `Hello` and then these texts from the customer. */
async function chatWithTexts(...texts: string[]) {
  const chat = await fixture.chat();
  for (const text of texts) await app.sms.listener.onInboundText(fixture.inbound(chat.phone, text));
  const { rows } = await app.pool.query<{ id: number }>("select id from messages where chat_id = $1 order by id", [
    chat.chat_id,
  ]);
  return { ...chat, ids: rows.map(({ id }) => Number(id)) };
}

test("everybody but the owner sees only that a message was deleted, by whom and when", async () => {
  const { chat_id, ids } = await chatWithTexts("A secret");
  expect((await remove(ids[1] ?? 0)).message).toBe("Message deleted!");
  const deleted = { by: "Manager Tester", at: app.clock.now().toISOString() };
  for (const [call, message] of [[agent, ""] as const, [manager, ""] as const, [owner, "A secret"] as const]) {
    expect(await seenBy(call, chat_id)).toMatchObject([
      { message: "Hello", deleted: null },
      { id: ids[1], message, is_from_customer: 1, name_initials: "CM", deleted },
    ]);
  }
});

test("no call returns a deleted message's content", async () => {
  const { chat_id, ids } = await chatWithTexts("A secret", "After");
  const [, message_id = 0] = ids;
  await remove(message_id);
  const last = { body: { chat_id, message_id, opened_chat_id: "" as const } };
  const one = (await agent(inbox.receiveLast, last)).data;
  expect(one).toMatchObject({ id: message_id, message: "", deleted: { by: "Manager Tester" } });
  expect(JSON.stringify(one)).not.toContain("A secret");
  expect((await owner(inbox.receiveLast, last)).data.message).toBe("A secret");
  for (const body of [{ around: message_id }, { after: ids[0] ?? 0 }, { before: ids[2] ?? 0 }]) {
    const { data } = await agent(inbox.messages, { params: { chat_id }, body });
    expect(data.allMessages.map(({ id }) => id)).toContain(message_id);
    expect(JSON.stringify(data)).not.toContain("A secret");
  }
});

describe("the chat's row", () => {
  test("previews the newest remaining message", async () => {
    const { chat_id, ids } = await chatWithTexts("One", "Two");
    await remove(ids[1] ?? 0);
    expect((await row(chat_id)).new_message).toBe("Two");
    await remove(ids[2] ?? 0);
    expect((await row(chat_id)).new_message).toBe("Hello");
    await remove(ids[0] ?? 0);
    expect((await row(chat_id)).new_message).toBe("");
  });

  test("counts unread messages without deleted ones", async () => {
    const { chat_id, ids } = await chatWithTexts("One", "Two");
    const before = (await agent(inbox.unread, {})).data.unread_count;
    await remove(ids[0] ?? 0);
    expect((await row(chat_id)).new_message_count).toBe(2);
    await remove(ids[2] ?? 0);
    expect(await row(chat_id)).toMatchObject({ new_message_count: 1, is_read: 0 });
    await remove(ids[1] ?? 0);
    expect(await row(chat_id)).toMatchObject({ new_message_count: 0, is_read: 1 });
    expect((await agent(inbox.unread, {})).data.unread_count).toBe(before - 1);
  });

  test("doesn't decrement for a message that was read", async () => {
    const { chat_id, ids, phone } = await chatWithTexts("Read");
    await seenBy(agent, chat_id);
    await app.sms.listener.onInboundText(fixture.inbound(phone, "Unread"));
    await remove(ids[1] ?? 0);
    expect((await row(chat_id)).new_message_count).toBe(1);
  });
});

test("browsers are notified, and the audit trail records it without the text", async () => {
  const { chat_id, ids } = await chatWithTexts("A secret");
  const before = app.events.published.length;
  const [, message_id = 0] = ids;
  await remove(message_id);
  const room = `dealer:${dealer.dealer_id}:location:${dealer.location_id}`;
  expect(app.events.published.slice(before)).toEqual([
    { room, event: "chat-message-open", payload: { message_id, target_id: chat_id, what: "deleted" } },
    { room, event: "chat-changed", payload: { target_id: chat_id } },
  ]);
  const { rows } = await app.pool.query(
    "select action, detail from audit_log where subject = 'message' and subject_id = $1",
    [message_id],
  );
  expect(rows).toEqual([{ action: "deleted", detail: { chat_id } }]);
});

test("a deleted message can't be retried, and deleting it again changes nothing", async () => {
  const { chat_id } = await fixture.chat();
  const refusal = { code: "30003", class: "number", words: "This phone can't be reached." } as const;
  app.sms.answerNext({ kind: "refused", refusal });
  const { id } = await fixture.send(chat_id, "Wrong");
  await app.jobs.runAll();
  await remove(id);
  await expect(owner(inbox.retry, { params: { message_id: id } })).rejects.toMatchObject({ status: 409 });
  const before = app.events.published.length;
  await remove(id, owner);
  expect(app.events.published.slice(before)).toEqual([]);
  expect((await seenBy(owner, chat_id)).at(-1)?.deleted?.by).toBe("Manager Tester");
});

describe("the files of a deleted message", () => {
  const statusOf = async (address: string | undefined) => {
    const answer = await app.http.inject({ method: "GET", url: address ?? "/files/none" });
    return answer.statusCode;
  };

  test("can't be opened at their old address; the owner gets a new one", async () => {
    const { chat_id, phone } = await fixture.chat();
    const media = [{ url: "https://carrier.example/m/1", type: "image/png" }];
    await app.sms.listener.onInboundText({ ...fixture.inbound(phone, ""), media });
    await app.jobs.runAll();
    const message = (await seenBy(agent, chat_id)).at(-1);
    const [file] = message?.attachments ?? [];
    expect(await statusOf(file?.url)).toBe(200);
    await remove(message?.id ?? 0);
    await app.jobs.runAll();
    expect(await statusOf(file?.url)).toBe(404);
    const stripped = { attachments: [], attachment_path: null, media_count: 0 };
    expect((await seenBy(agent, chat_id)).at(-1)).toMatchObject({ id: message?.id, ...stripped });
    const [visible] = (await seenBy(owner, chat_id)).at(-1)?.attachments ?? [];
    expect(await statusOf(visible?.url)).toBe(200);
  });

  test("include a call's recording", async () => {
    const { chat_id, phone: from } = await fixture.chat();
    const call = { sid: `CA${crypto.randomUUID()}`, from, to: dealer.number };
    await app.voice.listener.onIncomingCall(call);
    const recording = {
      sid: `RE${call.sid}`,
      url: "https://example.com/voice",
      part: "voicemail",
      duration: 3,
    } as const;
    await app.voice.listener.onRecording(call, recording);
    await app.voice.listener.onCallEnded(call, undefined);
    await app.jobs.runAll();
    const message = (await seenBy(agent, chat_id)).findLast((candidate) => candidate.call);
    expect(await statusOf(message?.recording ?? "")).toBe(200);
    await remove(message?.id ?? 0);
    await app.jobs.runAll();
    expect(await statusOf(message?.recording ?? "")).toBe(404);
    const hidden = (await seenBy(agent, chat_id)).find(({ id }) => id === message?.id);
    expect(hidden).toMatchObject({ message: "", message_type: "message", call: null, recording: null });
    const visible = (await seenBy(owner, chat_id)).find(({ id }) => id === message?.id);
    expect(await statusOf(visible?.recording ?? "")).toBe(200);
  });
});

describe("deleting is refused", () => {
  test("for members without the right", async () => {
    const { chat_id, ids } = await chatWithTexts("Stays");
    const refused = { status: 403, message: "You are not allowed to delete messages." };
    await expect(remove(ids[1] ?? 0, agent)).rejects.toMatchObject(refused);
    expect((await seenBy(agent, chat_id)).map(({ message }) => message)).toEqual(["Hello", "Stays"]);
  });

  test("for another location's or business's owner", async () => {
    const { ids } = await chatWithTexts("Stays");
    const elsewhere = await app.signIn(dealer.owner, dealer.otherLocation_id);
    const foreign = await app.signIn((await app.dealership()).owner);
    for (const call of [elsewhere, foreign]) {
      await expect(remove(ids[1] ?? 0, call)).rejects.toMatchObject({ status: 404 });
    }
  });
});
