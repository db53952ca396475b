import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { Within } from "#core/server/within.ts";
import { freshPhone } from "#core/testing/dealership.ts";
import { inbox } from "../contract.ts";
import { openTalk, talkOf } from "../testing/talk.ts";
import { createReceiver } from "./receive.ts";

const { house, dealer, agent, talk } = await openTalk();
afterAll(() => house.close());
beforeEach(() => void house.jobs.kept.splice(0));

/** Texts that we sent to a phone since the first, which began the chat. */
const answersTo = (phone: string) => talk.sentTo(phone).slice(1);

async function say(phone: string, body: string, more: object = {}) {
  await house.sms.listener.inbound({ ...talk.inbound(phone, body), ...more });
  await house.jobs.doAll();
}

async function ledger(phone: string) {
  const text = "select event, source, words from consent_events where dealer_id = $1 and phone = $2 order by id";
  return (await house.pool.query(text, [dealer.dealer_id, phone])).rows;
}

test.each(["STOP", "stop", " Stop. ", "Unsubscribe!", "opt-out", "ALTO", "s\u200btop"])(
  "%j opts out at once, is confirmed exactly once, and stands in the ledger with its words",
  async (words) => {
    const { chat_id, phone } = await talk.chat();
    await say(phone, words);
    await say(phone, words);
    expect(answersTo(phone)).toHaveLength(1);
    expect(answersTo(phone)[0]?.body).toContain("unsubscribed");
    expect((await ledger(phone))[0]).toEqual({ event: "revoked", source: "keyword", words });
    await expect(talk.send(chat_id)).rejects.toMatchObject({ status: 409 });
  },
);

test.each(["stop by Saturday", "cancel my 3 pm", "please stop calling the shop line", "yes", "End of the month works"])(
  "%j is a message like any other",
  async (words) => {
    const { chat_id, phone } = await talk.chat();
    await say(phone, words);
    expect(answersTo(phone)).toEqual([]);
    await talk.send(chat_id, "Sure");
    await house.jobs.doAll();
    expect(answersTo(phone).map(({ body }) => body)).toEqual(["Sure"]);
  },
);

test.each(["START", "unstop", "Yes"])("%j after a STOP opts in again", async (words) => {
  const { chat_id, phone } = await talk.chat();
  await say(phone, "STOP");
  await say(phone, words);
  expect(answersTo(phone)).toHaveLength(2);
  expect((await ledger(phone)).map(({ event }) => event)).toEqual(["revoked", "granted"]);
  await talk.send(chat_id, "Welcome back");
  await house.jobs.doAll();
  expect(answersTo(phone).at(-1)?.body).toBe("Welcome back");
});

test("a STOP that the carrier tells of several times, also at once, is confirmed once", async () => {
  const { phone } = await talk.chat();
  const text = talk.inbound(phone, "STOP");
  await Promise.all([1, 2, 3].map(() => house.sms.listener.inbound(text)));
  await house.jobs.doAll();
  await house.sms.listener.inbound(text);
  await house.jobs.doAll();
  expect(answersTo(phone)).toHaveLength(1);
  expect(await ledger(phone)).toHaveLength(1);
});

test("a text that is told again is answered while its chat is held, and stored once", async () => {
  const { chat_id, phone } = await talk.chat();
  const text = talk.inbound(phone, "Is it still there?");
  await house.sms.listener.inbound(text);
  const holder = await house.pool.connect();
  await holder.query("begin");
  await holder.query("select from chats where id = $1 for update", [chat_id]);
  await house.sms.listener.inbound(text);
  await holder.query("rollback");
  holder.release();
  expect((await talk.messages(chat_id)).map(({ message }) => message)).toEqual(["Hello", "Is it still there?"]);
});

test("a text that is told again while it is being stored waits for that, and asks the database for nothing", async () => {
  const { within } = house.server;
  const asked: string[] = [];
  const lookup: Within["lookup"] = (reason, statement) => {
    asked.push(reason);
    return within.lookup(reason, statement);
  };
  const business: Within["business"] = (of, reason, work) => {
    asked.push(reason);
    return within.business(of, reason, work);
  };
  const receive = createReceiver({
    ...house.server,
    within: Object.assign(within.bind(null), within, { lookup, business }),
  });
  const { chat_id, phone } = await talk.chat();
  const text = talk.inbound(phone, "Is it still there?");
  await Promise.all([1, 2, 3, 4].map(() => receive(text)));
  expect(asked).toEqual(["inbound texts", "inbound texts"]);
  expect((await talk.messages(chat_id)).map(({ message }) => message)).toEqual(["Hello", "Is it still there?"]);
  // One that can't be stored can be told again.
  const broken = talk.inbound(phone, "Zero \u0000");
  const outcomes = await Promise.allSettled([receive(broken), receive(broken)]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await receive({ ...broken, body: "Zero" });
  expect((await talk.messages(chat_id)).at(-1)?.message).toBe("Zero");
});

test("two STOPs to two locations at once are confirmed once", async () => {
  const { phone } = await talk.chat();
  const both = [dealer.number, dealer.otherNumber].map((to) => talk.inbound(phone, "STOP", to));
  await Promise.all(both.map((text) => house.sms.listener.inbound(text)));
  await house.jobs.doAll();
  expect(answersTo(phone)).toHaveLength(1);
});

test.each(["Please stop texting me", "take me off your list", "número equivocado"])(
  "%j is left to staff to decide about, and not answered",
  async (words) => {
    const { chat_id, phone } = await talk.chat();
    await say(phone, words);
    expect(answersTo(phone)).toEqual([]);
    expect(await ledger(phone)).toEqual([{ event: "asked", source: "message", words }]);
    await talk.send(chat_id, "Sorry, we will");
  },
);

test("the answer to HELP leaves open what was asked before, the one to STOP leaves nothing", async () => {
  const { phone, chat_id } = await talk.chat();
  const row = async () => (await agent(inbox.chat, { params: { chat_id } })).data;
  await say(phone, "HELP");
  expect(await row()).toMatchObject({ is_replied: 1, waiting_since: null });
  await say(phone, "Is the red one still there?");
  const { waiting_since } = await row();
  expect(waiting_since).toBe(house.clock.now().toISOString());
  house.clock.advance(60_000);
  await say(phone, "HELP");
  expect(await row()).toMatchObject({ is_replied: 0, waiting_since });
  await say(phone, "STOP");
  expect(await row()).toMatchObject({ is_replied: 1, waiting_since: null });
});

test("HELP answers with who we are and how to reach us, also to a phone that has opted out", async () => {
  const { phone } = await talk.chat();
  await say(phone, "STOP");
  await say(phone, "Help!");
  expect(answersTo(phone).at(-1)?.body).toMatch(/^Dealer .*: For help, contact us at \+1\d{10}\. Reply STOP/);
});

test("nothing is confirmed when the carrier has confirmed already, but the opt-out counts", async () => {
  const { chat_id, phone } = await talk.chat();
  await say(phone, "STOP", { carrierAnsweredOptOut: true });
  expect(answersTo(phone)).toEqual([]);
  await expect(talk.send(chat_id)).rejects.toMatchObject({ status: 409 });
});

test("a STOP to one location covers the dealer's others, and no other dealer", async () => {
  const { phone } = await talk.chat();
  await say(phone, "STOP");
  const elsewhere = talkOf(house, dealer, await house.signIn(dealer.otherAgent));
  await house.sms.listener.inbound(elsewhere.inbound(phone, "hello", dealer.otherNumber));
  const there = await house.signIn(dealer.otherAgent);
  const chats = await there(inbox.chats, { params: { type: "all", offset: 0 }, body: {} });
  const chat = chats.data.allActiveChats.find(({ customer }) => customer.phone === phone);
  await expect(elsewhere.send(chat?.id ?? 0)).rejects.toMatchObject({ status: 409 });

  const other = await house.dealership();
  const theirs = talkOf(house, other, await house.signIn(other.agent));
  await house.sms.listener.inbound(theirs.inbound(phone, "hello"));
  const strangers = await (await house.signIn(other.agent))(inbox.chats, {
    params: { type: "all", offset: 0 },
    body: {},
  });
  expect(strangers.data.allActiveChats[0]?.customer).toMatchObject({ phone, optin_status: 1 });
});

test("a text to a number that belongs to nobody is let go", async () => {
  const { chat_id, phone } = await talk.chat();
  await house.sms.listener.inbound(talk.inbound(phone, "Hello?", "+15550000000"));
  expect(await talk.messages(chat_id)).toHaveLength(1);
});

describe("texts that pour in together", () => {
  test("are each stored once, by known and unknown phones, whatever one of them carries", async () => {
    const known = await Promise.all(Array.from({ length: 5 }, () => talk.chat()));
    const phones = [...known.map(({ phone }) => phone), ...Array.from({ length: 5 }, freshPhone)];
    const texts = phones.flatMap((phone) => [1, 2].map((nth) => talk.inbound(phone, `Text ${nth}`)));
    // Postgres takes no such character, whoever else comes along.
    const broken = talk.inbound(freshPhone(), "Zero \u0000");
    const tellings = [...texts, broken, ...texts, ...texts].map((text) => house.sms.listener.inbound(text));
    const outcomes = await Promise.allSettled(tellings);
    expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(1);
    const { rows } = await house.pool.query(
      `select customers.phone, chats.new_message, chats.new_message_count, customers.messages_received,
         array_agg(messages.message order by messages.id) as said
       from chats join customers on customers.id = chats.customer_id
         join messages on messages.chat_id = chats.id and messages.is_from_customer = 1
       where customers.dealer_id = $1 and customers.phone = any($2) group by 1, 2, 3, 4`,
      [dealer.dealer_id, [...phones, broken.from]],
    );
    const stored = { new_message: "Text 2", new_message_count: 2, messages_received: 2, said: ["Text 1", "Text 2"] };
    expect(rows).toHaveLength(phones.length);
    for (const row of rows) expect(row).toMatchObject(stored);
    expect(new Set(rows.map(({ phone }) => phone))).toEqual(new Set(phones));
  });

  test("keep the order of their phone: a question after HELP is open, one before STOP is not", async () => {
    const [asking, leaving] = [await talk.chat(), await talk.chat()];
    const row = async (chat_id: number) => (await agent(inbox.chat, { params: { chat_id } })).data;
    await Promise.all(
      [
        talk.inbound(freshPhone(), "First of all"),
        talk.inbound(asking.phone, "HELP"),
        talk.inbound(leaving.phone, "Is it still there?"),
        talk.inbound(asking.phone, "Where are you?"),
        talk.inbound(leaving.phone, "STOP"),
      ].map((text) => house.sms.listener.inbound(text)),
    );
    expect(await row(asking.chat_id)).toMatchObject({ is_replied: 0, new_message: "Where are you?" });
    expect(await row(leaving.chat_id)).toMatchObject({ is_replied: 1, waiting_since: null });
  });
});
