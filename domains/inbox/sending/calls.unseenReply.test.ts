import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { messageDeletion } from "#domains/inbox/conversation/contract.ts";
import { startInboxTest } from "#testing/inbox/inboxFixture.ts";

const { app, dealer, agent, fixture } = await startInboxTest();
afterAll(() => app.close());

let manager: Caller;
let owner: Caller;

beforeAll(async () => {
  manager = await app.signIn(dealer.manager);
  owner = await app.signIn(dealer.owner);
});

describe("a reply after a colleague's unseen one", () => {
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

  test("is a conflict with the colleague's message, and isn't sent", async () => {
    const { chat_id, phone } = await fixture.chat();
    const last = (await fixture.messages(chat_id)).at(-1)?.id;
    const theirs = (await send(manager, chat_id, last, "I'll take it")).data;
    await app.jobs.runAll();
    const before = fixture.sentTo(phone).length;
    await expect(send(agent, chat_id, last)).rejects.toMatchObject({
      status: 409,
      message: "Manager Tester replied while you were typing.",
      data: {
        code: "unseen_reply",
        message: { id: theirs.id, message: "I'll take it", sent_by: "Manager Tester", name_initials: "MT" },
      },
    });
    await app.jobs.runAll();
    expect(fixture.sentTo(phone)).toHaveLength(before);
    expect((await send(agent, chat_id, theirs.id)).data.message).toBe("Mine");
  });

  test("of two concurrent replies one is a conflict", async () => {
    const { chat_id } = await fixture.chat();
    const last = (await fixture.messages(chat_id)).at(-1)?.id;
    const both = await Promise.allSettled([send(agent, chat_id, last), send(manager, chat_id, last)]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("is no conflict with the author's own, the customer's, automatic or deleted messages", async () => {
    const { chat_id, phone } = await fixture.chat();
    const last = (await fixture.messages(chat_id)).at(-1)?.id;
    await send(agent, chat_id, last, "My own");
    await app.sms.listener.onInboundText(fixture.inbound(phone, "STOP"));
    await app.sms.listener.onInboundText(fixture.inbound(phone, "START"));
    const { data } = await send(manager, chat_id, undefined, "A mistake");
    await owner(messageDeletion.deleteMessage, { params: { message_id: data.id } });
    expect((await send(agent, chat_id, last)).data.message).toBe("Mine");
  });

  test("that was sent before is returned, whoever wrote since", async () => {
    const { chat_id } = await fixture.chat();
    const last = (await fixture.messages(chat_id)).at(-1)?.id;
    const client_id = crypto.randomUUID();
    const first = (await send(agent, chat_id, last, "Mine", client_id)).data;
    await send(manager, chat_id, first.id, "Theirs");
    expect((await send(agent, chat_id, last, "Mine", client_id)).data.id).toBe(first.id);
  });
});
