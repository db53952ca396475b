import type { Caller } from "#core/client.ts";
import { customers } from "#domains/customers/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";

/** Actions that inbox tests share, on one test app and as one member. */
export function createInboxFixture(app: TestApp, dealer: Dealership, call: Caller) {
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

    /** A chat with one text that was sent to the carrier. */
    async chat(message = "Hello") {
      const customer = await this.customer();
      const body = { customer_id: customer.id, message, client_id: crypto.randomUUID() };
      const { data } = await call(inbox.sendToCustomer, { body });
      await app.jobs.runAll();
      return { ...customer, chat_id: data.chat_id };
    },

    /** Stores a text in a chat; it is sent when the jobs run. */
    async send(chat_id: number, message = "Hello") {
      return (await call(inbox.send, { body: { chat_id, message, client_id: crypto.randomUUID() } })).data;
    },

    async messages(chat_id: number) {
      return (await call(inbox.messages, { params: { chat_id }, body: {} })).data.allMessages;
    },

    /** A text from a phone, as the carrier reports it. */
    inbound(from: string, body: string, to = dealer.number) {
      count += 1;
      const sid = `SM${process.pid}x${count}${crypto.randomUUID()}`;
      return { sid, from, to, body, media: [], carrierAnsweredOptOut: false };
    },

    /** The texts sent to one phone. */
    sentTo: (phone: string) => app.sms.sent.filter((text) => text.to === phone),
  };
}

export type InboxFixture = ReturnType<typeof createInboxFixture>;

/** A test app with one dealership and its agent, signed in. */
export interface InboxTest {
  readonly app: TestApp;
  readonly dealer: Dealership;
  readonly agent: Caller;
  readonly fixture: InboxFixture;
}

/** Starts a test app for inbox tests; close it after the file's tests. */
export async function startInboxTest(): Promise<InboxTest> {
  const app = await startTestApp();
  const dealer = await app.dealership();
  const agent = await app.signIn(dealer.agent);
  return { app, dealer, agent, fixture: createInboxFixture(app, dealer, agent) };
}
