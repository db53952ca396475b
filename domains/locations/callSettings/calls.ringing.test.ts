import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { clients } from "#domains/admin/clients/contract.ts";
import { callLog } from "#domains/inbox/calls/contract.ts";
import { businessHours } from "#domains/locations/hours/contract.ts";
import { sourceReport } from "#domains/tracking/sources/contract.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { type CallFixture, createCallFixture } from "#testing/inbox/callFixture.ts";
import { createInboxFixture } from "#testing/inbox/inboxFixture.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { callSettings, type TrackingNumberChange } from "./contract.ts";

/* What a tracking number does with a call: which phones ring, when, in what order, and what is said. */

const [first, second, third] = ["+19095550177", "+19095550178", "+19095550179"];
let app: TestApp;
let dealer: Dealership;
let manager: Caller;
let calls: CallFixture;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  dealer = await app.dealership();
  manager = await app.signIn(dealer.manager);
  calls = createCallFixture(app, dealer, manager);
  await calls.forwardTo(first);
});

/** A number that takes calls. */
async function active(source: string) {
  const body = { source, area_code: "909", forward_to: "" };
  const { id } = (await manager(callSettings.request, { body })).data;
  const operator = await app.signIn((await app.operator()).email);
  const selectedNumber = freshPhone();
  const purchase = { dealerId: dealer.dealer_id, selectedNumber, tracking_number_id: id };
  await operator(clients.buyNumber, { body: purchase });
  return { id, number: selectedNumber, source };
}
type Active = Awaited<ReturnType<typeof active>>;

const change = ({ id, source }: Active, more: Partial<TrackingNumberChange>) =>
  manager(callSettings.change, { params: { id }, body: { source, forward_to: "", ...more } });

const newCall = ({ number }: Active) => calls.newCall(undefined, number);
const listener = () => app.voice.listener;
const stateOf = async (from: string) => {
  const { data } = await manager(callLog.table, { body: { period: "year" } });
  return data.find(({ phone }) => phone === from)?.outcome;
};

test("all phones ring at once, the location's own among them, and never one of the business's numbers", async () => {
  const google = await active("Google");
  const { data } = await change(google, { also_rings: ["(909)555-0178", "9095550179"] });
  expect(data).toMatchObject({ forward_to: "", also_rings: [second, third], ring: "all", hours: "always" });
  expect(await listener().onIncomingCall(newCall(google))).toMatchObject({ to: [first, second, third], turn: 0 });
  const call = { ...newCall(google), from: second };
  expect(await listener().onIncomingCall(call)).toMatchObject({ to: [first, third] });
  // What is omitted stays.
  expect((await change(google, { forward_to: "9095550176" })).data.also_rings).toEqual([second, third]);
});

test("phones ring in their turn until one takes the call, however often a report comes", async () => {
  const google = await active("Google");
  await change(google, { also_rings: [second, third], ring: "in_turn" });
  const call = newCall(google);
  expect(await listener().onIncomingCall(call)).toMatchObject({ kind: "forward", to: [first], turn: 0 });
  const next = { kind: "forward", to: [second], turn: 1, announcement: "" };
  expect(await listener().onDialed(call, "unanswered", undefined, 0)).toMatchObject(next);
  expect(await listener().onDialed(call, "unanswered", undefined, 0)).toMatchObject(next);
  // A phone's own voicemail picks up and presses nothing: the call goes on.
  await listener().onPickedUp(call);
  expect(await listener().onDialed(call, "picked_up", 9, 1)).toMatchObject({ to: [third], turn: 2 });
  await listener().onPickedUp(call);
  await listener().onAccepted(call);
  expect(await listener().onDialed(call, "bridged", 61, 2)).toMatchObject({ kind: "hang up" });
  expect(await stateOf(call.from)).toBe("answered");
  // A late report of an earlier turn rings nobody any more.
  expect(await listener().onDialed(call, "unanswered", undefined, 0)).toMatchObject({ kind: "hang up" });
});

test("after the last phone the caller may leave a message, and who hangs up before is not rung for", async () => {
  const google = await active("Google");
  await change(google, { also_rings: [second], ring: "in_turn" });
  const call = newCall(google);
  await listener().onIncomingCall(call);
  await listener().onDialed(call, "unanswered", undefined, 0);
  expect(await stateOf(call.from)).toBe("ringing");
  expect(await listener().onDialed(call, "unanswered", undefined, 1)).toMatchObject({ kind: "voicemail" });
  expect(await stateOf(call.from)).toBe("missed");
  const left = newCall(google);
  await listener().onIncomingCall(left);
  await listener().onCallEnded(left, 12);
  expect(await listener().onDialed(left, "unanswered", undefined, 0)).toMatchObject({ kind: "hang up" });
});

test("outside the location's hours nothing rings, and callers hear the number's greeting", async () => {
  const google = await active("Google");
  await change(google, { hours: "open", greeting: "Welcome to the tent sale", whisper: "Tent sale" });
  const params = { id: dealer.location_id };
  const owner = await app.signIn(dealer.owner, dealer.location_id);
  const always = { opens: 0, closes: 1440 };
  await owner(businessHours.change, { params, body: { week: Array.from({ length: 7 }, () => always), closed: [] } });
  const open = newCall(google);
  expect(await listener().onIncomingCall(open)).toMatchObject({
    to: [first],
    announcement: "Welcome to the tent sale. This call will be recorded.",
  });
  expect(await listener().onPickedUp(open)).toMatch(/^Tent sale\. A call for .*, through Google, from /);
  await owner(businessHours.change, { params, body: { week: Array.from({ length: 7 }, () => null), closed: [] } });
  const closed = newCall(google);
  const greeting = expect.stringMatching(/^Welcome to the tent sale\. No one can take your call/);
  expect(await listener().onIncomingCall(closed)).toMatchObject({ kind: "voicemail", greeting });
  expect(await stateOf(closed.from)).toBe("missed");
  // The main number rings as before.
  expect(await listener().onIncomingCall(calls.newCall())).toMatchObject({ to: [first] });
});

test.each<[string, Record<string, unknown>]>([
  ["forward_to", { forward_to: "000-000-0000" }],
  ["forward_to", { forward_to: "(900)555-0100" }],
  ["also_rings.0", { also_rings: [""] }],
  ["also_rings.1", { also_rings: [second, "911"] }],
  ["also_rings.1", { also_rings: [second, "(909) 976-0100"] }],
  ["also_rings.1", { also_rings: [second, "(909)555-0178"] }],
  ["also_rings", { also_rings: Array.from({ length: 5 }, (_, last) => `909555017${last}`) }],
  ["also_rings", { also_rings: "9095550178" }],
  ["ring", { ring: "random" }],
  ["hours", { hours: "never" }],
  ["greeting", { greeting: "x".repeat(301) }],
  ["whisper", { whisper: "x".repeat(121) }],
])("a bad %s is refused at its field: %o", async (field, more) => {
  const google = await active("Google");
  await expect(change(google, more)).rejects.toMatchObject({ status: 422, fields: { [field]: expect.any(String) } });
});

test("a phone in the list is never one of the business's own numbers", async () => {
  const google = await active("Google");
  await expect(change(google, { also_rings: [second, dealer.number] })).rejects.toMatchObject({
    status: 422,
    fields: { "also_rings.1": expect.stringContaining("Rooftop numbers") },
  });
});

test("two sources, a call of every outcome and a text: log and report say what came through each", async () => {
  const [google, radio] = [await active("Google"), await active("Radio")];
  const { recording } = calls;
  for (const number of [google, radio]) {
    const [answered, missed, voicemail, abandoned] = [
      newCall(number),
      newCall(number),
      newCall(number),
      newCall(number),
    ];
    for (const call of [answered, missed, voicemail, abandoned]) await listener().onIncomingCall(call);
    await listener().onPickedUp(answered);
    await listener().onAccepted(answered);
    await listener().onDialed(answered, "bridged", 45, 0);
    await listener().onDialed(voicemail, "unanswered", undefined, 0);
    await listener().onRecording(voicemail, recording("voicemail", 8));
    await listener().onDialed(missed, "unanswered", undefined, 0);
    for (const [call, seconds] of [
      [answered, 60],
      [missed, 31],
      [voicemail, 40],
      [abandoned, 5],
    ] as const)
      await listener().onCallEnded(call, seconds);
    app.clock.advance(60_000);
    await app.jobs.runAll();
    const states = await Promise.all([answered, missed, voicemail, abandoned].map(({ from }) => stateOf(from)));
    expect(states).toEqual(["answered", "missed", "voicemail", "abandoned"]);
    // Who hung up at once is left alone; the others are texted once.
    const texts = [answered, missed, voicemail, abandoned].map(({ from }) => calls.textsTo(from).length);
    expect(texts).toEqual([0, 1, 1, 0]);
  }
  const from = freshPhone();
  const inbox = createInboxFixture(app, dealer, manager);
  await app.sms.listener.onInboundText({ ...inbox.inbound(from, "Is it there?"), to: radio.number });
  const report = async () => {
    const { data } = await manager(sourceReport.table, { body: {} });
    return Object.fromEntries(data.map((row) => [row.source, [row.calls, row.answered, row.texts]]));
  };
  expect(await report()).toMatchObject({ Google: [4, 1, 0], Radio: [4, 1, 1] });
  await change({ ...radio, source: "Billboard" }, {});
  await manager(callSettings.release, { params: { id: google.id } });
  expect(await report()).toMatchObject({ Google: [4, 1, 0], Radio: [4, 1, 1] });
  await listener().onIncomingCall(newCall(radio));
  expect(await report()).toMatchObject({ Billboard: [1, 0, 0], Radio: [4, 1, 1] });
});
