import Fastify, { type FastifyInstance } from "fastify";
import pg from "pg";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { freshDatabase } from "#testing/database.ts";
import { systemClock } from "../clock/system.ts";
import type { Fault } from "./simulator/faults.ts";
import { createSimulatedSms } from "./simulator/simulatedSms.ts";
import type { InboundText, OutgoingText, Sms, StatusReport } from "./sms.ts";
import { accountSid, authToken, publicUrl, startFakeTwilio } from "./twilio/fakeTwilio.ts";
import { createTwilioSms } from "./twilio/twilioSms.ts";

const log = pino({ level: "silent" });
const ours = "+19095550100";
const phone = "+19095550123";

/** One adapter, with control over its carrier. */
interface SmsHarness {
  sms: Sms;
  /** Applies a fault to everything sent from now on. */
  inject(fault: Fault): Promise<void>;
  textFromPhone(body: string, media: string[]): Promise<unknown>;
  /** The URL of a four-byte picture at the carrier. */
  picture: string;
  /** The newest text the carrier accepted. */
  lastAccepted(): Promise<{ body: string; media: readonly string[] } | undefined>;
  close(): Promise<void>;
}

async function twilio(http: FastifyInstance): Promise<SmsHarness> {
  const fake = await startFakeTwilio(async (url, payload, headers) => {
    const answer = await http.inject({ method: "POST", url: url.pathname + url.search, payload, headers });
    return answer.statusCode;
  });
  const sms = createTwilioSms({ accountSid, authTokens: [authToken], apiUrl: fake.apiUrl, publicUrl, log });
  const picture = `${fake.apiUrl}/2010-04-01/Accounts/${accountSid}/Messages/MM1/Media/ME1`;
  return {
    sms,
    picture,
    lastAccepted: async () => {
      const form = fake.requests.findLast(({ method }) => method === "POST")?.form;
      return form && { body: form.get("Body") ?? "", media: form.getAll("MediaUrl") };
    },
    async inject({ refuse, lose_answer, lose_request, duplicate }) {
      fake.reportCopies = 1 + (duplicate ?? 0);
      fake.failureCode = refuse?.startsWith("3") ? Number(refuse) : undefined;
      if (lose_request) fake.nextResponses.push((response) => response.destroy());
      else if (lose_answer) {
        fake.nextResponses.push((response, take) => {
          take();
          response.destroy();
        });
      } else if (refuse && !refuse.startsWith("3")) {
        const status = refuse === "20429" ? 429 : 400;
        fake.nextResponses.push((response) =>
          response.writeHead(status, { "retry-after": "1" }).end(`{"code":${refuse}}`),
        );
      }
    },
    textFromPhone: (Body, media) => {
      const fields = media.flatMap((url, index) => [
        [`MediaUrl${index}`, url],
        [`MediaContentType${index}`, "image/png"],
      ]);
      const base = { AccountSid: accountSid, MessageSid: `SM${"1".repeat(32)}`, From: phone, To: ours };
      const form = { ...base, Body, NumMedia: String(media.length), ...Object.fromEntries(fields) };
      return fake.callWebhook(`${publicUrl}/webhooks/twilio/message`, form);
    },
    async close() {
      await fake.waitForReports();
      await fake.close();
    },
  };
}

let database: Awaited<ReturnType<typeof freshDatabase>>;
let pool: pg.Pool;
beforeAll(async () => {
  database = await freshDatabase();
  pool = new pg.Pool({ connectionString: database.url });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function simulator(): Promise<SmsHarness> {
  const sms = createSimulatedSms({ pool, clock: systemClock, log });
  return {
    sms,
    picture: "data:image/png;base64,iVBORw==",
    lastAccepted: async () => (await sms.messages(phone)).findLast(({ direction }) => direction === "to_phone"),
    inject: (fault) => sms.setFault(phone, fault),
    textFromPhone: (body, media) => sms.textFromPhone({ from: phone, to: ours, body, media }),
    async close() {
      await sms.clearFaults();
      // The next test must not receive this one's callbacks.
      await vi.waitFor(async () => {
        const { rowCount } = await pool.query("select from simulated_tellings");
        expect(rowCount).toBe(0);
      }, 5_000);
    },
  };
}

let references = 0;
function text(more: Partial<OutgoingText> = {}): OutgoingText {
  const reference = `${Date.now()}-${++references}`;
  return { from: ours, to: phone, body: `Your car is ready (${reference})`, media: [], reference, ...more };
}

describe.each([
  ["twilio", twilio],
  ["simulator", simulator],
])("%s", (name, open) => {
  let harness: SmsHarness;
  let sms: Sms;
  let http: FastifyInstance;
  let reports: StatusReport[];
  let inbound: InboundText[];
  let refusals: number;

  /** Stores an item, after failing `refusals` times. */
  async function store<T>(items: T[], item: T): Promise<void> {
    if (refusals-- > 0) throw new Error("the database is away");
    items.push(item);
  }

  beforeEach(async () => {
    [reports, inbound, refusals] = [[], [], 0];
    http = Fastify();
    const callbacks = {
      onInboundText: (text: InboundText) => store(inbound, text),
      onStatusReport: (report: StatusReport) => store(reports, report),
    };
    harness = await open(http);
    sms = harness.sms;
    await sms.connect(callbacks, http);
  });
  afterEach(async () => {
    await harness.close();
    await sms.stop();
    await http.close();
  });

  test("accepts a text and reports its status under our reference until delivery", async () => {
    const outgoing = text();
    const result = await sms.send(outgoing);
    expect(result).toMatchObject({
      kind: "accepted",
      status: "queued",
      sid: expect.stringMatching(/^SM[0-9a-f]{32}$/),
    });
    await vi.waitFor(() => expect(reports.map((report) => report.status)).toEqual(["sent", "delivered"]), 5_000);
    const sid = result.kind === "accepted" ? result.sid : "";
    expect(reports[1]).toEqual({ reference: outgoing.reference, sid, status: "delivered", refusal: undefined });
    expect(sms.provider).toBe(name);
  });

  test.each([
    ["with a body", "Your car (ünï)"],
    ["without a body", ""],
  ])("accepts a text with pictures, %s, in order", async (_, body) => {
    const media = [1, 2, 3].map((at) => `https://rooftop.test/files/x/y_-z/a/1/${at}.jpg`);
    expect(await sms.send(text({ body, media }))).toMatchObject({ kind: "accepted" });
    expect(await harness.lastAccepted()).toMatchObject({ body, media });
    await vi.waitFor(() => expect(reports.at(-1)?.status).toBe("delivered"), 5_000);
  });

  test("finds a text with pictures whose response was lost", async () => {
    const since = new Date();
    await harness.inject({ lose_answer: true });
    const outgoing = text({ media: ["https://rooftop.test/files/x/y/a/1/1.jpg"] });
    expect(await sms.send(outgoing)).toMatchObject({ kind: "lost" });
    expect(await sms.find({ ...outgoing, since, notSids: [] })).toMatchObject({ kind: "found" });
    await vi.waitFor(() => expect(reports.length).toBeGreaterThan(0), 5_000);
  });

  test("reports a later failure with its reason", async () => {
    await harness.inject({ refuse: "30005" });
    expect(await sms.send(text())).toMatchObject({ kind: "accepted" });
    await vi.waitFor(() => expect(reports.at(-1)?.status).toBe("failed"), 5_000);
    expect(reports.at(-1)?.refusal).toMatchObject({ code: "30005", class: "number" });
  });

  test.each([
    ["21610", "opted_out"],
    ["21211", "number"],
    ["21606", "configuration"],
    ["21617", "content"],
    ["20003", "channel"],
    ["21611", "later"],
    ["29999", "unknown"],
  ])("refusal code %s has class %s", async (refuse, cls) => {
    await harness.inject({ refuse });
    const result = await sms.send(text());
    expect(result).toMatchObject({ kind: "refused", refusal: { code: refuse, class: cls } });
    expect(result.kind === "refused" && result.refusal.words).toMatch(/^[A-Z].*\.$/);
  });

  test("too many requests yields busy, and nothing is sent", async () => {
    await harness.inject({ refuse: "20429" });
    const outgoing = text();
    expect(await sms.send(outgoing)).toEqual({ kind: "busy", retryAfterSeconds: 1 });
    const found = await sms.find({ ...outgoing, since: new Date(), notSids: [] });
    expect(found.kind).toBe("absent");
  });

  test("finds a text whose response was lost, unless its sid belongs to another send", async () => {
    const since = new Date();
    await harness.inject({ lose_answer: true });
    const outgoing = text();
    expect(await sms.send(outgoing)).toMatchObject({ kind: "lost" });
    const found = await sms.find({ ...outgoing, since, notSids: [] });
    expect(found).toMatchObject({ kind: "found", sid: expect.stringMatching(/^SM/) });
    const sid = found.kind === "found" ? found.sid : "";
    expect(await sms.find({ ...outgoing, since, notSids: [sid] })).toMatchObject({ kind: "absent" });
    await vi.waitFor(
      () => expect(reports.some((report) => report.reference === outgoing.reference && report.sid === sid)).toBe(true),
      5_000,
    );
  });

  test("a text that never arrived is absent", async () => {
    await harness.inject({ lose_request: true });
    const outgoing = text();
    expect(await sms.send(outgoing)).toMatchObject({ kind: "lost" });
    const found = await sms.find({ ...outgoing, since: new Date(), notSids: [] });
    expect(found).toEqual({ kind: "absent", surely: name === "simulator" });
  });

  test("a repeated callback is delivered repeatedly: deduplication is the application's job", async () => {
    await harness.inject({ duplicate: 2 });
    await sms.send(text());
    await vi.waitFor(() => expect(reports.filter((report) => report.status === "delivered")).toHaveLength(3), 5_000);
  });

  test("an inbound text arrives unchanged, with a fetchable picture", async () => {
    await harness.textFromPhone("Is it ready? ünïcödé 🚗 & more+", [harness.picture]);
    await vi.waitFor(() => expect(inbound).toHaveLength(1), 5_000);
    expect(inbound[0]).toMatchObject({
      from: phone,
      to: ours,
      body: "Is it ready? ünïcödé 🚗 & more+",
      carrierAnsweredOptOut: false,
    });
    expect(inbound[0]?.media).toEqual([{ url: harness.picture, type: "image/png" }]);
    const fetched = await sms.fetchMedia(harness.picture);
    expect(fetched.type).toBe("image/png");
    expect([...fetched.bytes]).toEqual([137, 80, 78, 71]);
  });

  test("a callback that fails is retried", async () => {
    refusals = 2;
    await harness.textFromPhone("Hello", []);
    await vi.waitFor(() => expect(inbound).toHaveLength(1), 8_000);
    expect(refusals).toBeLessThan(0);
  });
});
