import type { Caller } from "#core/client.ts";
import { type Dealership, freshPhone } from "#core/testing/dealership.ts";
import { openTestHouse, type TestHouse } from "#core/testing/house.ts";
import { customers } from "#domains/customers/contract.ts";
import { inbox } from "../contract.ts";

/** What tests of the inbox do over and over, on one house and as one member. */
export function talkOf(house: TestHouse, dealer: Dealership, call: Caller) {
  let count = 0;
  return {
    /** A customer with a phone of their own. */
    async customer() {
      const phone = freshPhone();
      const names = {
        first_name: "Cara",
        last_name: "Moss",
        email: "cara@example.com",
        address: "1 Elm St",
        company: "",
      };
      const { data } = await call(customers.add, { body: { ...names, phone: phone.slice(2) } });
      return { id: data.id, phone };
    },

    /** A chat with one text in it that was handed over. */
    async chat(message = "Hello") {
      const who = await this.customer();
      const body = { customer_id: who.id, message, client_id: crypto.randomUUID() };
      const { data } = await call(inbox.sendToCustomer, { body });
      await house.jobs.doAll();
      return { ...who, chat_id: data.chat_id };
    },

    /** Stores a text in a chat; it is handed over when the jobs are done. */
    async send(chat_id: number, message = "Hello") {
      return (await call(inbox.send, { body: { chat_id, message, client_id: crypto.randomUUID() } })).data;
    },

    async messages(chat_id: number) {
      return (await call(inbox.messages, { params: { chat_id }, body: {} })).data.allMessages;
    },

    /** A text from a phone, as the carrier tells of it. */
    inbound(from: string, body: string, to = dealer.number) {
      count += 1;
      const sid = `SM${process.pid}x${count}${crypto.randomUUID()}`;
      return { sid, from, to, body, media: [], carrierAnsweredOptOut: false };
    },

    /** What was handed over to one phone. */
    sentTo: (phone: string) => house.sms.sent.filter((text) => text.to === phone),
  };
}

export type Talk = ReturnType<typeof talkOf>;

/** A house with one business, whose agent talks. Close the house after the tests of a file. */
export async function openTalk() {
  const house = await openTestHouse();
  const dealer = await house.dealership();
  const agent = await house.signIn(dealer.agent);
  return { house, dealer, agent, talk: talkOf(house, dealer, agent) };
}
