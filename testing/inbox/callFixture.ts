import { randomBytes } from "node:crypto";
import type { Caller } from "#core/client.ts";
import { inbox } from "#domains/inbox/contract.ts";
import type { CallKey, Recording } from "#ports/voice/voice.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import type { TestApp } from "#testing/testApp.ts";

/** Actions that call tests share, on one test app and as one member. */
export function createCallFixture(app: TestApp, dealer: Dealership, member: Caller) {
  const sid = (kind: string) => `${kind}${randomBytes(16).toString("hex")}`;
  const update = (column: "call_phone_no", value: string) =>
    app.pool.query(`update locations set ${column} = $1 where dealer_id = $2 and id = $3`, [
      value,
      dealer.dealer_id,
      dealer.location_id,
    ]);
  return {
    /** A call that the carrier hasn't reported yet. */
    newCall: (from = freshPhone(), to = dealer.number): CallKey => ({ sid: sid("CA"), from, to }),

    recording(part: Recording["part"], duration = 7): Recording {
      const name = sid("RE");
      return { sid: name, url: `https://carrier.test/${name}`, part, duration };
    },

    /** Sets the location's forward phone; empty for none. */
    forwardTo: (phone: string) => update("call_phone_no", phone),

    /** The chat with a phone, if it exists. */
    async chatOf(phone: string) {
      const { data } = await member(inbox.chats, { params: { type: "all", offset: 0 }, body: {} });
      return data.allActiveChats.find(({ customer }) => customer.phone === phone);
    },

    /** A phone's chat and messages, fetched without marking the chat read. */
    async talkWith(phone: string) {
      const chat = await this.chatOf(phone);
      if (!chat) return { chat, messages: [] };
      const { data } = await member(inbox.messages, { params: { chat_id: chat.id }, body: { before: 1e15 } });
      return { chat, messages: data.allMessages };
    },

    textsTo: (phone: string) => app.sms.sent.filter((text) => text.to === phone).map(({ body }) => body),
  };
}

export type CallFixture = ReturnType<typeof createCallFixture>;
