import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { customers } from "#domains/customers/contract.ts";
import type { Dealership } from "#testing/dealership.ts";
import { createInboxFixture, type InboxFixture, startInboxTest } from "#testing/inbox/inboxFixture.ts";
import type { TestApp } from "#testing/testApp.ts";
import { inboxSearch } from "./contract.ts";

let app: TestApp;
let dealer: Dealership;
let agent: Caller;
let fixture: InboxFixture;

beforeAll(async () => {
  ({ app, dealer, agent, fixture } = await startInboxTest());
});
afterAll(() => app.close());

const search = async (search_param: string, call = agent, cursor?: string) =>
  (await call(inboxSearch.search, { body: { search_param, ...(cursor && { cursor }) } })).data;
const texts = async (typed: string, call = agent) => (await search(typed, call)).messages.map(({ excerpt }) => excerpt);

describe("messages", () => {
  test("are found by any part of a word, whatever its case and accents, the newest first", async () => {
    const { chat_id } = await fixture.chat("The Périwinkle one");
    await fixture.send(chat_id, "No, the other");
    await fixture.send(chat_id, "the peRIWinkles, yes");
    const { messages, searches_messages } = await search("eriwink");
    expect(messages.map(({ excerpt }) => excerpt)).toEqual(["the peRIWinkles, yes", "The Périwinkle one"]);
    expect(messages[1]).toMatchObject({ chat: { id: chat_id }, marks: [[5, 12]], is_from_customer: 0 });
    expect(searches_messages).toBe(1);
  });

  test("include the customer's, and are found by their current text", async () => {
    const { phone, chat_id } = await fixture.chat("Hi");
    await app.sms.listener.onInboundText(fixture.inbound(phone, "Is the tangerine one there?"));
    expect((await search("tangerine")).messages).toMatchObject([{ chat: { id: chat_id }, is_from_customer: 1 }]);
    await app.pool.query("update messages set message = 'A clementine' where chat_id = $1 and is_from_customer = 1", [
      chat_id,
    ]);
    expect(await texts("tangerine")).toEqual([]);
    expect(await texts("clementine")).toEqual(["A clementine"]);
  });

  test("need all words, in any order, and match special characters literally", async () => {
    const { chat_id } = await fixture.chat("Ask for 100%_off\\now, quincewood");
    await fixture.send(chat_id, "Ask for 1000 off now, quincewood");
    expect(await texts("quincewood ask")).toHaveLength(2);
    expect(await texts("quincewood 100%")).toEqual(["Ask for 100%_off\\now, quincewood"]);
    expect(await texts("quincewood %_off\\")).toEqual(["Ask for 100%_off\\now, quincewood"]);
    expect(await texts("quincewood nothere")).toEqual([]);
  });

  test("are not searched without three letters or digits in a row, and the answer says so", async () => {
    await fixture.chat("ok ok");
    expect(await search("ok")).toMatchObject({ messages: [], searches_messages: 0, next_cursor: { messages: null } });
  });

  test("that are deleted are found only by the owner", async () => {
    const { chat_id } = await fixture.chat("A huckleberry secret");
    await app.pool.query("update messages set deleted_at = now() where chat_id = $1", [chat_id]);
    expect(await texts("huckleberry")).toEqual([]);
    expect(await texts("huckleberry", await app.signIn(dealer.owner))).toEqual(["A huckleberry secret"]);
  });

  test("of a deleted customer are not found", async () => {
    const { id } = await fixture.chat("Elderberry wine");
    await (await app.signIn(dealer.manager))(customers.remove, { params: { id } });
    expect(await texts("elderberry")).toEqual([]);
  });

  test("of another location or business are not found", async () => {
    const stranger = await app.dealership();
    await fixture.chat("The mirabelle here");
    const elsewhere = await app.signIn(dealer.otherAgent);
    await createInboxFixture(app, dealer, elsewhere).chat("The mirabelle at the airport");
    const theirs = await app.signIn(stranger.agent);
    await createInboxFixture(app, stranger, theirs).chat("The mirabelle of others");
    expect(await texts("mirabelle")).toEqual(["The mirabelle here"]);
    expect(await texts("mirabelle", elsewhere)).toEqual(["The mirabelle at the airport"]);
    expect(await texts("mirabelle", theirs)).toEqual(["The mirabelle of others"]);
  });

  test("come in batches without repeats or gaps", async () => {
    const { chat_id } = await fixture.chat("gooseberry 0");
    for (let n = 1; n < 45; n++) await fixture.send(chat_id, `gooseberry ${n}`);
    const found: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { messages, chats, next_cursor } = await search("gooseberry", agent, cursor);
      found.push(...messages.map(({ excerpt }) => excerpt));
      expect(chats).toEqual([]);
      cursor = next_cursor.messages;
    }
    expect(found).toEqual(Array.from({ length: 45 }, (_, n) => `gooseberry ${44 - n}`));
  });
});

describe("chats", () => {
  const customerNamed = async (first_name: string, hasChat = true) => {
    const { id, phone } = hasChat ? await fixture.chat() : await fixture.customer();
    await app.pool.query("update customers set first_name = $2, email = $3 where id = $1", [
      id,
      first_name,
      `${first_name.toLowerCase()}@orchard.example`,
    ]);
    return { id, phone };
  };
  const names = async (typed: string) => (await search(typed)).chats.map(({ customer }) => customer.first_name);

  test("are found by name, e-mail and phone from two characters on", async () => {
    const { phone } = await customerNamed("Xyqv");
    expect(await names("xy")).toEqual(["Xyqv"]);
    expect(await names("YQV@ORCH")).toEqual(["Xyqv"]);
    expect(await names(`(${phone.slice(2, 5)}) ${phone.slice(5, 8)}-${phone.slice(8)}`)).toEqual(["Xyqv"]);
  });

  test("leave out customers without a chat; active ones come first", async () => {
    await customerNamed("Wqxa", false);
    const closed = await customerNamed("Wqxb");
    await customerNamed("Wqxc");
    await app.pool.query("update chats set is_closed = 1 where customer_id = $1", [closed.id]);
    expect(await names("wqx")).toEqual(["Wqxc", "Wqxb"]);
  });

  test("come in batches", async () => {
    const { rows } = await app.pool.query<{ id: number }>(
      `insert into customers (dealer_id, location_id, first_name, last_name, phone)
       select $1, $2, 'Plenty', 'Of', '+1212777' || (1000 + n) from generate_series(1, 45) n returning id`,
      [dealer.dealer_id, dealer.location_id],
    );
    await app.pool.query(
      `insert into chats (dealer_id, location_id, customer_id, is_closed, is_pinned, chat_time)
       select dealer_id, location_id, id, (id % 2)::int, (id % 5 = 0)::int, now() - id * interval '1 minute' from customers where id = any($1)`,
      [rows.map(({ id }) => id)],
    );
    const found: number[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { chats, next_cursor } = await search("plenty", agent, cursor);
      found.push(...chats.map(({ customer }) => customer.id));
      cursor = next_cursor.chats;
    }
    expect(found.toSorted((a, b) => a - b)).toEqual(rows.map(({ id }) => id));
  });
});

test("invalid input is refused", async () => {
  const refused = { status: 422 };
  await expect(search("x")).rejects.toMatchObject(refused);
  await expect(search("a\u0000b")).rejects.toMatchObject(refused);
  await expect(search("abc", agent, "m.x")).rejects.toMatchObject(refused);
  expect(await search("\ud83d\udc4d\ud83d")).toMatchObject({ chats: [], messages: [] });
});
