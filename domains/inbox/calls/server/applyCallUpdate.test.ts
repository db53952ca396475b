import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { customers } from "#domains/customers/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import type { CallKey, VoiceCallbacks } from "#ports/voice/voice.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { type CallFixture, createCallFixture } from "#testing/inbox/callFixture.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { voice } from "../contract.ts";
import { settleAfterEndSeconds, settleAfterSeconds } from "../rules.ts";

const forward = "+19095550177";
let app: TestApp;
let dealer: Dealership;
let agent: Caller;
let manager: Caller;
let callFixture: CallFixture;
let carrier: VoiceCallbacks;

beforeAll(async () => {
  app = await startTestApp();
  dealer = await app.dealership();
  agent = await app.signIn(dealer.agent);
  manager = await app.signIn(dealer.manager);
  callFixture = createCallFixture(app, dealer, agent);
  carrier = app.voice.listener;
});
afterAll(() => app.close());
beforeEach(async () => {
  app.jobs.queued.splice(0);
  app.events.published.splice(0);
  await callFixture.forwardTo(forward);
});

/** A call that nobody picked up. */
async function missed(from?: string): Promise<CallKey> {
  const call = callFixture.newCall(from);
  await carrier.onIncomingCall(call);
  await carrier.onDialed(call, "unanswered", undefined);
  await carrier.onCallEnded(call, 20);
  return call;
}

const events = () => app.events.published.map(({ event, payload }) => ({ event, ...(payload as object) }));

describe("an incoming call", () => {
  test("rings at the forward phone after the recording announcement, and opens the caller's chat", async () => {
    const call = callFixture.newCall();
    const step = await carrier.onIncomingCall(call);
    expect(step).toMatchObject({ kind: "forward", to: [forward], isRecorded: true });
    expect(step).toHaveProperty("announcement", expect.stringMatching(/Dealer .* will be recorded/));
    const { chat, messages } = await callFixture.talkWith(call.from);
    expect(chat).toMatchObject({ is_read: 1, customer: { first_name: "", phone: call.from } });
    expect(messages).toEqual([]);
  });

  test("without the recording setting is neither announced nor recorded", async () => {
    const off = { recording_consent: 0, missed_call_text: 1, missed_call_words: "" };
    await manager(voice.changeSettings, { body: off });
    const step = await carrier.onIncomingCall(callFixture.newCall());
    await manager(voice.changeSettings, { body: { ...off, recording_consent: 1 } });
    expect(step).toMatchObject({ kind: "forward", announcement: "", isRecorded: false });
  });

  test("from a known customer is announced by name to the person who picks up", async () => {
    const phone = freshPhone();
    const names = { first_name: "Cara", last_name: "Moss", email: "c@example.com", address: "1 Elm St", company: "" };
    await agent(customers.add, { body: { ...names, phone: phone.slice(2) } });
    const call = callFixture.newCall(phone);
    await carrier.onIncomingCall(call);
    expect(await carrier.onPickedUp(call)).toMatch(
      /^A call for Dealer .*, Downtown, from Cara Moss. It will be recorded/,
    );
  });

  test.each([
    ["without a forward phone", () => ""],
    ["from the forward phone itself", () => "the caller"],
    ["with a forward phone that is our own number", () => dealer.otherNumber],
  ])("%s goes to voicemail at once, and is missed until a message is left", async (_, to) => {
    const call = callFixture.newCall();
    await callFixture.forwardTo(to() === "the caller" ? call.from : to());
    expect(await carrier.onIncomingCall(call)).toMatchObject({ kind: "voicemail" });
    expect((await callFixture.talkWith(call.from)).messages[0]?.call).toMatchObject({ outcome: "missed" });
  });

  test("to an unknown number is rejected", async () => {
    expect(await carrier.onIncomingCall(callFixture.newCall(freshPhone(), "+15550000000"))).toMatchObject({
      kind: "hang up",
    });
  });

  test("from a private number rings, but can't leave a voicemail that nobody could answer", async () => {
    const call = callFixture.newCall("");
    expect(await carrier.onIncomingCall(call)).toMatchObject({ kind: "forward" });
    expect(await carrier.onPickedUp(call)).toContain("a private number");
    const step = await carrier.onDialed(call, "unanswered", undefined);
    expect(step).toEqual({ kind: "hang up", words: expect.stringContaining("with your caller ID on") });
  });
});

describe("an unanswered call", () => {
  test("becomes a missed call in the chat, unread and unreplied, and continues to voicemail", async () => {
    const call = callFixture.newCall();
    await carrier.onIncomingCall(call);
    const step = await carrier.onDialed(call, "unanswered", undefined);
    expect(step).toMatchObject({ kind: "voicemail", greeting: expect.stringContaining("will be recorded") });
    const { chat, messages } = await callFixture.talkWith(call.from);
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
    expect(app.events.published.map(({ room }) => room)).toEqual(
      app.events
        .inRoom({ kind: "location", dealer_id: dealer.dealer_id, location_id: dealer.location_id })
        .map(({ room }) => room),
    );
  });

  test("whatever picks up without pressing the key counts as a machine", async () => {
    const call = callFixture.newCall();
    await carrier.onIncomingCall(call);
    await carrier.onPickedUp(call);
    expect(await carrier.onDialed(call, "picked_up", 12)).toMatchObject({ kind: "voicemail" });
    expect((await callFixture.talkWith(call.from)).messages[0]?.call?.outcome).toBe("missed");
  });

  test("becomes a voicemail when a message is left, and notifies again", async () => {
    const call = await missed();
    const { chat } = await callFixture.talkWith(call.from);
    await agent(inbox.messages, { params: { chat_id: chat?.id ?? 0 }, body: {} });
    app.events.published.splice(0);
    await carrier.onRecording(call, callFixture.recording("voicemail", 12));
    await carrier.onCallEnded(call, 40);
    const before = await callFixture.talkWith(call.from);
    const coming = { outcome: "voicemail", duration: 12, recording: "coming" };
    expect(before.messages[0]).toMatchObject({ message: "Voicemail", call: coming, recording: null });
    expect(before.chat).toMatchObject({ is_read: 0, new_message_count: 1, is_replied: 0, new_message: "Voicemail" });
    expect(events()).toContainEqual(expect.objectContaining({ what: "received", message_id: before.messages[0]?.id }));
    await app.jobs.runAll();
    const after = await callFixture.talkWith(call.from);
    expect(after.messages[0]?.call).toMatchObject({ recording: "kept" });
    expect(after.messages[0]?.recording).toMatch(/^\/files\//);
  });

  test("counts as missed after a while when its dial result never arrives", async () => {
    const call = callFixture.newCall();
    await carrier.onIncomingCall(call);
    await app.jobs.runAll();
    expect((await callFixture.talkWith(call.from)).messages).toEqual([]);
    app.clock.advance(settleAfterSeconds * 1000);
    await app.jobs.runAll();
    expect((await callFixture.talkWith(call.from)).messages[0]?.call?.outcome).toBe("missed");
  });

  test("counts as missed soon after the caller hangs up", async () => {
    const call = callFixture.newCall();
    await carrier.onIncomingCall(call);
    await carrier.onCallEnded(call, 6);
    app.clock.advance(settleAfterEndSeconds * 1000);
    await app.jobs.runAll();
    expect((await callFixture.talkWith(call.from)).messages[0]?.call?.outcome).toBe("missed");
  });

  test("doesn't keep a recorded machine greeting", async () => {
    const call = callFixture.newCall();
    await carrier.onIncomingCall(call);
    await carrier.onPickedUp(call);
    await carrier.onRecording(call, callFixture.recording("call"));
    await carrier.onDialed(call, "unanswered", 9);
    await app.jobs.runAll();
    expect((await callFixture.talkWith(call.from)).messages[0]?.call).toMatchObject({
      outcome: "missed",
      recording: "none",
    });
  });
});

describe("an answered call", () => {
  async function answered(more: () => Promise<unknown> = async () => {}) {
    const call = callFixture.newCall();
    await carrier.onIncomingCall(call);
    await carrier.onPickedUp(call);
    await carrier.onAccepted(call);
    await more();
    return call;
  }

  test("shows in the chat during the call, and with its length afterwards; nothing is left to reply to", async () => {
    const call = await answered();
    const during = await callFixture.talkWith(call.from);
    expect(during.messages[0]).toMatchObject({ message: "Call", call: { outcome: "answered", duration: null } });
    expect(during.chat).toMatchObject({ is_read: 1, is_replied: 1, new_message: "Call" });
    expect(await carrier.onDialed(call, "picked_up", 192)).toEqual({ kind: "hang up", words: "" });
    await carrier.onRecording(call, callFixture.recording("call", 190));
    await app.jobs.runAll();
    const after = await callFixture.talkWith(call.from);
    expect(after.messages).toHaveLength(1);
    expect(after.messages[0]?.call).toMatchObject({ outcome: "answered", duration: 192, recording: "kept" });
    expect(events().filter((event) => "what" in event && event.what === "received")).toEqual([]);
    expect(callFixture.textsTo(call.from)).toEqual([]);
  });

  test("counts as answered when the carrier doesn't ask for a key", async () => {
    const call = callFixture.newCall();
    await carrier.onIncomingCall(call);
    expect(await carrier.onDialed(call, "picked_up", 30)).toEqual({ kind: "hang up", words: "" });
    expect((await callFixture.talkWith(call.from)).messages[0]?.call).toMatchObject({
      outcome: "answered",
      duration: 30,
    });
  });

  test("an unannounced recording is never kept", async () => {
    const settings = { recording_consent: 0, missed_call_text: 1, missed_call_words: "" };
    await manager(voice.changeSettings, { body: settings });
    const call = await answered();
    await manager(voice.changeSettings, { body: { ...settings, recording_consent: 1 } });
    await carrier.onDialed(call, "bridged", 20);
    await carrier.onRecording(call, callFixture.recording("call"));
    await app.jobs.runAll();
    expect((await callFixture.talkWith(call.from)).messages[0]?.call?.recording).toBe("none");
  });
});
