import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { duplicates } from "#domains/duplicates/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { openTalk } from "#domains/inbox/testing/talk.ts";
import { team } from "#domains/team/contract.ts";
import { teamwork } from "./contract.ts";

const { house, dealer, agent, talk } = await openTalk();
afterAll(() => house.close());

let manager: Caller;
let owner: Caller;
let ids: Record<string, number>;

beforeAll(async () => {
  manager = await house.signIn(dealer.manager);
  owner = await house.signIn(dealer.owner);
  const { teamMembers } = (await agent(team.chat)).data;
  ids = Object.fromEntries(teamMembers.map(({ id, user_type }) => [user_type, id]));
});

const row = async (chat_id: number, call = agent) => (await call(inbox.chat, { params: { chat_id } })).data;
const mine = async (call: Caller) => {
  const { data } = await call(inbox.chats, { params: { type: "mine", offset: 0 }, body: {} });
  return { ...data, ids: data.allActiveChats.map(({ id }) => id) };
};
const toldSince = (before: number) => house.events.heard.slice(before);
const room = `dealer:${dealer.dealer_id}:location:${dealer.location_id}`;

describe("presence", () => {
  test("who looks at a chat is told to the location, and nothing is kept", async () => {
    const { chat_id } = await talk.chat();
    const before = house.events.heard.length;
    await agent(teamwork.presence, { body: { chat_id, is_typing: 1, is_new: 1 } });
    await agent(teamwork.presence, { body: { chat_id, is_typing: 0, is_here: 0 } });
    const who = { target_id: chat_id, user_id: ids.agent, name: "Agent Tester" };
    expect(toldSince(before)).toEqual([
      { room, event: "chat-presence", payload: { ...who, is_typing: 1, is_here: 1, is_new: 1 } },
      { room, event: "chat-presence", payload: { ...who, is_typing: 0, is_here: 0, is_new: 0 } },
    ]);
  });
});

describe("a chat that is given to somebody", () => {
  test("is theirs for the whole team, and they are told", async () => {
    const { chat_id } = await talk.chat();
    const before = house.events.heard.length;
    const { data } = await agent(teamwork.assign, { body: { chat_id, user_id: ids.manager } });
    expect(data).toEqual({ assigned_to: ids.manager });
    expect((await row(chat_id, owner)).assigned_to).toBe(ids.manager);
    const told = toldSince(before).map(({ room: where, event }) => [where, event]);
    expect(told).toContainEqual([room, "chat-changed"]);
    expect(told).toContainEqual([`dealer:${dealer.dealer_id}:user:${ids.manager}`, "notification-added"]);
    const { rows } = await house.pool.query("select kind, title from notifications where chat_id = $1", [chat_id]);
    expect(rows).toEqual([{ kind: "assigned", title: "Agent Tester gave you a chat" }]);
  });

  test("stands in their list alone, until it is nobody's again", async () => {
    const { chat_id } = await talk.chat();
    await agent(teamwork.assign, { body: { chat_id, user_id: ids.manager } });
    expect((await mine(manager)).ids).toContain(chat_id);
    expect((await mine(manager)).member_id).toBe(ids.manager);
    expect((await mine(agent)).ids).not.toContain(chat_id);
    await manager(teamwork.assign, { body: { chat_id, user_id: "" } });
    expect((await row(chat_id)).assigned_to).toBeNull();
    expect((await mine(manager)).ids).not.toContain(chat_id);
  });

  test("that one takes oneself, or that is theirs already, tells nobody", async () => {
    const { chat_id } = await talk.chat();
    await agent(teamwork.assign, { body: { chat_id, user_id: ids.agent } });
    const before = house.events.heard.length;
    await agent(teamwork.assign, { body: { chat_id, user_id: ids.agent } });
    expect(toldSince(before)).toEqual([]);
    const { rows } = await house.pool.query("select from notifications where chat_id = $1", [chat_id]);
    expect(rows).toEqual([]);
  });
});

test("merged customers' chat stays with whoever had either; taken apart, each is as it was", async () => {
  const [kept, merged] = [await talk.chat(), await talk.chat()];
  await agent(teamwork.assign, { body: { chat_id: merged.chat_id, user_id: ids.agent } });
  const { data } = await manager(duplicates.merge, { body: { kept_id: kept.id, merged_id: merged.id } });
  expect((await row(kept.chat_id)).assigned_to).toBe(ids.agent);
  await manager(duplicates.undo, { body: { merge_id: data.merge_id } });
  expect((await row(kept.chat_id)).assigned_to).toBeNull();
  expect((await row(merged.chat_id)).assigned_to).toBe(ids.agent);
});

describe("a reply after one that its writer has not seen", () => {
  const send = (
    call: Caller,
    chat_id: number,
    last_seen_id: number | undefined,
    message = "Mine",
    client_id?: string,
  ) =>
    call(inbox.send, {
      body: { chat_id, message, last_seen_id, client_id: client_id ?? crypto.randomUUID() },
    });

  test("is a conflict that holds the colleague's message, and nothing is sent", async () => {
    const { chat_id, phone } = await talk.chat();
    const last = (await talk.messages(chat_id)).at(-1)?.id;
    const theirs = (await send(manager, chat_id, last, "I'll take it")).data;
    await house.jobs.doAll();
    const before = talk.sentTo(phone).length;
    await expect(send(agent, chat_id, last)).rejects.toMatchObject({
      status: 409,
      message: "Manager Tester answered while you wrote.",
      data: {
        code: "unseen_reply",
        message: { id: theirs.id, message: "I'll take it", sent_by: "Manager Tester", name_initials: "MT" },
      },
    });
    await house.jobs.doAll();
    expect(talk.sentTo(phone)).toHaveLength(before);
    expect((await send(agent, chat_id, theirs.id)).data.message).toBe("Mine");
  });

  test("of two at the same moment one is asked", async () => {
    const { chat_id } = await talk.chat();
    const last = (await talk.messages(chat_id)).at(-1)?.id;
    const both = await Promise.allSettled([send(agent, chat_id, last), send(manager, chat_id, last)]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("is not asked about one's own, the customer's, the system's or a deleted message", async () => {
    const { chat_id, phone } = await talk.chat();
    const last = (await talk.messages(chat_id)).at(-1)?.id;
    await send(agent, chat_id, last, "My own");
    await house.sms.listener.inbound(talk.inbound(phone, "STOP"));
    await house.sms.listener.inbound(talk.inbound(phone, "START"));
    const { data } = await send(manager, chat_id, undefined, "A mistake");
    await owner(teamwork.deleteMessage, { params: { message_id: data.id } });
    expect((await send(agent, chat_id, last)).data.message).toBe("Mine");
  });

  test("that is there already answers with itself, whoever wrote since", async () => {
    const { chat_id } = await talk.chat();
    const last = (await talk.messages(chat_id)).at(-1)?.id;
    const client_id = crypto.randomUUID();
    const first = (await send(agent, chat_id, last, "Mine", client_id)).data;
    await send(manager, chat_id, first.id, "Theirs");
    expect((await send(agent, chat_id, last, "Mine", client_id)).data.id).toBe(first.id);
  });
});
