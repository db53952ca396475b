import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { type Dealership, freshPhone } from "#core/testing/dealership.ts";
import { openTestHouse, type TestHouse } from "#core/testing/house.ts";
import { customers } from "#domains/customers/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import type { CallKey, VoiceListener } from "#ports/voice/voice.ts";
import { voice } from "../contract.ts";
import { settleAfter, settleAfterEnd } from "../rules.ts";
import { type Phoning, phoningOf } from "../testing/phoning.ts";

const forward = "+19095550177";
let house: TestHouse;
let dealer: Dealership;
let agent: Caller;
let manager: Caller;
let phoning: Phoning;
let carrier: VoiceListener;

beforeAll(async () => {
  house = await openTestHouse();
  dealer = await house.dealership();
  agent = await house.signIn(dealer.agent);
  manager = await house.signIn(dealer.manager);
  phoning = phoningOf(house, dealer, agent);
  carrier = house.voice.listener;
});
afterAll(() => house.close());
beforeEach(async () => {
  house.jobs.kept.splice(0);
  house.events.heard.splice(0);
  await phoning.forwardTo(forward);
});

/** A call that rang in vain. */
async function missed(from?: string): Promise<CallKey> {
  const call = phoning.newCall(from);
  await carrier.incoming(call);
  await carrier.dialed(call, "unanswered", undefined);
  return call;
}

const events = () => house.events.heard.map(({ event, payload }) => ({ event, ...(payload as object) }));

describe("a call comes in", () => {
  test("it rings at the forward phone, after it was said that it is recorded; the caller is in the inbox", async () => {
    const call = phoning.newCall();
    const step = await carrier.incoming(call);
    expect(step).toMatchObject({ kind: "forward", to: forward, isRecorded: true });
    expect(step).toHaveProperty("announcement", expect.stringMatching(/Dealer .* will be recorded/));
    const { chat, messages } = await phoning.talkWith(call.from);
    expect(chat).toMatchObject({ is_read: 1, customer: { first_name: "", phone: call.from } });
    expect(messages).toEqual([]);
  });

  test("without the recording setting nothing is announced and nothing recorded", async () => {
    const off = { recording_consent: 0, missed_call_text: 1, missed_call_words: "" };
    await manager(voice.changeSettings, { body: off });
    const step = await carrier.incoming(phoning.newCall());
    await manager(voice.changeSettings, { body: { ...off, recording_consent: 1 } });
    expect(step).toMatchObject({ kind: "forward", announcement: "", isRecorded: false });
  });

  test("a customer whom we know is named to whoever picks up", async () => {
    const phone = freshPhone();
    const names = { first_name: "Cara", last_name: "Moss", email: "c@example.com", address: "1 Elm St", company: "" };
    await agent(customers.add, { body: { ...names, phone: phone.slice(2) } });
    const call = phoning.newCall(phone);
    await carrier.incoming(call);
    expect(await carrier.pickedUp(call)).toMatch(
      /^A call for Dealer .*, Downtown, from Cara Moss. It will be recorded/,
    );
  });

  test.each([
    ["without a forward phone", () => ""],
    ["from the forward phone itself", () => "the caller"],
    ["with a forward phone that is our own number", () => dealer.otherNumber],
  ])("%s it goes to voicemail at once, and is missed until something is left", async (_, to) => {
    const call = phoning.newCall();
    await phoning.forwardTo(to() === "the caller" ? call.from : to());
    expect(await carrier.incoming(call)).toMatchObject({ kind: "voicemail" });
    expect((await phoning.talkWith(call.from)).messages[0]?.call).toMatchObject({ outcome: "missed" });
  });

  test("to a number that belongs to nobody it is turned away", async () => {
    expect(await carrier.incoming(phoning.newCall(freshPhone(), "+15550000000"))).toMatchObject({ kind: "hang up" });
  });

  test("from a withheld number it rings, and nobody can leave a message that nobody could answer", async () => {
    const call = phoning.newCall("");
    expect(await carrier.incoming(call)).toMatchObject({ kind: "forward" });
    expect(await carrier.pickedUp(call)).toContain("a withheld number");
    const step = await carrier.dialed(call, "unanswered", undefined);
    expect(step).toEqual({ kind: "hang up", words: expect.stringContaining("with your number shown") });
  });
});

describe("nobody takes it", () => {
  test("it is a missed call in the chat, unread and unreplied, with the bell; then the caller may speak", async () => {
    const call = phoning.newCall();
    await carrier.incoming(call);
    const step = await carrier.dialed(call, "unanswered", undefined);
    expect(step).toMatchObject({ kind: "voicemail", greeting: expect.stringContaining("will be recorded") });
    const { chat, messages } = await phoning.talkWith(call.from);
    const missed = { outcome: "missed", duration: null, recording: "none" };
    expect(messages[0]).toMatchObject({
      message_type: "voice",
      message: "Missed call",
      is_from_customer: 1,
      call: missed,
    });
    expect(chat).toMatchObject({ new_message_count: 1, is_read: 0, is_replied: 0, is_closed: 0 });
    const rung = { event: "chat-message-open", message_id: messages[0]?.id, target_id: chat?.id, what: "received" };
    expect(events()).toContainEqual(rung);
    expect(house.events.heard.map(({ room }) => room)).toEqual(
      house.events
        .in({ kind: "location", dealer_id: dealer.dealer_id, location_id: dealer.location_id })
        .map(({ room }) => room),
    );
  });

  test("whatever picks up without pressing the key is a machine", async () => {
    const call = phoning.newCall();
    await carrier.incoming(call);
    await carrier.pickedUp(call);
    expect(await carrier.dialed(call, "picked_up", 12)).toMatchObject({ kind: "voicemail" });
    expect((await phoning.talkWith(call.from)).messages[0]?.call?.outcome).toBe("missed");
  });

  test("what is left becomes the missed call's voice message, and rings again", async () => {
    const call = await missed();
    const { chat } = await phoning.talkWith(call.from);
    await agent(inbox.messages, { params: { chat_id: chat?.id ?? 0 }, body: {} });
    house.events.heard.splice(0);
    await carrier.recorded(call, phoning.recording("voicemail", 12));
    await carrier.ended(call, 40);
    const before = await phoning.talkWith(call.from);
    const coming = { outcome: "voicemail", duration: 12, recording: "coming" };
    expect(before.messages[0]).toMatchObject({ message: "Voicemail", call: coming, recording: null });
    expect(before.chat).toMatchObject({ is_read: 0, new_message_count: 1, is_replied: 0, new_message: "Voicemail" });
    expect(events()).toContainEqual(expect.objectContaining({ what: "received", message_id: before.messages[0]?.id }));
    await house.jobs.doAll();
    const after = await phoning.talkWith(call.from);
    expect(after.messages[0]?.call).toMatchObject({ recording: "kept" });
    expect(after.messages[0]?.recording).toMatch(/^\/files\//);
  });

  test("the end of the ringing that is never told is missed all the same, after a while", async () => {
    const call = phoning.newCall();
    await carrier.incoming(call);
    await house.jobs.doAll();
    expect((await phoning.talkWith(call.from)).messages).toEqual([]);
    house.clock.advance(settleAfter * 1000);
    await house.jobs.doAll();
    expect((await phoning.talkWith(call.from)).messages[0]?.call?.outcome).toBe("missed");
  });

  test("a caller who gives up is missed soon after", async () => {
    const call = phoning.newCall();
    await carrier.incoming(call);
    await carrier.ended(call, 6);
    house.clock.advance(settleAfterEnd * 1000);
    await house.jobs.doAll();
    expect((await phoning.talkWith(call.from)).messages[0]?.call?.outcome).toBe("missed");
  });

  test("a machine's answer that was recorded is not kept", async () => {
    const call = phoning.newCall();
    await carrier.incoming(call);
    await carrier.pickedUp(call);
    await carrier.recorded(call, phoning.recording("call"));
    await carrier.dialed(call, "unanswered", 9);
    await house.jobs.doAll();
    expect((await phoning.talkWith(call.from)).messages[0]?.call).toMatchObject({
      outcome: "missed",
      recording: "none",
    });
  });
});

describe("somebody takes it", () => {
  async function answered(more: () => Promise<unknown> = async () => {}) {
    const call = phoning.newCall();
    await carrier.incoming(call);
    await carrier.pickedUp(call);
    await carrier.accepted(call);
    await more();
    return call;
  }

  test("it stands in the chat while it goes on and with its length afterwards; nothing waits", async () => {
    const call = await answered();
    const during = await phoning.talkWith(call.from);
    expect(during.messages[0]).toMatchObject({ message: "Call", call: { outcome: "answered", duration: null } });
    expect(during.chat).toMatchObject({ is_read: 1, is_replied: 1, new_message: "Call" });
    expect(await carrier.dialed(call, "picked_up", 192)).toEqual({ kind: "hang up", words: "" });
    await carrier.recorded(call, phoning.recording("call", 190));
    await house.jobs.doAll();
    const after = await phoning.talkWith(call.from);
    expect(after.messages).toHaveLength(1);
    expect(after.messages[0]?.call).toEqual({ outcome: "answered", duration: 192, recording: "kept" });
    expect(events().filter((event) => "what" in event && event.what === "received")).toEqual([]);
    expect(phoning.textsTo(call.from)).toEqual([]);
  });

  test("a carrier that tells nothing of the question has put them together", async () => {
    const call = phoning.newCall();
    await carrier.incoming(call);
    expect(await carrier.dialed(call, "picked_up", 30)).toEqual({ kind: "hang up", words: "" });
    expect((await phoning.talkWith(call.from)).messages[0]?.call).toMatchObject({ outcome: "answered", duration: 30 });
  });

  test("a recording that nobody was told of is never kept", async () => {
    const settings = { recording_consent: 0, missed_call_text: 1, missed_call_words: "" };
    await manager(voice.changeSettings, { body: settings });
    const call = await answered();
    await manager(voice.changeSettings, { body: { ...settings, recording_consent: 1 } });
    await carrier.dialed(call, "bridged", 20);
    await carrier.recorded(call, phoning.recording("call"));
    await house.jobs.doAll();
    expect((await phoning.talkWith(call.from)).messages[0]?.call?.recording).toBe("none");
  });
});

describe("the text after a missed call", () => {
  test("goes out once in 20 minutes to one caller, and leaves the chat unreplied", async () => {
    const call = await missed();
    await missed(call.from);
    await house.jobs.doAll();
    expect(phoning.textsTo(call.from)).toEqual([expect.stringMatching(/^Sorry we missed your call.*Dealer/)]);
    const { chat, messages } = await phoning.talkWith(call.from);
    expect(chat).toMatchObject({ is_replied: 0, new_message_count: 2 });
    expect(messages.map(({ message_type }) => message_type)).toEqual(["voice", "message", "voice"]);
    expect(messages[1]).toMatchObject({ is_from_customer: 0, sent_by: "", state: "sending" });
    house.clock.advance(20 * 60_000);
    await missed(call.from);
    await house.jobs.doAll();
    expect(phoning.textsTo(call.from)).toHaveLength(2);
  });

  test("never goes to a phone that has opted out", async () => {
    const from = freshPhone();
    await house.sms.listener.inbound({
      ...{ sid: `SM${from}`, from, to: dealer.number, body: "STOP", media: [], carrierAnsweredOptOut: true },
    });
    await missed(from);
    await house.jobs.doAll();
    expect(phoning.textsTo(from)).toEqual([]);
    expect((await phoning.talkWith(from)).messages.at(-1)?.call?.outcome).toBe("missed");
  });

  test("has the location's own words, or is off", async () => {
    const own = { recording_consent: 1, missed_call_text: 1, missed_call_words: "Back in a minute!" };
    await manager(voice.changeSettings, { body: own });
    const one = await missed();
    await manager(voice.changeSettings, { body: { ...own, missed_call_text: 0 } });
    const other = await missed();
    await manager(voice.changeSettings, { body: { ...own, missed_call_words: "" } });
    await house.jobs.doAll();
    expect(phoning.textsTo(one.from)).toEqual(["Back in a minute!"]);
    expect(phoning.textsTo(other.from)).toEqual([]);
  });
});
