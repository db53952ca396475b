import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import type { CallKey, VoiceCallbacks } from "#ports/voice/voice.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { type CallFixture, createCallFixture } from "#testing/inbox/callFixture.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { voice } from "../contract.ts";
import { textWithoutEndSeconds } from "../rules.ts";

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

/** A call that nobody picked up, and whose caller waited. */
async function missed(from?: string): Promise<CallKey> {
  const call = callFixture.newCall(from);
  await carrier.onIncomingCall(call);
  await carrier.onDialed(call, "unanswered", undefined);
  await carrier.onCallEnded(call, 20);
  return call;
}

describe("the text after a missed call", () => {
  test("is sent once in 20 minutes per caller, and leaves the chat unreplied", async () => {
    const call = await missed();
    await missed(call.from);
    await app.jobs.runAll();
    expect(callFixture.textsTo(call.from)).toEqual([expect.stringMatching(/^Sorry we missed your call.*Dealer/)]);
    const { chat, messages } = await callFixture.talkWith(call.from);
    expect(chat).toMatchObject({ is_replied: 0, new_message_count: 2 });
    expect(messages.map(({ message_type }) => message_type)).toEqual(["voice", "message", "voice"]);
    expect(messages[1]).toMatchObject({
      is_from_customer: 0,
      sent_by: "",
      automatic: "missed_call",
      state: "sending",
    });
    app.clock.advance(20 * 60_000);
    await missed(call.from);
    await app.jobs.runAll();
    expect(callFixture.textsTo(call.from)).toHaveLength(2);
  });

  test("is never sent to a phone that has opted out", async () => {
    const from = freshPhone();
    await app.sms.listener.onInboundText({
      sid: `SM${from}`,
      from,
      to: dealer.number,
      body: "STOP",
      media: [],
      carrierAnsweredOptOut: true,
    });
    await missed(from);
    await app.jobs.runAll();
    expect(callFixture.textsTo(from)).toEqual([]);
    expect((await callFixture.talkWith(from)).messages.at(-1)?.call?.outcome).toBe("missed");
  });

  test("uses the location's own text, or is off", async () => {
    const own = { recording_consent: 1, missed_call_text: 1, missed_call_words: "Back in a minute!" };
    await manager(voice.changeSettings, { body: own });
    const one = await missed();
    await manager(voice.changeSettings, { body: { ...own, missed_call_text: 0 } });
    const other = await missed();
    await manager(voice.changeSettings, { body: { ...own, missed_call_words: "" } });
    await app.jobs.runAll();
    expect(callFixture.textsTo(one.from)).toEqual(["Back in a minute!"]);
    expect(callFixture.textsTo(other.from)).toEqual([]);
  });

  /** A call that nobody picked up, and whose caller is still on the line. */
  async function waiting() {
    const call = callFixture.newCall();
    await carrier.onIncomingCall(call);
    await carrier.onDialed(call, "unanswered", undefined);
    return call;
  }

  /** A call during whose ringing the caller hung up. */
  async function hungUp(seconds: number, from?: string): Promise<CallKey> {
    const call = callFixture.newCall(from);
    await carrier.onIncomingCall(call);
    app.clock.advance(seconds * 1000);
    await carrier.onCallEnded(call, seconds);
    await carrier.onDialed(call, "unanswered", undefined);
    return call;
  }

  test.each([
    ["3 seconds of the voicemail", 9, 12, 1],
    ["the beginning of its tone", 9, 10, 0],
    ["a voicemail that answers at once", 0, 3, 1],
  ])("after %s", async (_, answersAt, endsAt, texts) => {
    if (answersAt === 0) await callFixture.forwardTo("");
    const call = callFixture.newCall();
    await carrier.onIncomingCall(call);
    app.clock.advance(answersAt * 1000);
    if (answersAt > 0) await carrier.onDialed(call, "unanswered", undefined);
    app.clock.advance((endsAt - answersAt) * 1000);
    await carrier.onCallEnded(call, endsAt);
    await app.jobs.runAll();
    expect(callFixture.textsTo(call.from)).toHaveLength(texts);
  });

  /** Rings for so long, then the voicemail answers or the caller hangs up; both in seconds. */
  type Attempt = { readonly rings: number; readonly hears?: number; readonly after?: number };
  test.each<[string, readonly Attempt[], number]>([
    ["3 seconds of the voicemail after a short ring", [{ rings: 5, hears: 3 }], 1],
    ["a long ring and no voicemail", [{ rings: 16 }], 1],
    ["a short ring and no voicemail", [{ rings: 14 }], 0],
    ["a short ring, then the voicemail two minutes later", [{ rings: 5 }, { after: 115, rings: 20, hears: 3 }], 1],
    ["a long ring, then the voicemail within two minutes", [{ rings: 16 }, { after: 60, rings: 20, hears: 30 }], 1],
    ["two long rings within two minutes", [{ rings: 16 }, { after: 60, rings: 18 }], 1],
    ["two short rings within two minutes", [{ rings: 5 }, { after: 60, rings: 5 }], 0],
    [
      "the voicemail twice, half an hour apart",
      [
        { rings: 20, hears: 3 },
        { after: 1_800, rings: 20, hears: 3 },
      ],
      2,
    ],
  ])("after %s", async (_, attempts, texts) => {
    const from = freshPhone();
    for (const { rings, hears, after = 0 } of attempts) {
      app.clock.advance(after * 1000);
      const call = callFixture.newCall(from);
      await carrier.onIncomingCall(call);
      app.clock.advance(rings * 1000);
      if (hears === undefined) {
        await carrier.onCallEnded(call, rings);
        await carrier.onDialed(call, "unanswered", undefined);
      } else {
        await carrier.onDialed(call, "unanswered", undefined);
        app.clock.advance(hears * 1000);
        await carrier.onCallEnded(call, rings + hears);
      }
      await app.jobs.runAll();
    }
    app.clock.advance(textWithoutEndSeconds * 1000);
    await app.jobs.runAll();
    expect(callFixture.textsTo(from)).toHaveLength(texts);
  });

  test("is one for both calls of a caller who hung up while it rang and calls again within two minutes", async () => {
    const { from } = await hungUp(16);
    app.clock.advance(90_000);
    const again = callFixture.newCall(from);
    await carrier.onIncomingCall(again);
    await carrier.onDialed(again, "unanswered", undefined);
    app.clock.advance(3_000);
    await carrier.onCallEnded(again, 3);
    await app.jobs.runAll();
    expect(callFixture.textsTo(from)).toHaveLength(1);
  });

  test("is not sent to a caller who hung up within 15 seconds, while it rang", async () => {
    const call = await hungUp(14);
    app.clock.advance(textWithoutEndSeconds * 1000);
    await app.jobs.runAll();
    expect(callFixture.textsTo(call.from)).toEqual([]);
  });

  test("follows at the end of a call, or at once to one who waited or left a message", async () => {
    const patient = await waiting();
    await carrier.onCallEnded(patient, 15);
    const brief = await waiting();
    await carrier.onCallEnded(brief, 10);
    await carrier.onRecording(brief, callFixture.recording("voicemail", 4));
    const still = callFixture.newCall();
    await carrier.onIncomingCall(still);
    app.clock.advance(20_000);
    await carrier.onDialed(still, "unanswered", undefined);
    await app.jobs.runAll();
    for (const { from } of [patient, brief, still]) expect(callFixture.textsTo(from)).toHaveLength(1);
  });

  test("follows after two minutes when the end is never reported, and only once", async () => {
    const call = await waiting();
    await app.jobs.runAll();
    expect(callFixture.textsTo(call.from)).toEqual([]);
    app.clock.advance(textWithoutEndSeconds * 1000);
    await app.jobs.runAll();
    await carrier.onCallEnded(call, 140);
    await app.jobs.runAll();
    expect(callFixture.textsTo(call.from)).toHaveLength(1);
  });

  test("does not follow a STOP that came meanwhile", async () => {
    const call = await waiting();
    const stop = { sid: `SM${call.from}`, from: call.from, to: dealer.number, body: "STOP", media: [] };
    await app.sms.listener.onInboundText({ ...stop, carrierAnsweredOptOut: true });
    await carrier.onCallEnded(call, 30);
    app.clock.advance(textWithoutEndSeconds * 1000);
    await app.jobs.runAll();
    expect(callFixture.textsTo(call.from)).toEqual([]);
  });
});
