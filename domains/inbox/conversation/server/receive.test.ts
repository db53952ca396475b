import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { Within } from "#core/server/within.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { freshPhone } from "#testing/dealership.ts";
import { createInboxFixture, startInboxTest } from "#testing/inbox/inboxFixture.ts";
import { createTextReceiver } from "./receive.ts";

const { app, dealer, agent, fixture } = await startInboxTest();
afterAll(() => app.close());
beforeEach(() => void app.jobs.queued.splice(0));

/** The texts sent to a phone after the one that started the chat. */
const repliesTo = (phone: string) => fixture.sentTo(phone).slice(1);

async function receiveText(phone: string, body: string, more: object = {}) {
  await app.sms.listener.onInboundText({ ...fixture.inbound(phone, body), ...more });
  await app.jobs.runAll();
}

async function consentEvents(phone: string) {
  const text = "select event, source, words from consent_events where dealer_id = $1 and phone = $2 order by id";
  return (await app.pool.query(text, [dealer.dealer_id, phone])).rows;
}

test.each(["STOP", "stop", " Stop. ", "Unsubscribe!", "opt-out", "ALTO", "s\u200btop"])(
  "%j opts out at once, is confirmed exactly once, and is recorded with its words",
  async (words) => {
    const { chat_id, phone } = await fixture.chat();
    await receiveText(phone, words);
    await receiveText(phone, words);
    expect(repliesTo(phone)).toHaveLength(1);
    expect(repliesTo(phone)[0]?.body).toContain("unsubscribed");
    expect((await consentEvents(phone))[0]).toEqual({ event: "revoked", source: "keyword", words });
    await expect(fixture.send(chat_id)).rejects.toMatchObject({ status: 409 });
  },
);

test.each(["stop by Saturday", "cancel my 3 pm", "please stop calling the shop line", "yes", "End of the month works"])(
  "%j is an ordinary message",
  async (words) => {
    const { chat_id, phone } = await fixture.chat();
    await receiveText(phone, words);
    expect(repliesTo(phone)).toEqual([]);
    await fixture.send(chat_id, "Sure");
    await app.jobs.runAll();
    expect(repliesTo(phone).map(({ body }) => body)).toEqual(["Sure"]);
  },
);

test.each(["START", "unstop", "Yes"])("%j after a STOP opts in again", async (words) => {
  const { chat_id, phone } = await fixture.chat();
  await receiveText(phone, "STOP");
  await receiveText(phone, words);
  expect(repliesTo(phone)).toHaveLength(2);
  expect((await consentEvents(phone)).map(({ event }) => event)).toEqual(["revoked", "granted"]);
  await fixture.send(chat_id, "Welcome back");
  await app.jobs.runAll();
  expect(repliesTo(phone).at(-1)?.body).toBe("Welcome back");
});

test("a STOP counts at once, even while somebody changes its customer for long", async () => {
  const { id, phone } = await fixture.chat();
  const changing = await app.pool.connect();
  await changing.query("begin");
  await changing.query("select from customers where id = $1 for update", [id]);
  const stopping = receiveText(phone, "STOP");
  await expect.poll(() => consentEvents(phone)).toHaveLength(1);
  expect((await app.pool.query("select from suppressions where phone = $1", [phone])).rowCount).toBe(1);
  await changing.query("rollback");
  changing.release();
  await stopping;
  expect(repliesTo(phone).map(({ body }) => body)).toEqual([expect.stringContaining("unsubscribed")]);
  expect(await consentEvents(phone)).toHaveLength(1);
});

test("a STOP reported several times, also concurrently, is confirmed once", async () => {
  const { phone } = await fixture.chat();
  const text = fixture.inbound(phone, "STOP");
  await Promise.all([1, 2, 3].map(() => app.sms.listener.onInboundText(text)));
  await app.jobs.runAll();
  await app.sms.listener.onInboundText(text);
  await app.jobs.runAll();
  expect(repliesTo(phone)).toHaveLength(1);
  expect(await consentEvents(phone)).toHaveLength(1);
});

test("a repeated text is acknowledged while its chat is locked, and stored once", async () => {
  const { chat_id, phone } = await fixture.chat();
  const text = fixture.inbound(phone, "Is it still there?");
  await app.sms.listener.onInboundText(text);
  const holder = await app.pool.connect();
  await holder.query("begin");
  await holder.query("select from chats where id = $1 for update", [chat_id]);
  await app.sms.listener.onInboundText(text);
  await holder.query("rollback");
  holder.release();
  expect((await fixture.messages(chat_id)).map(({ message }) => message)).toEqual(["Hello", "Is it still there?"]);
});

test("a text repeated while it is being stored waits for that without querying the database", async () => {
  const { within } = app.server;
  const transactions: string[] = [];
  const read: Within["eachCell"]["read"] = (reason, statement) => {
    transactions.push(reason);
    return within.eachCell.read(reason, statement);
  };
  const business: Within["business"] = (of, reason, work) => {
    transactions.push(reason);
    return within.business(of, reason, work);
  };
  const receive = createTextReceiver({
    ...app.server,
    within: Object.assign(within.bind(null), within, {
      business,
      eachCell: Object.assign(within.eachCell.bind(null), { read }),
    }),
  });
  const { chat_id, phone } = await fixture.chat();
  const text = fixture.inbound(phone, "Is it still there?");
  await Promise.all([1, 2, 3, 4].map(() => receive(text)));
  expect(transactions).toEqual(["inbound texts", "inbound texts"]);
  expect((await fixture.messages(chat_id)).map(({ message }) => message)).toEqual(["Hello", "Is it still there?"]);
  // One that couldn't be stored can be repeated.
  const broken = fixture.inbound(phone, "Zero \u0000");
  const outcomes = await Promise.allSettled([receive(broken), receive(broken)]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await receive({ ...broken, body: "Zero" });
  expect((await fixture.messages(chat_id)).at(-1)?.message).toBe("Zero");
});

test("concurrent STOPs to two locations are confirmed once", async () => {
  const { phone } = await fixture.chat();
  const both = [dealer.number, dealer.otherNumber].map((to) => fixture.inbound(phone, "STOP", to));
  await Promise.all(both.map((text) => app.sms.listener.onInboundText(text)));
  await app.jobs.runAll();
  expect(repliesTo(phone)).toHaveLength(1);
});

test.each(["Please stop texting me", "take me off your list", "número equivocado"])(
  "%j is left to staff to decide, without a reply",
  async (words) => {
    const { chat_id, phone } = await fixture.chat();
    await receiveText(phone, words);
    expect(repliesTo(phone)).toEqual([]);
    expect(await consentEvents(phone)).toEqual([{ event: "asked", source: "message", words }]);
    await fixture.send(chat_id, "Sorry, we will");
  },
);

test("the reply to HELP leaves earlier questions open, the one to STOP closes them", async () => {
  const { phone, chat_id } = await fixture.chat();
  const row = async () => (await agent(inbox.chat, { params: { chat_id } })).data;
  await receiveText(phone, "HELP");
  expect(await row()).toMatchObject({ is_replied: 1, waiting_since: null });
  await receiveText(phone, "Is the red one still there?");
  const { waiting_since } = await row();
  expect(waiting_since).toBe(app.clock.now().toISOString());
  app.clock.advance(60_000);
  await receiveText(phone, "HELP");
  expect(await row()).toMatchObject({ is_replied: 0, waiting_since });
  await receiveText(phone, "STOP");
  expect(await row()).toMatchObject({ is_replied: 1, waiting_since: null });
});

test("each reply to a keyword says which one it was", async () => {
  const { phone, chat_id } = await fixture.chat();
  for (const word of ["HELP", "STOP", "START"]) await receiveText(phone, word);
  const replies = (await fixture.messages(chat_id)).filter(({ automatic }) => automatic !== null);
  expect(replies.map(({ automatic }) => automatic)).toEqual(["help", "opt_out", "opt_in"]);
});

test("HELP is answered with the business and its contact, also for an opted-out phone", async () => {
  const { phone } = await fixture.chat();
  await receiveText(phone, "STOP");
  await receiveText(phone, "Help!");
  expect(repliesTo(phone).at(-1)?.body).toMatch(
    /^Dealer .*: For help, contact us at \(\d{3}\) \d{3}-\d{4}\. Reply STOP/,
  );
});

test("an opt-out that the carrier confirmed counts, without another confirmation", async () => {
  const { chat_id, phone } = await fixture.chat();
  await receiveText(phone, "STOP", { carrierAnsweredOptOut: true });
  expect(repliesTo(phone)).toEqual([]);
  await expect(fixture.send(chat_id)).rejects.toMatchObject({ status: 409 });
});

describe("the carrier's own word", () => {
  const carrier = (carrierKeyword: "stop" | "start" | "help") => ({ carrierAnsweredOptOut: true, carrierKeyword });

  test.each(["ARRET", "Adios", "NO", "Loved “Hi”"])("STOP revokes at once, whatever %j says", async (words) => {
    const { chat_id, phone } = await fixture.chat();
    await receiveText(phone, words, carrier("stop"));
    await receiveText(phone, words, carrier("stop"));
    expect(repliesTo(phone)).toEqual([]);
    expect((await consentEvents(phone))[0]).toEqual({ event: "revoked", source: "carrier", words });
    await expect(fixture.send(chat_id)).rejects.toMatchObject({ status: 409 });
  });

  test("START opts in again, and HELP changes nothing", async () => {
    const { chat_id, phone } = await fixture.chat();
    await receiveText(phone, "STOP", carrier("stop"));
    await receiveText(phone, "Hola", carrier("help"));
    await expect(fixture.send(chat_id)).rejects.toMatchObject({ status: 409 });
    await receiveText(phone, "De nuevo", carrier("start"));
    expect(repliesTo(phone)).toEqual([]);
    expect(await consentEvents(phone)).toEqual([
      { event: "revoked", source: "keyword", words: "STOP" },
      { event: "granted", source: "carrier", words: "De nuevo" },
    ]);
    await fixture.send(chat_id, "Welcome back");
  });
});

test("a reaction, a quotation of ours and an ordinary answer leave marketing as it is", async () => {
  const { chat_id, phone } = await fixture.chat();
  const offer = "Hi, fall special. Reply STOP to unsubscribe from marketing messages.";
  for (const words of [`Loved “${offer}”`, `👍 to “${offer}”`, `> ${offer}\nSee you then`])
    await receiveText(phone, words);
  expect(await consentEvents(phone)).toEqual([]);
  expect(repliesTo(phone)).toEqual([]);
  await receiveText(phone, "Stop\n\nSent from my iPhone");
  expect((await consentEvents(phone))[0]).toMatchObject({ event: "revoked", source: "keyword" });
  await expect(fixture.send(chat_id)).rejects.toMatchObject({ status: 409 });
});

test("a STOP to one location covers the dealer's other locations, but no other dealer", async () => {
  const { phone } = await fixture.chat();
  await receiveText(phone, "STOP");
  const elsewhere = createInboxFixture(app, dealer, await app.signIn(dealer.otherAgent));
  await app.sms.listener.onInboundText(elsewhere.inbound(phone, "hello", dealer.otherNumber));
  const otherAgent = await app.signIn(dealer.otherAgent);
  const chats = await otherAgent(inbox.chats, { params: { type: "all", offset: 0 }, body: {} });
  const chat = chats.data.allActiveChats.find(({ customer }) => customer.phone === phone);
  await expect(elsewhere.send(chat?.id ?? 0)).rejects.toMatchObject({ status: 409 });

  const other = await app.dealership();
  const theirs = createInboxFixture(app, other, await app.signIn(other.agent));
  await app.sms.listener.onInboundText(theirs.inbound(phone, "hello"));
  const strangers = await (await app.signIn(other.agent))(inbox.chats, {
    params: { type: "all", offset: 0 },
    body: {},
  });
  expect(strangers.data.allActiveChats[0]?.customer).toMatchObject({ phone, optin_status: 1 });
});

test("a text to an unknown number is ignored", async () => {
  const { chat_id, phone } = await fixture.chat();
  await app.sms.listener.onInboundText(fixture.inbound(phone, "Hello?", "+15550000000"));
  expect(await fixture.messages(chat_id)).toHaveLength(1);
});

describe("a text with characters that can't be stored", () => {
  test.each([
    ["Is it\u0000 still there?", "Is it\uFFFD still there?"],
    ["\u0000", "\uFFFD"],
    ["half an emoji \ud83d", "half an emoji \uFFFD"],
    ["\udc00 first", "\uFFFD first"],
  ])("%j is stored as %j", async (body, stored) => {
    const { chat_id, phone } = await fixture.chat();
    const media = [{ url: "https://carrier.test/a\u0000b", type: "image/png\ud800" }];
    await receiveText(phone, body, { media });
    expect((await fixture.messages(chat_id)).at(-1)).toMatchObject({ message: stored });
  });

  test.each(["STOP\u0000", "\ud800STOP", "S\u0000TOP", "\u0000stop\udfff."])("%j opts out", async (body) => {
    const { chat_id, phone } = await fixture.chat();
    await receiveText(phone, body);
    expect(repliesTo(phone)).toHaveLength(1);
    expect((await consentEvents(phone))[0]).toMatchObject({ event: "revoked", source: "keyword" });
    await expect(fixture.send(chat_id)).rejects.toMatchObject({ status: 409 });
  });
});

describe("concurrent texts", () => {
  test("from known and unknown phones are each stored once, even if one of them can't be stored", async () => {
    const known = await Promise.all(Array.from({ length: 5 }, () => fixture.chat()));
    const phones = [...known.map(({ phone }) => phone), ...Array.from({ length: 5 }, freshPhone)];
    const texts = phones.flatMap((phone) => [1, 2].map((nth) => fixture.inbound(phone, `Text ${nth}`)));
    // Postgres rejects this character, which never gets this far otherwise; the rest of the batch must survive.
    const receive = createTextReceiver(app.server);
    const broken = fixture.inbound(freshPhone(), "Zero \u0000");
    const reports = [...texts, broken, ...texts, ...texts].map((text) => receive(text));
    const outcomes = await Promise.allSettled(reports);
    expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(1);
    const { rows } = await app.pool.query(
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

  test("keep their order per phone: a question after HELP is open, one before STOP is not", async () => {
    const [asking, leaving] = [await fixture.chat(), await fixture.chat()];
    const row = async (chat_id: number) => (await agent(inbox.chat, { params: { chat_id } })).data;
    await Promise.all(
      [
        fixture.inbound(freshPhone(), "First of all"),
        fixture.inbound(asking.phone, "HELP"),
        fixture.inbound(leaving.phone, "Is it still there?"),
        fixture.inbound(asking.phone, "Where are you?"),
        fixture.inbound(leaving.phone, "STOP"),
      ].map((text) => app.sms.listener.onInboundText(text)),
    );
    expect(await row(asking.chat_id)).toMatchObject({ is_replied: 0, new_message: "Where are you?" });
    expect(await row(leaving.chat_id)).toMatchObject({ is_replied: 1, waiting_since: null });
  });
});
