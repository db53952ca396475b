/* As long as the simulator has ways to act: one test each. */

import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify, { type FastifyInstance } from "fastify";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { Failure } from "#core/failure.ts";
import { acceptBodies } from "#core/server/body.ts";
import { answerFailures } from "#core/server/failures.ts";
import { systemClock } from "#ports/clock/system.ts";
import { createSimulatedEmail } from "#ports/email/simulator.ts";
import { createSimulatedReviews } from "#ports/reviews/simulator.ts";
import { createSimulatedSms, type SimulatedSms } from "#ports/sms/simulator/simulatedSms.ts";
import type { InboundText } from "#ports/sms/sms.ts";
import { createSimulatedVoice, type SimulatedVoice } from "#ports/voice/simulator/simulatedVoice.ts";
import type { Forward, NextStep } from "#ports/voice/voice.ts";
import { freshDatabase } from "#testing/database.ts";
import { inTime } from "#testing/deadlines.ts";
import { mountSimulator } from "./mountSimulator.ts";

const dealershipNumber = "+19095550100";
let database: Awaited<ReturnType<typeof freshDatabase>>;
let pool: pg.Pool;
let http: FastifyInstance;
let carrier: SimulatedSms;
let voice: SimulatedVoice;
let folder: string;
let inbound: InboundText[];
let isAllowed: boolean;
let reacted: unknown[];
let clicked: unknown[];

beforeAll(async () => {
  database = await freshDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  await pool.query(`
    insert into dealers (id, business_name) values (41, 'Harbor Motors');
    insert into locations (dealer_id, id, title) values (41, 51, 'Downtown');
    insert into phone_numbers (number, dealer_id, location_id, provider) values ('${dealershipNumber}', 41, 51, 'simulator');
    insert into simulated_mails ("from", "to", subject, text, html, headers)
    values ('us@x.test', 'Mo@y.test', 'Hello', 'Hi', '<p>Hi</p>', '{"x-a":"1"}'), ('us@x.test', 'al@y.test', 'Other', '', '', '{}')`);
  folder = await mkdtemp(join(tmpdir(), "rooftop-simulator-"));
  await writeFile(join(folder, "simulator.html"), "<h1>Phones</h1>");
  http = Fastify();
  answerFailures(http);
  await acceptBodies(http);
  carrier = createSimulatedSms({ pool, clock: systemClock, log: pino({ level: "silent" }) });
  voice = createSimulatedVoice({ pool, clock: systemClock, log: pino({ level: "silent" }) });
  await carrier.connect(
    { onInboundText: async (text) => void inbound.push(text), onStatusReport: async () => {} },
    http,
  );
  http.post("/u/token", async ({ body }) => void clicked.push(body));
  const checkAccess = async () => {
    if (!isAllowed) throw new Failure("unauthenticated");
  };
  await mountSimulator(http, {
    carrier,
    voice,
    mails: {
      ...createSimulatedEmail({ pool, clock: systemClock, log: pino({ level: "silent" }), from: "us@x.test" }),
      react: async (...reaction) => reacted.push(reaction) > 0,
    },
    reviews: createSimulatedReviews({ pool, clock: systemClock }),
    pool,
    authorize: checkAccess,
    pageFile: join(folder, "simulator.html"),
  });
});
afterAll(async () => {
  await http.close();
  await carrier.stop();
  await voice.stop();
  await pool.end();
  await database.drop();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  inbound = [];
  [reacted, clicked] = [[], []];
  isAllowed = true;
  // Not truncate, whose table locks would meet those of the simulator at work.
  await pool.query("delete from simulated_messages");
  await pool.query("delete from simulated_faults");
});

const get = (url: string) => http.inject({ method: "GET", url });
const post = (url: string, payload: object) => http.inject({ method: "POST", url, payload });

test("a marketing mail is answered by its mailbox, and left with one click of a mail program", async () => {
  const { rows } = await pool.query<{ id: string }>(
    `insert into simulated_mails ("from", "to", subject, text, html, headers)
     values ('us@x.test', 'jo@y.test', 'Sale', '', '', '{"List-Unsubscribe":"<https://rooftop.test/u/token>, <mailto:u@x.test>"}'),
       ('us@x.test', 'jo@y.test', 'Code', '', '', '{}') returning id`,
  );
  const [sale, code] = rows.map(({ id }) => Number(id));
  const act = async (id: unknown, action: string) => (await post(`/simulator/api/mails/${id}`, { action })).statusCode;
  expect([await act(sale, "complain"), await act(sale, "unsubscribe")]).toEqual([200, 200]);
  expect([reacted, clicked]).toEqual([[[sale, "complain"]], [{ "List-Unsubscribe": "One-Click" }]]);
  const refused = [await act(code, "unsubscribe"), await act("x", "unsubscribe"), await act(sale, "explode")];
  expect(refused).toEqual([409, 409, 422]);
  await pool.query("delete from simulated_mails where id = any($1)", [[sale, code]]);
});

test("the carrier can take a text for an opt-out, whatever its words", async () => {
  const text = { from: "+19095550124", to: dealershipNumber, body: "Adios" };
  expect((await post("/simulator/api/messages", { ...text, opt_out_type: "STOP" })).statusCode).toBe(200);
  await vi.waitFor(
    () => expect(inbound).toMatchObject([{ body: "Adios", carrierAnsweredOptOut: true, carrierKeyword: "stop" }]),
    5_000,
  );
  expect((await post("/simulator/api/messages", { ...text, opt_out_type: "PAUSE" })).statusCode).toBe(422);
});

test("serves the page", async () => {
  const page = await get("/simulator");
  expect([page.statusCode, page.body]).toEqual([200, "<h1>Phones</h1>"]);
});

test("a phone texts a dealership; its messages are found by its number in any format", async () => {
  const sent = await post("/simulator/api/messages", { from: "(909)555-0123", to: dealershipNumber, body: "Hello" });
  expect(sent.json()).toMatchObject({
    status: "success",
    data: { direction: "from_phone", from: "+19095550123", to: dealershipNumber },
  });
  await vi.waitFor(
    () => expect(inbound).toMatchObject([{ from: "+19095550123", to: dealershipNumber, body: "Hello", media: [] }]),
    5_000,
  );
  for (const phone of ["%2B19095550123", "+19095550123", "9095550123"]) {
    const { data } = (await get(`/simulator/api/messages?phone=${phone}`)).json();
    expect(data).toEqual([
      {
        id: expect.any(Number),
        direction: "from_phone",
        from: "+19095550123",
        to: dealershipNumber,
        body: "Hello",
        media: [],
        status: "received",
        error_code: "",
        at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ]);
  }
  expect((await get("/simulator/api/messages?phone=%2B19095550777")).json().data).toEqual([]);
  expect((await get("/simulator/api/phones")).json().data).toMatchObject([
    { phone: "+19095550123", last: { body: "Hello" } },
  ]);
});

test.each([
  [{}, "from", "Enter the phone's number."],
  [{ from: "12", to: dealershipNumber, body: "x" }, "from", "Enter a number such as +19095550123."],
  [{ from: "+19095550123", to: "", body: "x" }, "to", "Enter the dealership's number."],
  [{ from: "+19095550123", to: "+19095550199", body: "x" }, "to", "No dealership has this number."],
  [{ from: dealershipNumber, to: dealershipNumber, body: "x" }, "from", "A phone can't text itself."],
  [{ from: "+19095550123", to: dealershipNumber }, "body", "Enter a text."],
  [{ from: "+19095550123", to: dealershipNumber, body: "x".repeat(1601) }, "body", "Use at most 1,600 characters."],
  [
    { from: "+19095550123", to: dealershipNumber, media: ["javascript:alert(1)"] },
    "media.0",
    "Use an address that begins with http:, https: or data:.",
  ],
])("rejects an invalid text with a message: %j", async (body, field, text) => {
  const response = await post("/simulator/api/messages", body);
  expect(response.statusCode).toBe(422);
  expect(response.json()).toMatchObject({ status: "error", data: { [field]: text } });
  expect(inbound).toEqual([]);
});

test("accepts a picture without text", async () => {
  const media = ["https://x.test/a.jpg"];
  expect(
    (await post("/simulator/api/messages", { from: "+19095550123", to: dealershipNumber, media })).statusCode,
  ).toBe(200);
  await vi.waitFor(
    () => expect(inbound).toMatchObject([{ body: "", media: [{ url: media[0], type: "image/jpeg" }] }]),
    5_000,
  );
});

test("lists all mails, or those to one address", async () => {
  expect((await get("/simulator/api/mails")).json().data).toHaveLength(2);
  const { data } = (await get("/simulator/api/mails?to=mo@y.test")).json();
  expect(data).toMatchObject([
    { from: "us@x.test", to: "Mo@y.test", subject: "Hello", text: "Hi", html: "<p>Hi</p>", headers: { "x-a": "1" } },
  ]);
});

test("lists the dealerships' numbers with their names, a location's main number first", async () => {
  const ad = "+19095550001";
  await pool.query(`
    insert into users (dealer_id, id, email, user_type, first_name, last_name)
      values (41, 61, 'mo@harbor.test', 'dealer', 'Mo', 'Reyes');
    insert into phone_numbers (number, dealer_id, location_id, provider, kind) values ('${ad}', 41, 51, 'simulator', 'tracking');
    insert into tracking_numbers (dealer_id, location_id, source, area_code, number, state, requested_by, requested_at)
      values (41, 51, 'Google', '909', '${ad}', 'active', 61, now())`);
  expect((await get("/simulator/api/numbers")).json().data).toEqual([
    { number: dealershipNumber, business_name: "Harbor Motors", location: "Downtown" },
    { number: ad, business_name: "Harbor Motors", location: "Downtown · Google" },
  ]);
});

describe("calls", () => {
  const forward: Forward = {
    kind: "forward",
    to: ["+19095550177"],
    rings: 20,
    turn: 0,
    announcement: "It is recorded.",
    isRecorded: true,
  };
  const voicemail: NextStep = { kind: "voicemail", greeting: "Please speak.", longest: 60 };
  const from = "+19095550123";
  let events: unknown[][];

  beforeAll(async () => {
    await voice.connect(
      {
        onIncomingCall: async () => forward,
        onPickedUp: async () => "A call.",
        onAccepted: async () => {},
        onConnect: async () => ({ kind: "connect", to: from, shown: dealershipNumber, rings: 30, isRecorded: true }),
        onAnswered: async () => "It is recorded.",
        onDialed: async () => voicemail,
        onRecording: async (_call, { part, duration }) => void events.push(["recorded", part, duration]),
        onCallEnded: async () => void events.push(["ended"]),
      },
      http,
    );
  });
  beforeEach(async () => {
    events = [];
    await pool.query("truncate simulated_calls cascade");
  });

  async function call(): Promise<string> {
    const response = await post("/simulator/api/calls", { from: "(909)555-0123", to: dealershipNumber });
    expect(response.json().data).toMatchObject({
      from,
      to: dealershipNumber,
      stage: "ringing",
      step: { to: forward.to },
    });
    return `/simulator/api/calls/${response.json().data.id}`;
  }

  test("is answered with the key and hung up: the conversation is recorded and reported", async () => {
    const path = await call();
    expect((await post(path, { action: "answer" })).json().data).toMatchObject({ stage: "talking" });
    expect((await post(path, { action: "hang_up", seconds: 42 })).json().data).toMatchObject({ stage: "ended" });
    await vi.waitFor(() => expect(events).toEqual([["recorded", "call", 42], ["ended"]]), 5_000);
    const { data } = (await get("/simulator/api/calls?phone=9095550123")).json();
    expect(data).toMatchObject([
      { heard: [{ by: "caller" }, { by: "dealership", words: "A call. To take the call, press 1." }] },
    ]);
    expect((await get("/simulator/api/calls?phone=9095550199")).json().data).toEqual([]);
  });

  test("is declined and a voicemail is left, reported as often as the faults say", async () => {
    const path = await call();
    expect((await post(path, { action: "decline" })).json().data).toMatchObject({ stage: "voicemail" });
    await post("/simulator/api/faults", { phone: from, duplicate: 1, shuffle: true });
    expect((await post(path, { action: "leave", seconds: "9" })).json().data).toMatchObject({ stage: "ended" });
    const once = [["ended"], ["recorded", "voicemail", 9]];
    await vi.waitFor(() => expect(events).toEqual([...once, ...once]), 5_000);
  });

  test("placed by a member rings at both phones, and is listed at the customer's", async () => {
    const member = "+19095550188";
    const placed = { reference: randomUUID(), from: dealershipNumber, to: from, member, rings: 20 };
    await voice.placeCall(placed, inTime);
    const { data } = (await get("/simulator/api/calls?phone=9095550123")).json();
    expect(data).toMatchObject([{ reference: placed.reference, stage: "ringing", step: { to: member } }]);
    const path = `/simulator/api/calls/${data[0].id}`;
    expect((await post(path, { action: "answer" })).json().data).toMatchObject({
      stage: "ringing",
      step: { to: from },
    });
    expect((await post(path, { action: "answer" })).json().data).toMatchObject({ stage: "talking" });
    await post(path, { action: "hang_up", seconds: 12 });
    await vi.waitFor(() => expect(events).toEqual([["recorded", "call", 12], ["ended"]]), 5_000);
  });

  test("goes to voicemail when nobody answers", async () => {
    await call();
    await pool.query("update simulated_call_tellings set due_at = now()");
    await vi.waitFor(async () => {
      expect((await get("/simulator/api/calls")).json().data).toMatchObject([{ stage: "voicemail" }]);
    }, 5_000);
  });

  test("rejects an action that isn't possible now", async () => {
    const path = await call();
    expect((await post(path, { action: "leave" })).statusCode).toBe(409);
    expect((await post(path, { action: "sing" })).json().data).toEqual({ action: expect.stringContaining("answer") });
    expect((await post(path, { action: "leave", seconds: 0 })).statusCode).toBe(422);
    expect((await post("/simulator/api/calls/x", { action: "answer" })).statusCode).toBe(409);
    const unassigned = await post("/simulator/api/calls", { from, to: "+19095550199" });
    expect(unassigned.json().data).toEqual({ to: "No dealership has this number." });
  });
});

test("sets, lists and clears faults for one phone or all", async () => {
  await post("/simulator/api/faults", { phone: "9095550123", refuse: 21610, duplicate: "2" });
  const set = await post("/simulator/api/faults", { delay: 100, lose: true });
  expect(set.json().data).toMatchObject([
    { phone: "", delay: 100, lose: true },
    { phone: "+19095550123", refuse: "21610", duplicate: 2 },
  ]);
  expect((await get("/simulator/api/faults")).json().data).toHaveLength(2);
  expect((await post("/simulator/api/faults", { phone: "9095550123" })).json().data).toHaveLength(1);
  expect((await post("/simulator/api/faults", { reset: true })).json().data).toEqual([]);
});

test.each([
  [{ phone: "nobody" }, "phone"],
  [{ delay: -1 }, "delay"],
  [{ delay: "soon" }, "delay"],
  [{ duplicate: 1e9 }, "duplicate"],
  [{ refuse: "x" }, "refuse"],
])("rejects an invalid fault: %j", async (body, field) => {
  const response = await post("/simulator/api/faults", body);
  expect([response.statusCode, Object.keys(response.json().data)]).toEqual([422, [field]]);
});

test("plays a review site: reviews are written, changed and deleted, replies moderated, and access revoked", async () => {
  const site = createSimulatedReviews({ pool, clock: systemClock });
  const granted = await site.redeem("simulated", "");
  const access = granted.kind === "granted" ? granted.access : "";
  const [profile] = (await get("/simulator/api/profiles")).json().data;
  expect(profile).toMatchObject({ title: "Outlet", used_by: "", is_revoked: false });
  const send = (method: "PATCH" | "DELETE", id: unknown, payload: object = {}) =>
    http.inject({ method, url: `/simulator/api/reviews/${id}`, payload });
  const written = await post("/simulator/api/reviews", {
    profile: profile.id,
    author: "Ana",
    rating: "2",
    body: "Slow",
  });
  expect(written.statusCode).toBe(200);
  const shown = async () => (await get(`/simulator/api/reviews?profile=${profile.id}`)).json().data;
  const [{ id }] = await shown();
  expect((await send("PATCH", id, { rating: 5 })).statusCode).toBe(200);
  expect(await shown()).toMatchObject([{ author: "Ana", rating: 5, body: "Slow", reply: "" }]);
  await site.reply({ access, ref: `profiles/${profile.id}` }, `reviews/${id}`, "Thanks", inTime);
  await send("PATCH", id, { reply_state: "rejected", reply_policy: "off topic" });
  expect(await shown()).toMatchObject([{ reply: "Thanks", reply_state: "rejected", reply_policy: "off topic" }]);
  await post(`/simulator/api/profiles/${profile.id}`, { is_revoked: true, busy_answers: 2 });
  expect((await get("/simulator/api/profiles")).json().data[0]).toMatchObject({ is_revoked: true, busy_answers: 2 });
  expect([(await send("DELETE", id)).statusCode, (await send("DELETE", id)).statusCode]).toEqual([200, 404]);
  const wrong = [{ profile: 0 }, { profile: profile.id, rating: 6 }, { profile: profile.id, author: "x".repeat(201) }];
  for (const body of wrong) expect((await post("/simulator/api/reviews", body)).statusCode).toBe(422);
  expect((await post("/simulator/api/reviews", { profile: 999_999, rating: 5 })).statusCode).toBe(404);
});

test("an unauthorized request reads nothing and sends nothing", async () => {
  isAllowed = false;
  const page = await get("/simulator");
  expect([page.statusCode, page.body.includes("Phones")]).toEqual([404, false]);
  for (const url of ["messages", "phones", "numbers", "mails", "faults", "carrier", "profiles", "reviews"]) {
    expect((await get(`/simulator/api/${url}`)).statusCode).toBe(401);
  }
  expect(
    (await post("/simulator/api/messages", { from: "+19095550123", to: dealershipNumber, body: "x" })).statusCode,
  ).toBe(401);
  expect((await post("/simulator/api/faults", { lose: true })).statusCode).toBe(401);
  isAllowed = true;
  expect((await get("/simulator/api/faults")).json().data).toEqual([]);
});
