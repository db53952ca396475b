import Fastify, { type FastifyInstance } from "fastify";
import pg from "pg";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { freshDatabase } from "#testing/database.ts";
import { inTime, passed } from "#testing/deadlines.ts";
import type { FakeCarrier } from "./fakeCarrier.ts";
import { fakeCarriers } from "./fakeCarriers.ts";
import type { InboundText, OutgoingText, Sms, StatusReport } from "./sms.ts";

const log = pino({ level: "silent" });
const ours = "+19095550100";
const phone = "+19095550123";

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

let references = 0;
function text(more: Partial<OutgoingText> = {}): OutgoingText {
  const reference = `${Date.now()}-${++references}`;
  return { from: ours, to: phone, body: `Your car is ready (${reference})`, media: [], reference, ...more };
}

describe.each(fakeCarriers)("%s", (name, open) => {
  let carrier: FakeCarrier;
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
    carrier = await open({ http, pool, log, phone, ours });
    sms = carrier.sms;
    await sms.connect(callbacks, http);
  });
  afterEach(async () => {
    await carrier.close();
    await http.close();
  });

  test("accepts a text and reports its status under our reference until delivery", async () => {
    const outgoing = text();
    const result = await sms.send(outgoing, inTime);
    expect(result).toMatchObject({
      kind: "accepted",
      status: "queued",
      sid: expect.stringMatching(carrier.sids.text),
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
    expect(await sms.send(text({ body, media }), inTime)).toMatchObject({ kind: "accepted" });
    expect(await carrier.lastAccepted()).toMatchObject({ body, media });
    await vi.waitFor(() => expect(reports.at(-1)?.status).toBe("delivered"), 5_000);
  });

  test("finds a text with pictures whose response was lost", async () => {
    const since = new Date();
    await carrier.inject({ lose_answer: true });
    const outgoing = text({ media: ["https://rooftop.test/files/x/y/a/1/1.jpg"] });
    expect(await sms.send(outgoing, inTime)).toMatchObject({ kind: "lost" });
    expect(await sms.find({ ...outgoing, since, until: new Date(), notSids: [] })).toMatchObject({ kind: "found" });
    await vi.waitFor(() => expect(reports.length).toBeGreaterThan(0), 5_000);
  });

  test("reports a later failure with its reason", async () => {
    await carrier.inject({ refuse: carrier.codes.undelivered });
    expect(await sms.send(text(), inTime)).toMatchObject({ kind: "accepted" });
    await vi.waitFor(() => expect(reports.at(-1)?.status).toBe("failed"), 5_000);
    expect(reports.at(-1)?.refusal).toMatchObject({ code: carrier.codes.undelivered, class: "number" });
  });

  test.each(["opted_out", "number", "configuration", "content", "channel", "later", "unknown"] as const)(
    "the carrier's code for %s is told from others",
    async (cls) => {
      const refuse = carrier.codes[cls];
      await carrier.inject({ refuse });
      const result = await sms.send(text(), inTime);
      expect(result).toMatchObject({ kind: "refused", refusal: { code: refuse, class: cls } });
      expect(result.kind === "refused" && result.refusal.words).toMatch(/^[A-Z].*\.$/);
    },
  );

  test("too many requests yields busy, and nothing is sent", async () => {
    await carrier.inject({ refuse: carrier.codes.busy });
    const outgoing = text();
    expect(await sms.send(outgoing, inTime)).toEqual({ kind: "busy", retryAfterSeconds: 1 });
    const found = await sms.find({ ...outgoing, since: new Date(), until: new Date(), notSids: [] });
    expect(found.kind).toBe("absent");
  });

  test("a text whose deadline has passed stays here, and may be sent again", async () => {
    const outgoing = text();
    expect(await sms.send(outgoing, passed)).toEqual({ kind: "busy", retryAfterSeconds: 1 });
    const lost = { ...outgoing, since: new Date(), until: new Date(), notSids: [] };
    expect((await sms.find(lost)).kind).toBe("absent");
    expect(await sms.send(outgoing, inTime)).toMatchObject({ kind: "accepted" });
    await vi.waitFor(() => expect(reports.at(-1)?.status).toBe("delivered"), 5_000);
  });

  test("finds a text whose response was lost, unless its sid belongs to another send", async () => {
    const since = new Date();
    await carrier.inject({ lose_answer: true });
    const outgoing = text();
    expect(await sms.send(outgoing, inTime)).toMatchObject({ kind: "lost" });
    const found = await sms.find({ ...outgoing, since, until: new Date(), notSids: [] });
    expect(found).toMatchObject({ kind: "found", sid: expect.stringMatching(carrier.sids.text) });
    const sid = found.kind === "found" ? found.sid : "";
    expect(await sms.find({ ...outgoing, since, until: new Date(), notSids: [sid] })).toMatchObject({ kind: "absent" });
    await vi.waitFor(
      () => expect(reports.some((report) => report.reference === outgoing.reference && report.sid === sid)).toBe(true),
      5_000,
    );
  });

  test("a text that never arrived is absent", async () => {
    await carrier.inject({ lose_request: true });
    const outgoing = text();
    expect(await sms.send(outgoing, inTime)).toMatchObject({ kind: "lost" });
    const found = await sms.find({ ...outgoing, since: new Date(), until: new Date(), notSids: [] });
    expect(found).toEqual({ kind: "absent", surely: carrier.knowsAllTexts });
  });

  test("a repeated callback is delivered repeatedly: deduplication is the application's job", async () => {
    await carrier.inject({ duplicate: 2 });
    await sms.send(text(), inTime);
    await vi.waitFor(() => expect(reports.filter((report) => report.status === "delivered")).toHaveLength(3), 5_000);
  });

  test("an inbound text arrives unchanged, with a fetchable picture", async () => {
    await carrier.textFromPhone("Is it ready? ünïcödé 🚗 & more+", [carrier.picture]);
    await vi.waitFor(() => expect(inbound).toHaveLength(1), 5_000);
    expect(inbound[0]).toMatchObject({
      from: phone,
      to: ours,
      body: "Is it ready? ünïcödé 🚗 & more+",
      carrierAnsweredOptOut: false,
    });
    expect(inbound[0]?.media).toEqual([{ url: carrier.picture, type: "image/png" }]);
    const fetched = await sms.fetchMedia(carrier.picture);
    expect(fetched.type).toBe("image/png");
    expect([...fetched.bytes]).toEqual([137, 80, 78, 71]);
  });

  test("a callback that fails is retried", async () => {
    refusals = 2;
    await carrier.textFromPhone("Hello", []);
    await vi.waitFor(() => expect(inbound).toHaveLength(1), 8_000);
    expect(refusals).toBeLessThan(0);
  });
});
