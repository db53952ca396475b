import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { openTalk } from "#domains/inbox/testing/talk.ts";
import { teamwork } from "./contract.ts";

const { house, dealer, agent, talk } = await openTalk();
afterAll(() => house.close());

/** May delete; `agent` may not. */
let manager: Caller;
let owner: Caller;

beforeAll(async () => {
  await house.pool.query("update users set del_allowed = 1 where email = $1", [dealer.manager]);
  manager = await house.signIn(dealer.manager);
  owner = await house.signIn(dealer.owner);
});

const remove = (message_id: number, call = manager) => call(teamwork.deleteMessage, { params: { message_id } });
const row = async (chat_id: number) => (await agent(inbox.chat, { params: { chat_id } })).data;
const seenBy = async (call: Caller, chat_id: number) =>
  (await call(inbox.messages, { params: { chat_id }, body: {} })).data.allMessages;

/** A chat with `Hello` in it, and what the customer wrote then. */
async function chatWith(...texts: string[]) {
  const chat = await talk.chat();
  for (const text of texts) await house.sms.listener.inbound(talk.inbound(chat.phone, text));
  const { rows } = await house.pool.query<{ id: number }>("select id from messages where chat_id = $1 order by id", [
    chat.chat_id,
  ]);
  return { ...chat, ids: rows.map(({ id }) => Number(id)) };
}

test("of a deleted message all but the owner see only that it was there, who did it and when", async () => {
  const { chat_id, ids } = await chatWith("A secret");
  expect((await remove(ids[1] ?? 0)).message).toBe("Message deleted!");
  const deleted = { by: "Manager Tester", at: house.clock.now().toISOString() };
  for (const [call, message] of [[agent, ""] as const, [manager, ""] as const, [owner, "A secret"] as const]) {
    expect(await seenBy(call, chat_id)).toMatchObject([
      { message: "Hello", deleted: null },
      { id: ids[1], message, is_from_customer: 1, name_initials: "CM", deleted },
    ]);
  }
});

test("whoever asks for it by its id, or around it, gets nothing of what it said", async () => {
  const { chat_id, ids } = await chatWith("A secret", "After");
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
  test("shows the newest message that is left", async () => {
    const { chat_id, ids } = await chatWith("One", "Two");
    await remove(ids[1] ?? 0);
    expect((await row(chat_id)).new_message).toBe("Two");
    await remove(ids[2] ?? 0);
    expect((await row(chat_id)).new_message).toBe("Hello");
    await remove(ids[0] ?? 0);
    expect((await row(chat_id)).new_message).toBe("");
  });

  test("counts what is unread without the deleted ones", async () => {
    const { chat_id, ids } = await chatWith("One", "Two");
    const before = (await agent(inbox.unread, {})).data.unread_count;
    await remove(ids[0] ?? 0);
    expect((await row(chat_id)).new_message_count).toBe(2);
    await remove(ids[2] ?? 0);
    expect(await row(chat_id)).toMatchObject({ new_message_count: 1, is_read: 0 });
    await remove(ids[1] ?? 0);
    expect(await row(chat_id)).toMatchObject({ new_message_count: 0, is_read: 1 });
    expect((await agent(inbox.unread, {})).data.unread_count).toBe(before - 1);
  });

  test("does not count down for one that was read before", async () => {
    const { chat_id, ids, phone } = await chatWith("Read");
    await seenBy(agent, chat_id);
    await house.sms.listener.inbound(talk.inbound(phone, "Unread"));
    await remove(ids[1] ?? 0);
    expect((await row(chat_id)).new_message_count).toBe(1);
  });
});

test("the location's browsers are told at once, and the audit trail knows of it without the text", async () => {
  const { chat_id, ids } = await chatWith("A secret");
  const before = house.events.heard.length;
  const [, message_id = 0] = ids;
  await remove(message_id);
  const room = `dealer:${dealer.dealer_id}:location:${dealer.location_id}`;
  expect(house.events.heard.slice(before)).toEqual([
    { room, event: "chat-message-open", payload: { message_id, target_id: chat_id, what: "deleted" } },
    { room, event: "chat-changed", payload: { target_id: chat_id } },
  ]);
  const { rows } = await house.pool.query(
    "select action, detail from audit_log where subject = 'message' and subject_id = $1",
    [message_id],
  );
  expect(rows).toEqual([{ action: "deleted", detail: { chat_id } }]);
});

test("what was deleted is sent no more by hand, and deleting it again changes nothing", async () => {
  const { chat_id } = await talk.chat();
  const refusal = { code: "30003", class: "number", words: "This phone can't be reached." } as const;
  house.sms.answerNext({ kind: "refused", refusal });
  const { id } = await talk.send(chat_id, "Wrong");
  await house.jobs.doAll();
  await remove(id);
  await expect(owner(inbox.retry, { params: { message_id: id } })).rejects.toMatchObject({ status: 409 });
  const before = house.events.heard.length;
  await remove(id, owner);
  expect(house.events.heard.slice(before)).toEqual([]);
  expect((await seenBy(owner, chat_id)).at(-1)?.deleted?.by).toBe("Manager Tester");
});

describe("what came with a deleted message", () => {
  const opens = async (address: string | undefined) => {
    const answer = await house.http.inject({ method: "GET", url: address ?? "/files/none" });
    return answer.statusCode;
  };

  test("can no longer be opened by the address that somebody has; the owner gets a new one", async () => {
    const { chat_id, phone } = await talk.chat();
    const media = [{ url: "https://carrier.example/m/1", type: "image/png" }];
    await house.sms.listener.inbound({ ...talk.inbound(phone, ""), media });
    await house.jobs.doAll();
    const message = (await seenBy(agent, chat_id)).at(-1);
    const [file] = message?.attachments ?? [];
    expect(await opens(file?.url)).toBe(200);
    await remove(message?.id ?? 0);
    await house.jobs.doAll();
    expect(await opens(file?.url)).toBe(404);
    const left = { attachments: [], attachment_path: null, media_count: 0 };
    expect((await seenBy(agent, chat_id)).at(-1)).toMatchObject({ id: message?.id, ...left });
    const [kept] = (await seenBy(owner, chat_id)).at(-1)?.attachments ?? [];
    expect(await opens(kept?.url)).toBe(200);
  });

  test("is a call's recording too", async () => {
    const { chat_id, phone: from } = await talk.chat();
    const call = { sid: `CA${crypto.randomUUID()}`, from, to: dealer.number };
    await house.voice.listener.incoming(call);
    const sound = { sid: `RE${call.sid}`, url: "https://example.com/voice", part: "voicemail", duration: 3 } as const;
    await house.voice.listener.recorded(call, sound);
    await house.voice.listener.ended(call, undefined);
    await house.jobs.doAll();
    const message = (await seenBy(agent, chat_id)).findLast(({ call: line }) => line);
    expect(await opens(message?.recording ?? "")).toBe(200);
    await remove(message?.id ?? 0);
    await house.jobs.doAll();
    expect(await opens(message?.recording ?? "")).toBe(404);
    const left = (await seenBy(agent, chat_id)).find(({ id }) => id === message?.id);
    expect(left).toMatchObject({ message: "", message_type: "message", call: null, recording: null });
    const kept = (await seenBy(owner, chat_id)).find(({ id }) => id === message?.id);
    expect(await opens(kept?.recording ?? "")).toBe(200);
  });
});

describe("refused", () => {
  test("is whoever may not, at any role", async () => {
    const { chat_id, ids } = await chatWith("Stays");
    const refused = { status: 403, message: "You are not allowed to delete messages." };
    await expect(remove(ids[1] ?? 0, agent)).rejects.toMatchObject(refused);
    expect((await seenBy(agent, chat_id)).map(({ message }) => message)).toEqual(["Hello", "Stays"]);
  });

  test("is another location's and another business's owner", async () => {
    const { ids } = await chatWith("Stays");
    const elsewhere = await house.signIn(dealer.owner, dealer.otherLocation_id);
    const foreign = await house.signIn((await house.dealership()).owner);
    for (const call of [elsewhere, foreign]) {
      await expect(remove(ids[1] ?? 0, call)).rejects.toMatchObject({ status: 404 });
    }
  });
});
