import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { businessHours } from "#domains/locations/hours/contract.ts";
import { defaultHours } from "#domains/locations/hours/rules.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { createInboxFixture, type InboxFixture } from "#testing/inbox/inboxFixture.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { autoReplies } from "./contract.ts";
import { usualReplies } from "./rules.ts";

const [fridayNoon, fridayNight] = ["2026-11-20T17:00:00Z", "2026-11-21T02:00:00Z"];
const hourMs = 3_600_000;

let app: TestApp;
let dealer: Dealership;
let manager: Caller;
let agent: Caller;
let fixture: InboxFixture;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.pool.query("delete from rate_limits"); // Each test signs people in.
  dealer = await app.dealership();
  await setTime(fridayNoon);
});

/** Signs in again, because sessions end. */
async function setTime(time: string) {
  app.clock.set(new Date(time));
  [manager, agent] = [await app.signIn(dealer.manager), await app.signIn(dealer.agent)];
  fixture = createInboxFixture(app, dealer, agent);
}

const change = (more: object = {}, call = manager) =>
  call(autoReplies.changeSettings, { body: { is_on: 1, closed_words: "", holiday_words: "", ...more } });

async function receive(phone: string, words = "Do you still have the Accord?", more: object = {}) {
  await app.sms.listener.onInboundText({ ...fixture.inbound(phone, words), ...more });
  await app.jobs.runAll();
}
const texts = (phone: string) => fixture.sentTo(phone).map(({ body }) => body);
const chatOf = async (phone: string) => {
  const { data } = await agent(inbox.chats, { params: { type: "all", offset: 0 }, body: {} });
  return data.allActiveChats.find(({ customer }) => customer.phone === phone);
};

describe("a text that comes while the location is closed", () => {
  beforeEach(async () => {
    await change();
    await setTime(fridayNight);
  });

  test("gets one reply that says when someone answers, and leaves the customer waiting", async () => {
    const phone = freshPhone();
    await receive(phone);
    expect(texts(phone)).toEqual([
      expect.stringMatching(
        /^Thanks for texting Dealer .*! We're closed right now and will reply tomorrow at 9:00 AM\.$/,
      ),
    ]);
    const chat = await chatOf(phone);
    expect(chat).toMatchObject({ is_read: 0, is_replied: 0, new_message_count: 1, waiting_since: expect.any(String) });
    expect(chat?.last_message_from).toMatchObject({ who: "automatic" });
    const { data } = await agent(inbox.messages, { params: { chat_id: chat?.id ?? 0 }, body: { before: 1e15 } });
    expect(data.allMessages.at(-1)).toMatchObject({ automatic: "after_hours", sent_by: "", state: "sending" });
    const { rows } = await app.pool.query("select 1 from responses where dealer_id = $1", [dealer.dealer_id]);
    expect(rows).toEqual([]);
  });

  test("is replied to once in twelve hours", async () => {
    const phone = freshPhone();
    await receive(phone);
    app.clock.advance(11 * hourMs);
    await receive(phone, "Hello?");
    expect(texts(phone)).toHaveLength(1);
    app.clock.advance(1.1 * hourMs);
    // Saturday morning, when it is open.
    await receive(phone, "Anybody?");
    expect(texts(phone)).toHaveLength(1);
    app.clock.advance(12 * hourMs);
    await receive(phone, "Still nobody?");
    expect(texts(phone)).toEqual([expect.anything(), expect.stringContaining("will reply on Monday at 9:00 AM")]);
  });

  test.each([
    "STOP",
    "HELP",
    "START",
    "C",
    "R",
    "Liked “See you at 5”",
    "Please stop texting me",
    "Auto-reply: I'm driving",
  ])("is left alone: %s", async (words) => {
    const phone = freshPhone();
    await receive(phone, words, { carrierAnsweredOptOut: true });
    expect(texts(phone)).toEqual([]);
  });

  test("from somebody who may have asked for no more texts is left alone from then on", async () => {
    const phone = freshPhone();
    await receive(phone, "Please stop texting me");
    app.clock.advance(60_000);
    await receive(phone, "hello?");
    expect(texts(phone)).toEqual([]);
  });

  test("from somebody who opted out is left alone, also when the STOP comes first in the queue", async () => {
    const phone = freshPhone();
    await receive(phone, "STOP", { carrierAnsweredOptOut: true });
    await receive(phone, "Is it there?");
    const other = freshPhone();
    await app.sms.listener.onInboundText(fixture.inbound(other, "Is it there?"));
    await app.sms.listener.onInboundText({ ...fixture.inbound(other, "STOP"), carrierAnsweredOptOut: true });
    await app.jobs.runAll();
    expect([...texts(phone), ...texts(other)]).toEqual([]);
  });

  test("from the business's own people and numbers is left alone", async () => {
    const { dealer_id, location_id } = dealer;
    const phones = Array.from({ length: 4 }, freshPhone);
    const [profile = "", notified = "", forwarded = "", own = ""] = phones;
    await app.pool.query("update users set phone = $2 where dealer_id = $1 and email = $3", [
      dealer_id,
      profile.slice(2),
      dealer.agent,
    ]);
    await app.pool.query(
      "update locations set notification_phone_no = $3, call_phone_no = $4 where dealer_id = $1 and id = $2",
      [dealer_id, location_id, notified, forwarded],
    );
    await app.pool.query(
      "insert into member_phones (dealer_id, user_id, phone) select $1, id, $2 from users where dealer_id = $1 limit 1",
      [dealer_id, own],
    );
    for (const phone of [...phones, dealer.otherNumber]) await receive(phone);
    const all = [...phones, dealer.otherNumber].flatMap(texts);
    expect(all.filter((text) => text.startsWith("Thanks for texting"))).toEqual([]);
  });

  test.each(["72345", "+18005550123", "+442071838750"])(
    "from %s, which nobody can text, is left alone",
    async (phone) => {
      await receive(phone);
      expect(texts(phone)).toEqual([]);
    },
  );

  test("from a machine that answers within seconds gets no second reply, from a person it does", async () => {
    const [machine, person] = [freshPhone(), freshPhone()];
    await receive(machine);
    await receive(person);
    app.clock.advance(5_000);
    await receive(machine, "We got your text!");
    app.clock.advance(60_000);
    await receive(person, "Thanks");
    await setTime("2026-11-22T02:00:00Z");
    await receive(machine, "Our hours are 9 to 5");
    await receive(person, "One more thing");
    expect([texts(machine).length, texts(person).length]).toEqual([1, 2]);
  });

  test("has its reply once when the carrier and the queue repeat it", async () => {
    const phone = freshPhone();
    const text = fixture.inbound(phone, "Hi");
    await Promise.all(Array.from({ length: 5 }, () => app.sms.listener.onInboundText(text)));
    const [reply] = app.jobs.queued.filter(({ job }) => job.name === "inbox.replyAfterHours");
    if (!reply) throw new Error("nothing to repeat");
    app.jobs.queued.push(...Array.from({ length: 5 }, () => reply));
    await app.jobs.runAll();
    expect(texts(phone)).toHaveLength(1);
    app.jobs.queued.push({ ...reply, due: 0 });
    await setTime("2026-11-22T02:00:00Z");
    await app.jobs.runAll();
    expect(texts(phone)).toHaveLength(1);
  });

  test("is left to the member who answers first, and to the morning when the queue was away", async () => {
    // Of New York, where it is night.
    const [answered, late] = [freshPhone(), `+1212${freshPhone().slice(5)}`];
    await app.sms.listener.onInboundText(fixture.inbound(answered, "Hi"));
    await fixture.send((await chatOf(answered))?.id ?? 0, "It is!");
    await app.jobs.runAll();
    expect(texts(answered)).toEqual(["It is!"]);
    await app.sms.listener.onInboundText(fixture.inbound(late, "Hi"));
    app.clock.advance(16 * 60_000);
    await app.jobs.runAll();
    expect(texts(late)).toEqual([]);
  });

  test("is not replied to from a number that isn't registered, nor beyond the day's limit", async () => {
    const [held, beyond] = [freshPhone(), freshPhone()];
    const registration = (state: string) =>
      app.pool.query("update phone_numbers set registration = $2 where number = $1", [dealer.number, state]);
    await registration("missing");
    await receive(held);
    expect(texts(held)).toEqual([]);
    await registration("not_needed");
    await app.pool.query(
      "insert into quota_uses (dealer_id, day, kind, used) values ($1, '2026-11-20', 'texts', 1e6)",
      [dealer.dealer_id],
    );
    await receive(beyond);
    expect(texts(beyond)).toEqual([]);
    const { data } = await agent(inbox.messages, {
      params: { chat_id: (await chatOf(beyond))?.id ?? 0 },
      body: { before: 1e15 },
    });
    expect(data.allMessages.at(-1)).toMatchObject({ automatic: "after_hours", state: "failed" });
  });
});

describe("nothing is enqueued", () => {
  const replies = () => app.jobs.queued.filter(({ job }) => job.name === "inbox.replyAfterHours");
  test.each([
    ["where it is off", { is_on: 0 }, fridayNight],
    ["while the location is open", {}, fridayNoon],
  ])("%s", async (_, settings, time) => {
    await change(settings);
    await setTime(time);
    app.jobs.queued.splice(0);
    await app.sms.listener.onInboundText(fixture.inbound(freshPhone(), "Hi"));
    expect(replies()).toEqual([]);
  });

  test("at another location, where nobody turned it on", async () => {
    await change();
    await setTime(fridayNight);
    app.jobs.queued.splice(0);
    await app.sms.listener.onInboundText(fixture.inbound(freshPhone(), "Hi", dealer.otherNumber));
    expect(replies()).toEqual([]);
  });
});

describe("the words", () => {
  const setHours = async (hours: object) => {
    const owner = await app.signIn(dealer.owner);
    const body = { week: [...defaultHours.week], closed: [], ...hours };
    await owner(businessHours.change, { params: { id: dealer.location_id }, body });
  };

  test("are others on a closed date, and greet by name", async () => {
    await change({ holiday_words: "Happy holidays, %first_name%! %Location Name% answers %answer_time%." });
    await setHours({ closed: ["2026-11-26"] });
    await setTime("2026-11-26T17:00:00Z");
    const { phone } = await fixture.customer();
    await receive(phone);
    expect(texts(phone)).toEqual(["Happy holidays, Cara! Downtown answers tomorrow at 9:00 AM."]);
  });

  test("don't say when a location that never opens will answer", async () => {
    await change();
    await setHours({ week: Array.from({ length: 7 }, () => null) });
    const phone = freshPhone();
    await receive(phone);
    expect(texts(phone)).toEqual([expect.stringMatching(/and will reply as soon as we can\.$/)]);
  });

  test("are kept as written, and the usual ones follow their defaults", async () => {
    const own = { is_on: 1, closed_words: "Reply STOP 🚗 or wait until %answer_time|soon%.", holiday_words: "" };
    expect((await change(own)).data).toEqual({ ...own, holiday_words: usualReplies.holiday_words, is_on: 1 });
    expect((await manager(autoReplies.settings)).data).toMatchObject({ closed_words: own.closed_words });
    await change({ ...usualReplies });
    const { rows } = await app.pool.query("select closed_words from after_hours_replies where dealer_id = $1", [
      dealer.dealer_id,
    ]);
    expect(rows).toEqual([{ closed_words: "" }]);
  });

  test.each([
    ["A".repeat(10_000), "Use at most 320 characters"],
    ["Hi %fist_name%", "There is no variable %fist_name%. Correct or remove it"],
    ["About %vehicle%", "There is no variable %vehicle%. Correct or remove it"],
    ["a\u0000b", "This contains a character we can't save"],
  ])("%.20s are refused at their field", async (closed_words, message) => {
    await expect(change({ closed_words })).rejects.toMatchObject({ fields: { closed_words: message } });
  });

  test("saved by ten people at once are those of one of them", async () => {
    const words = Array.from({ length: 10 }, (_, at) => `Words ${at}`);
    await Promise.all(words.map((own) => change({ closed_words: own, holiday_words: own })));
    const { closed_words, holiday_words } = (await manager(autoReplies.settings)).data;
    expect(words).toContain(closed_words);
    expect(holiday_words).toBe(closed_words);
  });
});
