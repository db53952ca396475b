import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { customers } from "#domains/customers/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { type InboxTest, startInboxTest } from "#testing/inbox/inboxFixture.ts";

/**
 * How many statements each hot call sends to Postgres once it is warm, the session's, the transaction's and the events'
 * included. One more costs everybody a round trip, or a plan: a call that needs it says so here.
 */
const statementsOf = {
  "the list of chats": 4,
  "opening a chat": 9,
  "the customers' page": 5,
  "sending a text": 16,
  "receiving a text": 15,
} as const;

const query = vi.spyOn(pg.Client.prototype, "query");
let fixture: InboxTest;
beforeAll(async () => {
  fixture = await startInboxTest();
});
afterAll(async () => {
  await fixture.app.close();
  query.mockRestore();
});

const textOf = (statement: unknown) =>
  typeof statement === "string" ? statement : String((statement as { text?: string }).text);

/**
 * The statements of one more call, after enough of them that nothing is opened, planned or set any more. Of three, the
 * one with the fewest: another job may have used the connection between two calls, or at the same time.
 */
async function statementsOfOneMore(call: (index: number) => Promise<unknown>): Promise<string[]> {
  for (let index = 0; index < 4; index++) await call(index);
  let fewest: string[] | undefined;
  for (let index = 4; index < 7; index++) {
    query.mockClear();
    await call(index);
    const sent = query.mock.calls.map(([statement]) => textOf(statement).replace(/\s+/g, " ").slice(0, 100));
    if (!fewest || sent.length < fewest.length) fewest = sent;
  }
  return fewest ?? [];
}

const newestFirst = { draw: 1, length: 25, columns: [{ data: "id" }], order: [{ column: 0, dir: "desc" as const }] };

const calls: Record<keyof typeof statementsOf, () => Promise<(index: number) => Promise<unknown>>> = {
  "the list of chats": async () => {
    await fixture.fixture.chat();
    return () => fixture.agent(inbox.chats, { params: { type: "all", offset: 0 }, body: { tab: "active" } });
  },
  "opening a chat": async () => {
    const { chat_id } = await fixture.fixture.chat();
    return () => fixture.agent(inbox.messages, { params: { chat_id }, body: {} });
  },
  "the customers' page": async () => {
    await fixture.fixture.customer();
    return () => fixture.agent(customers.table, { body: newestFirst });
  },
  "sending a text": async () => {
    const { chat_id } = await fixture.fixture.chat();
    const { id: last_seen_id } = (await fixture.fixture.messages(chat_id)).at(-1) ?? { id: 0 };
    return (index) => {
      const text = { chat_id, message: `Hello ${index}`, client_id: crypto.randomUUID(), last_seen_id };
      return fixture.agent(inbox.send, { body: text });
    };
  },
  "receiving a text": async () => {
    const { phone } = await fixture.fixture.chat();
    return (index) => fixture.app.sms.listener.onInboundText(fixture.fixture.inbound(phone, `Hi ${index}`));
  },
};

test.each(Object.keys(calls) as (keyof typeof calls)[])("%s", async (name) => {
  const statements = await statementsOfOneMore(await calls[name]());
  expect(statements.length, statements.join("\n")).toBeLessThanOrEqual(statementsOf[name]);
});
