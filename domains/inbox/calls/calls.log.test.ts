import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { appointments } from "#domains/appointments/contract.ts";
import { customers } from "#domains/customers/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { chatAssignment } from "#domains/inbox/list/contract.ts";
import type { CallKey, VoiceCallbacks } from "#ports/voice/voice.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { type CallFixture, createCallFixture } from "#testing/inbox/callFixture.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { callLog, type ShownCalls, voice } from "./contract.ts";

let app: TestApp;
let dealer: Dealership;
let agent: Caller;
let manager: Caller;
let callFixture: CallFixture;
let carrier: VoiceCallbacks;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  dealer = await app.dealership();
  agent = await app.signIn(dealer.agent);
  manager = await app.signIn(dealer.manager);
  callFixture = createCallFixture(app, dealer, agent);
  carrier = app.voice.listener;
  await callFixture.forwardTo("+19095550177");
});

/** A call that nobody picked up; the caller hung up after so many seconds. */
async function missed(from?: string, seconds = 30): Promise<CallKey> {
  const call = callFixture.newCall(from);
  await carrier.onIncomingCall(call);
  await carrier.onDialed(call, "unanswered", undefined);
  app.clock.advance(seconds * 1000);
  await carrier.onCallEnded(call, undefined);
  return call;
}

async function answered(from?: string): Promise<CallKey> {
  const call = callFixture.newCall(from);
  await carrier.onIncomingCall(call);
  await carrier.onPickedUp(call);
  await carrier.onAccepted(call);
  await carrier.onDialed(call, "bridged", 42);
  await carrier.onRecording(call, callFixture.recording("call", 42));
  await app.jobs.runAll();
  return call;
}

async function shown(show: ShownCalls = "all", search = "") {
  const { data } = await agent(callLog.table, { body: { period: "year", show, search: { value: search } } });
  return data;
}

const phones = async (show: ShownCalls, search?: string) => (await shown(show, search)).map(({ phone }) => phone);

test("the table says of each call what became of it, newest first, with its recording", async () => {
  const first = await missed();
  app.clock.advance(60_000);
  const second = await answered();
  const rows = await shown();
  expect(rows).toMatchObject([
    { phone: second.from, outcome: "answered", duration: 42, recording_state: "kept", direction: "incoming" },
    { phone: first.from, outcome: "missed", duration: null, recording_state: "none", recording: null, spam: 0 },
  ]);
  const heard = await app.http.inject(rows[0]?.recording ?? "");
  expect(heard.statusCode).toBe(200);
});

test("who hangs up within 15 seconds abandoned the call; later it was missed", async () => {
  const early = await missed(undefined, 14);
  const late = await missed(undefined, 15);
  expect(await phones("abandoned")).toEqual([early.from]);
  expect(await phones("missed")).toEqual([late.from]);
  expect((await shown("abandoned"))[0]?.outcome).toBe("abandoned");
  expect(await phones("outgoing")).toEqual([]);
  expect(await phones("incoming")).toHaveLength(2);
});

test("a phone calls for the first time once", async () => {
  const { from } = await missed();
  app.clock.advance(60_000);
  await missed(from);
  const other = await missed();
  expect((await shown()).map(({ first_time }) => first_time)).toEqual([1, 0, 1]);
  expect(await phones("first")).toEqual([other.from, from]);
});

test("an answered call that was not recorded says that it was not announced", async () => {
  const off = { recording_consent: 0, missed_call_text: 0, missed_call_words: "" };
  await manager(voice.changeSettings, { body: off });
  const call = callFixture.newCall();
  await carrier.onIncomingCall(call);
  await carrier.onDialed(call, "bridged", 5);
  expect((await shown())[0]).toMatchObject({ recording_state: "unannounced", recording: null });
});

test("the search finds names, and phones however they are typed, and takes wildcards as they are", async () => {
  const phone = freshPhone();
  const names = { first_name: "Cara", last_name: "Moss", email: "cara@example.com", address: "1 Elm St", company: "" };
  await agent(customers.add, { body: { ...names, phone: phone.slice(2) } });
  await missed(phone);
  await missed();
  const typed = `(${phone.slice(2, 5)}) ${phone.slice(5, 8)}-${phone.slice(8)}`;
  for (const term of ["cara", "Moss", typed, phone]) expect(await phones("all", term), term).toEqual([phone]);
  for (const term of ["%", "_", "Nobody", "\\"]) expect(await phones("all", term), term).toEqual([]);
});

test("pages follow each other by cursor without a gap or a repeat", async () => {
  for (let index = 0; index < 5; index += 1) {
    await missed();
    app.clock.advance(1000);
  }
  const page = { period: "year", show: "all", length: 2 } as const;
  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const answer = await agent(callLog.table, { body: { ...page, ...(cursor && { cursor }) } });
    seen.push(...answer.data.map(({ id }) => id));
    cursor = answer.cursors?.next ?? undefined;
  } while (cursor);
  expect(seen).toHaveLength(5);
  expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a));
});

test("a marked phone is spam with all its calls and later ones, gets no text, and can be taken off", async () => {
  const { from } = await missed();
  await missed();
  const id = (await shown()).find(({ phone }) => phone === from)?.id ?? 0;
  await agent(callLog.markSpam, { params: { id }, body: { spam: 1 } });
  app.clock.advance(3_600_000);
  await app.jobs.runAll();
  const before = callFixture.textsTo(from).length;
  await missed(from);
  await app.jobs.runAll();
  expect(callFixture.textsTo(from)).toHaveLength(before);
  expect(await phones("spam")).toEqual([from, from]);
  await agent(callLog.markSpam, { params: { id }, body: { spam: 0 } });
  expect(await phones("spam")).toEqual([]);
  const trail = await app.pool.query(
    "select action from audit_log where dealer_id = $1 and subject = 'call' order by id",
    [dealer.dealer_id],
  );
  expect(trail.rows.map(({ action }) => action)).toEqual(["marked a caller as spam", "took a caller off spam"]);
});

test("a private number can't be marked, and a call of another location can't be found", async () => {
  await missed("");
  const id = (await shown())[0]?.id ?? 0;
  await expect(agent(callLog.markSpam, { params: { id }, body: { spam: 1 } })).rejects.toMatchObject({
    status: 422,
    fields: { spam: "Only a caller's number can be marked" },
  });
  const elsewhere = await app.signIn(dealer.owner, dealer.otherLocation_id);
  await expect(elsewhere(callLog.markSpam, { params: { id }, body: { spam: 1 } })).rejects.toMatchObject({
    status: 404,
  });
  expect((await elsewhere(callLog.table, { body: { period: "year" } })).data).toEqual([]);
});

test("a missed call says how its caller was answered, then that an appointment came of it", async () => {
  const off = { recording_consent: 0, missed_call_text: 0, missed_call_words: "" };
  await manager(voice.changeSettings, { body: off });
  const { from } = await missed();
  const next = async () => {
    const row = (await shown("missed")).find(({ phone }) => phone === from);
    if (!row) throw new Error("The call is not in the log");
    return row;
  };
  const { chat_id, customer_id } = await next();
  expect(await next()).toMatchObject({ followed_by: "none", assigned_name: "" });
  if (chat_id === null || customer_id === null) throw new Error("The call has no conversation");
  const { id: user_id } = (await agent(accounts.profile)).data;
  await agent(chatAssignment.assign, { body: { chat_id, user_id } });
  expect((await next()).assigned_name).not.toBe("");

  const { dealer_id, location_id } = dealer;
  const query = (text: string, values: unknown[]) => app.pool.query(text, [dealer_id, ...values]);
  await query("update calls set started_at = started_at - interval '3 days 1 minute' where dealer_id = $1", []);
  const client_id = crypto.randomUUID();
  await agent(inbox.send, { body: { chat_id, message: "Sorry we missed you", client_id } });
  expect((await next()).followed_by, "three days later").toBe("none");
  await query("update calls set started_at = started_at + interval '3 days' where dealer_id = $1", []);
  expect((await next()).followed_by).toBe("texted");

  await query(
    `insert into calls (dealer_id, location_id, customer_id, chat_id, from_number, to_number, sid, started_at, state, direction,
       recording_consent, user_id)
     values ($1, $2, $3, $4, '+19095550177', $5, $6, $7, 'answered', 'outgoing', 0, $8)`,
    [location_id, customer_id, chat_id, from, client_id, app.clock.now(), user_id],
  );
  expect((await next()).followed_by).toBe("called");
  const when = { timeType: "now", appointment_date: "", customTimeHours: "", customTimeMinutes: "" } as const;
  const { data } = await agent(appointments.add, {
    body: { title: "Test drive", type: 0, customer_id, notes: "", ...when } as never,
  });
  expect((await next()).followed_by).toBe("appointment");
  await query("update appointments set created = created - interval '1 day' where dealer_id = $1 and id = $2", [
    data.id,
  ]);
  expect((await next()).followed_by, "made before the call").toBe("called");
});

test.each([
  [{ period: "ever" }, "period"],
  [{ show: "loud" }, "show"],
  [{ cursor: "nonsense" }, "cursor"],
])("%j fails validation", async (body, field) => {
  const refused = agent(callLog.table, { body: body as never });
  await expect(refused).rejects.toMatchObject({ status: 422, fields: { [field]: expect.any(String) } });
});

test("the file has the location's own times, and agents can't save it", async () => {
  const { from } = await missed();
  const { data } = await manager(callLog.export, { body: { period: "year", show: "all" } });
  expect(data.file_name).toMatch(/^calls-\d{4}-\d\d-\d\d\.csv$/);
  const [header, row] = data.csv.trim().split(/\r?\n/);
  expect(header).toContain("Date");
  expect(row).toContain(from.slice(-4));
  const found = async (search: string) =>
    (await manager(callLog.export, { body: { period: "year", search } })).data.csv.trim().split(/\r?\n/).length - 1;
  expect([await found(from.slice(2)), await found("No one by that name")]).toEqual([1, 0]);
  await expect(agent(callLog.export, { body: { period: "year" } })).rejects.toMatchObject({ status: 403 });
});
