import pg from "pg";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { freshDatabase } from "#core/testing/database.ts";
import { setClock } from "../clock/setClock.ts";
import { createSimulator, type SimulatedCarrier } from "./simulator.ts";
import type { InboundText, OutgoingText, SmsListener, StatusReport } from "./sms.ts";

const log = pino({ level: "silent" });
const clock = setClock(new Date("2026-03-02T12:00:00Z"));
const ours = "+19095550100";
const phone = "+19095550123";

let database: Awaited<ReturnType<typeof freshDatabase>>;
let pool: pg.Pool;
let nodes: SimulatedCarrier[];
let told: (StatusReport | InboundText)[];

const listener: SmsListener = {
  inbound: async (text) => void told.push(text),
  status: async (report) => void told.push(report),
};

/** One process of ours with the simulated carrier in it; it hears nothing before it is connected. */
function node(): SimulatedCarrier {
  const made = createSimulator({ pool, clock, log, timeout: 500 });
  nodes.push(made);
  return made;
}

async function connected(): Promise<SimulatedCarrier> {
  const made = node();
  await made.connect(listener, {} as never);
  return made;
}

const text = (reference: string, to = phone): OutgoingText => ({ from: ours, to, body: "Hi", media: [], reference });
const statuses = () => told.map((report) => ("status" in report ? report.status : "inbound"));

beforeAll(async () => {
  database = await freshDatabase();
  pool = new pg.Pool({ connectionString: database.url });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(() => {
  [nodes, told] = [[], []];
});
afterEach(async () => {
  await Promise.all(nodes.map((made) => made.stop()));
  await pool.query("truncate simulated_messages, simulated_faults cascade");
});

test("the phone shows what it got and what it wrote, oldest first, at the clock's time", async () => {
  const sms = await connected();
  await sms.send(text("1"));
  clock.advance(60_000);
  await sms.textFromPhone({ from: phone, to: ours, body: "Hello", media: ["https://x.test/a.png"] });
  await sms.send(text("2", "+19095550199"));
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

test("a process that ended before its reports leaves them to the next", async () => {
  const killed = node();
  expect(await killed.send(text("1"))).toMatchObject({ kind: "accepted" });
  expect(told).toEqual([]);
  await connected();
  await vi.waitFor(() => expect(statuses()).toEqual(["sent", "delivered"]), 5_000);
  expect((await killed.messages(phone))[0]?.status).toBe("delivered");
});

test("of two processes one tells", async () => {
  const [first] = [await connected(), await connected()];
  await Promise.all(Array.from({ length: 30 }, (_, at) => first.send(text(`${at}`))));
  await vi.waitFor(() => expect(statuses().filter((status) => status === "delivered")).toHaveLength(30), 5_000);
  expect(told).toHaveLength(60);
});

test("fault: a report that is lost is known on the phone alone", async () => {
  const sms = await connected();
  await sms.setFault(phone, { lose: true });
  await sms.send(text("1"));
  await vi.waitFor(async () => expect((await sms.messages(phone))[0]?.status).toBe("delivered"), 5_000);
  expect(told).toEqual([]);
});

test("fault: reports in the wrong order, and what the carrier knows does not go backwards", async () => {
  const sms = await connected();
  await sms.setFault(phone, { shuffle: true });
  await sms.send(text("1"));
  await vi.waitFor(() => expect(statuses()).toEqual(["delivered", "sent"]), 5_000);
  expect((await sms.messages(phone))[0]?.status).toBe("delivered");
});

test("fault: everything told late and more than once, inbound texts too", async () => {
  const sms = await connected();
  await sms.setFault(phone, { delay: 300, duplicate: 1 });
  const begun = Date.now();
  await sms.textFromPhone({ from: phone, to: ours, body: "Hello", media: [] });
  await vi.waitFor(() => expect(statuses()).toEqual(["inbound", "inbound"]), 5_000);
  expect(Date.now() - begun).toBeGreaterThanOrEqual(300);
  const [first, second] = told;
  expect(first?.sid).toBe(second?.sid);
});

test("somebody who texts a lot keeps nobody else waiting", async () => {
  const sms = node();
  const write = (from: string, body: string) => sms.textFromPhone({ from, to: ours, body, media: [] });
  for (let n = 0; n < 60; n += 1) await write(phone, `Filler ${n}`);
  await write("+19095550177", "Anybody there?");
  const bodies: string[] = [];
  const inbound = async ({ body }: { body: string }) => void bodies.push(body);
  await sms.connect({ ...listener, inbound }, {} as never);
  await vi.waitFor(() => expect(bodies).toHaveLength(61), 10_000);
  expect(bodies.indexOf("Anybody there?")).toBeLessThan(10);
  const ofOne = bodies.filter((body) => body.startsWith("Filler"));
  expect(ofOne).toEqual(ofOne.map((_, n) => `Filler ${n}`));
});

test("fault: an answer that takes longer than anyone waits is lost, though the text is there", async () => {
  const sms = node();
  await sms.setFault(phone, { answer_delay: 60_000 });
  const begun = Date.now();
  expect(await sms.send(text("1"))).toMatchObject({ kind: "lost" });
  expect(Date.now() - begun).toBeLessThan(sms.answersWithin);
  expect(await sms.messages(phone)).toHaveLength(1);
});

test("fault: of one phone it goes before that of all, and can be cleared", async () => {
  const sms = node();
  await sms.setFault("", { refuse: "21610" });
  await sms.setFault(phone, { refuse: "21211" });
  expect(await sms.faults()).toEqual([
    { phone: "", refuse: "21610" },
    { phone, refuse: "21211" },
  ]);
  expect(await sms.send(text("1"))).toMatchObject({ refusal: { code: "21211" } });
  expect(await sms.send(text("2", "+19095550199"))).toMatchObject({ refusal: { code: "21610" } });
  await sms.setFault(phone, { lose: false, refuse: "" });
  expect(await sms.faults()).toEqual([{ phone: "", refuse: "21610" }]);
  await sms.clearFaults();
  expect(await sms.send(text("3"))).toMatchObject({ kind: "accepted" });
  expect(await sms.messages(undefined)).toHaveLength(1);
});

test("without its database a send is lost and a question unclear, and nothing is thrown", async () => {
  const away = new pg.Pool({ connectionString: "postgres://127.0.0.1:1/none" });
  const sms = createSimulator({ pool: away, clock, log });
  expect(await sms.send(text("1"))).toMatchObject({ kind: "lost" });
  expect(await sms.find({ ...text("1"), since: clock.now(), notSids: [] })).toMatchObject({ kind: "unclear" });
  await away.end();
});
