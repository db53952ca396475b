import pg from "pg";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { freshDatabase } from "#testing/database.ts";
import { inTime } from "#testing/deadlines.ts";
import { createFakeClock } from "../../clock/fakeClock.ts";
import type { OutgoingText, StatusReport } from "../sms.ts";
import { failureOf, type SimulatedCarrier, usualCarrier } from "./carrierSettings.ts";
import { createSimulatedSms, type SimulatedSms } from "./simulatedSms.ts";

const ours = "+19095550100";
const phone = "+19095550123";
const clock = createFakeClock(new Date("2026-03-02T12:00:00Z"));

let database: Awaited<ReturnType<typeof freshDatabase>>;
let pool: pg.Pool;
let sms: SimulatedSms;
const reports: StatusReport[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  sms = createSimulatedSms({ pool, clock, log: pino({ level: "silent" }) });
  await sms.connect(
    { onInboundText: async () => {}, onStatusReport: async (report) => void reports.push(report) },
    {} as never,
  );
});
afterAll(async () => {
  await sms.stop();
  await pool.end();
  await database.drop();
});
afterEach(async () => {
  await sms.setCarrier(usualCarrier);
  // One table at a time: truncating both at once waits crosswise with the simulator's own ticking.
  await pool.query("delete from simulated_messages");
  await pool.query("delete from simulated_queues");
  reports.splice(0);
});

const text = (reference: string, more: Partial<OutgoingText> = {}): OutgoingText => {
  return { from: ours, to: phone, body: "Hi", media: [], reference, ...more };
};
const set = (change: Partial<SimulatedCarrier>) => sms.setCarrier({ ...usualCarrier, ...change });
const codeOf = (reference: string) => reports.findLast((report) => report.reference === reference)?.refusal?.code;

test.each<[Partial<SimulatedCarrier>, number, string | undefined]>([
  [{}, 0, undefined],
  [{ off: ["0123"] }, 0.5, "30003"],
  [{ out_of_service: [phone] }, 0.5, "30005"],
  [{ landlines: ["23"] }, 0.5, "30006"],
  [{ landlines: ["24", "124"] }, 0.5, undefined],
  [{ filtered_percent: 3 }, 0.029, "30007"],
  [{ filtered_percent: 3 }, 0.03, undefined],
  [{ filtered_percent: 100 }, 0.999, "30007"],
  [{ filtered_percent: 100, off: ["3"] }, 0.5, "30003"],
])("%j: a text to +1 909 555 0123 fails with, by the dice %d: %s", (change, dice, code) => {
  expect(failureOf({ ...usualCarrier, ...change }, phone, dice)).toBe(code);
});

test("who can't be reached is reported as failed, with the carrier's code", async () => {
  await set({ landlines: ["0123"] });
  await sms.send(text("a"), inTime);
  await sms.send(text("b", { to: "+19095550177" }), inTime);
  await vi.waitFor(() => expect([codeOf("a"), reports.at(-1)?.status]).toEqual(["30006", "delivered"]), 5_000);
});

test("a full queue refuses, each number has its own, and it drains", async () => {
  await set({ segments_per_second: 0.5, queue_limit: 3 });
  const outcomes = [];
  for (const reference of ["1", "2", "3", "4"]) outcomes.push(await sms.send(text(reference), inTime));
  expect(outcomes.map(({ kind }) => kind)).toEqual(["accepted", "accepted", "accepted", "refused"]);
  expect(outcomes[3]).toMatchObject({ refusal: { code: "21611", class: "later" } });
  expect(await sms.send(text("5", { from: "+19095550101" }), inTime)).toMatchObject({ kind: "accepted" });
  expect((await sms.carrier()).queues).toEqual([
    { number: ours, segments: 3 },
    { number: "+19095550101", segments: 1 },
  ]);
  await vi.waitFor(async () => expect(await sms.send(text("6"), inTime)).toMatchObject({ kind: "accepted" }), {
    timeout: 10_000,
    interval: 200,
  });
});

test("a text of several segments takes as many places", async () => {
  await set({ segments_per_second: 1, queue_limit: 2 });
  expect(await sms.send(text("1", { body: "x".repeat(400) }), inTime)).toMatchObject({ kind: "refused" });
  expect(await sms.send(text("2", { body: "x".repeat(300) }), inTime)).toMatchObject({ kind: "accepted" });
});

test("a queue that overflows later takes the text, and reports it failed", async () => {
  await set({ queue_limit: 1, segments_per_second: 0.1, when_full: "fail_later" });
  expect(await sms.send(text("1"), inTime)).toMatchObject({ kind: "accepted" });
  expect(await sms.send(text("2"), inTime)).toMatchObject({ kind: "accepted" });
  await vi.waitFor(() => expect(codeOf("2")).toBe("30001"), 5_000);
  expect(reports.filter(({ reference }) => reference === "1")).toEqual([]);
});

test("reports wait for the number's turn", async () => {
  await set({ segments_per_second: 1 });
  const began = Date.now();
  await sms.send(text("1"), inTime);
  await sms.send(text("2"), inTime);
  await vi.waitFor(() => expect(reports.map(({ reference }) => reference)).toContain("2"), 8_000);
  expect(Date.now() - began).toBeGreaterThan(2_000);
  expect(sms.segmentsPerSecond).toBe(1);
});

test("held reports come when they are released, of every process; inbound texts don't wait", async () => {
  const other = createSimulatedSms({ pool, clock, log: pino({ level: "silent" }) });
  await set({ hold_reports: true });
  await other.send(text("1"), inTime);
  await vi.waitFor(async () => expect((await sms.carrier()).held_reports).toBe(2), 5_000);
  expect(reports).toEqual([]);
  expect((await sms.messages(phone))[0]?.status).toBe("queued");
  await set({});
  await vi.waitFor(() => expect(reports.map(({ status }) => status)).toEqual(["sent", "delivered"]), 5_000);
  await other.stop();
});

test("reports arrive out of order", async () => {
  await set({ shuffle_reports: true });
  await sms.send(text("1"), inTime);
  await vi.waitFor(() => expect(reports.map(({ status }) => status)).toEqual(["delivered", "sent"]), 5_000);
});
