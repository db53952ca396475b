import pg from "pg";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { freshDatabase } from "#testing/database.ts";
import { inTime } from "#testing/deadlines.ts";
import { createFakeClock } from "../../clock/fakeClock.ts";
import type { InboundText, OutgoingText, SmsCallbacks, StatusReport } from "../sms.ts";
import { createSimulatedSms, type SimulatedSms } from "./simulatedSms.ts";

const log = pino({ level: "silent" });
const clock = createFakeClock(new Date("2026-03-02T12:00:00Z"));
const ours = "+19095550100";
const phone = "+19095550123";

let database: Awaited<ReturnType<typeof freshDatabase>>;
let pool: pg.Pool;
let nodes: SimulatedSms[];
let deliveries: (StatusReport | InboundText)[];

const callbacks: SmsCallbacks = {
  onInboundText: async (text) => void deliveries.push(text),
  onStatusReport: async (report) => void deliveries.push(report),
};

/** One application process with the simulated carrier; it receives nothing until it connects. */
function node(): SimulatedSms {
  const carrier = createSimulatedSms({ pool, clock, log, timeout: 500 });
  nodes.push(carrier);
  return carrier;
}

async function connected(): Promise<SimulatedSms> {
  const carrier = node();
  await carrier.connect(callbacks, {} as never);
  return carrier;
}

const text = (reference: string, to = phone): OutgoingText => ({ from: ours, to, body: "Hi", media: [], reference });
const statuses = () => deliveries.map((report) => ("status" in report ? report.status : "inbound"));

beforeAll(async () => {
  database = await freshDatabase();
  pool = new pg.Pool({ connectionString: database.url });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(() => {
  [nodes, deliveries] = [[], []];
});
afterEach(async () => {
  await Promise.all(nodes.map((carrier) => carrier.stop()));
  await pool.query("truncate simulated_messages, simulated_faults cascade");
});

test("a phone lists its received and sent texts, oldest first, with the clock's time", async () => {
  const sms = await connected();
  await sms.send(text("1"), inTime);
  clock.advance(60_000);
  await sms.textFromPhone({ from: phone, to: ours, body: "Hello", media: ["https://x.test/a.png"] });
  await sms.send(text("2", "+19095550199"), inTime);
  expect(await sms.messages(phone)).toMatchObject([
    { direction: "to_phone", from: ours, to: phone, body: "Hi", media: [], error_code: "" },
    {
      direction: "from_phone",
      from: phone,
      to: ours,
      body: "Hello",
      media: ["https://x.test/a.png"],
      status: "received",
    },
  ]);
  const [first, second] = await sms.messages(phone);
  expect(Number(second?.at) - Number(first?.at)).toBe(60_000);
  expect((await sms.phones()).map((row) => [row.phone, row.last.body])).toEqual([
    ["+19095550199", "Hi"],
    [phone, "Hello"],
  ]);
});

test("reports of a process that died are delivered by the next one", async () => {
  const killed = node();
  expect(await killed.send(text("1"), inTime)).toMatchObject({ kind: "accepted" });
  expect(deliveries).toEqual([]);
  await connected();
  await vi.waitFor(() => expect(statuses()).toEqual(["sent", "delivered"]), 5_000);
  expect((await killed.messages(phone))[0]?.status).toBe("delivered");
});

test("of two processes, only one delivers each report", async () => {
  const [first] = [await connected(), await connected()];
  await Promise.all(Array.from({ length: 30 }, (_, at) => first.send(text(`${at}`), inTime)));
  await vi.waitFor(() => expect(statuses().filter((status) => status === "delivered")).toHaveLength(30), 5_000);
  expect(deliveries).toHaveLength(60);
});

test("fault: a lost report changes the status on the phone only", async () => {
  const sms = await connected();
  await sms.setFault(phone, { lose: true });
  await sms.send(text("1"), inTime);
  await vi.waitFor(async () => expect((await sms.messages(phone))[0]?.status).toBe("delivered"), 5_000);
  expect(deliveries).toEqual([]);
});

test("fault: reports in reverse order, while the carrier's own status never moves backward", async () => {
  const sms = await connected();
  await sms.setFault(phone, { shuffle: true });
  await sms.send(text("1"), inTime);
  await vi.waitFor(() => expect(statuses()).toEqual(["delivered", "sent"]), 5_000);
  expect((await sms.messages(phone))[0]?.status).toBe("delivered");
});

test("fault: callbacks are delayed and repeated, including inbound texts", async () => {
  const sms = await connected();
  await sms.setFault(phone, { delay: 300, duplicate: 1 });
  const began = Date.now();
  await sms.textFromPhone({ from: phone, to: ours, body: "Hello", media: [] });
  await vi.waitFor(() => expect(statuses()).toEqual(["inbound", "inbound"]), 5_000);
  expect(Date.now() - began).toBeGreaterThanOrEqual(300);
  const [first, second] = deliveries;
  expect(first?.sid).toBe(second?.sid);
});

test("a busy phone does not delay other phones", async () => {
  const sms = node();
  const textFrom = (from: string, body: string) => sms.textFromPhone({ from, to: ours, body, media: [] });
  for (let n = 0; n < 60; n += 1) await textFrom(phone, `Filler ${n}`);
  await textFrom("+19095550177", "Anybody there?");
  const bodies: string[] = [];
  const inbound = async ({ body }: { body: string }) => void bodies.push(body);
  await sms.connect({ ...callbacks, onInboundText: inbound }, {} as never);
  await vi.waitFor(() => expect(bodies).toHaveLength(61), 10_000);
  expect(bodies.indexOf("Anybody there?")).toBeLessThan(10);
  const fillers = bodies.filter((body) => body.startsWith("Filler"));
  expect(fillers).toEqual(fillers.map((_, n) => `Filler ${n}`));
});

test("fault: a response slower than the timeout is lost, though the text is accepted", async () => {
  const sms = node();
  await sms.setFault(phone, { answer_delay: 60_000 });
  const began = Date.now();
  expect(await sms.send(text("1"), inTime)).toMatchObject({ kind: "lost" });
  expect(Date.now() - began).toBeLessThan(sms.answersWithin);
  expect(await sms.messages(phone)).toHaveLength(1);
});

test("fault: a phone's own fault overrides the one for all phones, and can be cleared", async () => {
  const sms = node();
  await sms.setFault("", { refuse: "21610" });
  await sms.setFault(phone, { refuse: "21211" });
  expect(await sms.faults()).toEqual([
    { phone: "", refuse: "21610" },
    { phone, refuse: "21211" },
  ]);
  expect(await sms.send(text("1"), inTime)).toMatchObject({ refusal: { code: "21211" } });
  expect(await sms.send(text("2", "+19095550199"), inTime)).toMatchObject({ refusal: { code: "21610" } });
  await sms.setFault(phone, { lose: false, refuse: "" });
  expect(await sms.faults()).toEqual([{ phone: "", refuse: "21610" }]);
  await sms.clearFaults();
  expect(await sms.send(text("3"), inTime)).toMatchObject({ kind: "accepted" });
  expect(await sms.messages(undefined)).toHaveLength(1);
});

test("without its database, a send is lost and a find is unclear, without throwing", async () => {
  const unreachable = new pg.Pool({ connectionString: "postgres://127.0.0.1:1/none" });
  const sms = createSimulatedSms({ pool: unreachable, clock, log });
  expect(await sms.send(text("1"), inTime)).toMatchObject({ kind: "lost" });
  expect(await sms.find({ ...text("1"), since: clock.now(), until: new Date(), notSids: [] })).toMatchObject({
    kind: "unclear",
  });
  await unreachable.end();
});
