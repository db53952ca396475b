import Fastify, { type FastifyInstance } from "fastify";
import type pg from "pg";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { acceptBodies } from "#core/server/body.ts";
import { answerFailures } from "#core/server/failures.ts";
import { systemClock } from "#ports/clock/system.ts";
import { refusalOf } from "#ports/sms/carrierErrors.ts";
import { createSimulatedSms, type SimulatedSms } from "#ports/sms/simulator/simulatedSms.ts";
import { createSimulatedVoice } from "#ports/voice/simulator/simulatedVoice.ts";
import { type Campaigns, moveToNoon, startCampaigns } from "#testing/campaigns/startCampaigns.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { mountSimulator } from "./mountSimulator.ts";

/* Campaigns through the simulated carrier, as its page sets it. */

let app: TestApp;
let campaigns: Campaigns;
let sms: SimulatedSms;
let http: FastifyInstance;

beforeAll(async () => {
  const query = (...words: unknown[]) => (app.pools.simulated.query as (...words: unknown[]) => unknown)(...words);
  const options = { pool: { query } as pg.Pool, clock: systemClock, log: pino({ level: "silent" }) };
  sms = createSimulatedSms(options);
  app = await startTestApp({ sms });
  http = Fastify();
  answerFailures(http);
  await acceptBodies(http);
  const voice = createSimulatedVoice(options);
  await mountSimulator(http, { carrier: sms, voice, ...options, authorize: async () => {}, pageFile: undefined });
});
afterAll(async () => {
  await http.close();
  await sms.stop();
  await app.close();
});
beforeEach(async () => {
  moveToNoon(app);
  campaigns = await startCampaigns(app);
});
afterEach(() => setCarrier({}));

const url = "/simulator/api/carrier";
const getCarrier = () => http.inject({ method: "GET", url });
const postCarrier = (payload: object) => http.inject({ method: "POST", url, payload });
async function setCarrier(settings: object): Promise<void> {
  const answer = await postCarrier(settings);
  expect(answer.statusCode, answer.body).toBe(200);
}
const untilReported = (id: number, count: number) =>
  vi.waitFor(async () => {
    const reported = (await campaigns.rows(id)).filter(({ state }) => state === "delivered" || state === "failed");
    expect(reported).toHaveLength(count);
  });
/** The texts that each phone got. */
async function textsOf(phones: readonly string[]): Promise<number[]> {
  const texts = await Promise.all(phones.map((phone) => sms.messages(phone)));
  return texts.map((own) => own.length);
}

test("shows, changes and resets how the carrier works", async () => {
  const usual = { segments_per_second: 20, queue_limit: null, filtered_percent: 0, landlines: [], hold_reports: false };
  expect((await getCarrier()).json().data).toMatchObject({ ...usual, queues: [], held_reports: 0 });
  const typed = { segments_per_second: "1", queue_limit: "30", filtered_percent: "2.5", off: "(909)555-0123, 07\n07" };
  const set = await postCarrier({ ...typed, when_full: "fail_later", hold_reports: true });
  expect(set.json()).toMatchObject({ message: "Saved", data: { queue_limit: 30, off: ["9095550123", "07"] } });
  expect((await getCarrier()).json().data).toMatchObject({
    segments_per_second: 1,
    queue_limit: 30,
    filtered_percent: 2.5,
    when_full: "fail_later",
    hold_reports: true,
    shuffle_reports: false,
    off: ["9095550123", "07"],
    landlines: [],
  });
  expect(sms.segmentsPerSecond).toBe(1);
  expect((await postCarrier({})).json().data).toMatchObject(usual);
});

test.each([
  [{ segments_per_second: 0 }, "segments_per_second"],
  [{ segments_per_second: "fast" }, "segments_per_second"],
  [{ queue_limit: -1 }, "queue_limit"],
  [{ filtered_percent: 101 }, "filtered_percent"],
  [{ when_full: "explode" }, "when_full"],
  [{ landlines: "+1909555012312345" }, "landlines"],
])("rejects an invalid setting of the carrier: %j", async (body, field) => {
  const response = await postCarrier(body);
  expect([response.statusCode, Object.keys(response.json().data)]).toEqual([422, [field]]);
});

test("texts that are blocked as spam fail with that reason, and pause the campaign", async () => {
  await setCarrier({ filtered_percent: 40 });
  const people = [];
  for (let at = 0; at < 55; at += 1) people.push(await campaigns.person());
  // It is early in the morning there, so that the campaign hasn't ended.
  const late = await campaigns.person({ address: "1 King St, Honolulu, HI 96813" });
  const list_id = await campaigns.list([...people, late].map(({ id }) => id));
  const id = await campaigns.add({ campaign_customers_list: [list_id] });
  await campaigns.start();
  await campaigns.feed();
  await untilReported(id, 55);
  await campaigns.feed();
  const { campaign_status, failures, brake, stats } = await campaigns.detail(id);
  expect(campaign_status).toBe(`Paused: carriers filtered ${stats.failed} of the last 55 texts`);
  expect(failures).toEqual([{ error_code: "30007", text: refusalOf("30007").words, count: stats.failed }]);
  expect(brake.limits.find(({ kind }) => kind === "filtered")).toMatchObject({ count: stats.failed });
  expect(stats).toMatchObject({ audience: 56, handed: 55, waiting: 1 });
});

test("a full queue makes the campaign wait, and nobody is lost or texted twice", async () => {
  await setCarrier({ queue_limit: 15 });
  const { id, people } = await campaigns.campaign(40);
  await campaigns.start();
  await campaigns.feed();
  const first = (await campaigns.rows(id)).filter(({ state }) => state !== "pending").length;
  expect(first).toBeGreaterThanOrEqual(15);
  expect(first).toBeLessThan(40);
  await vi.waitFor(
    async () => {
      // The number is tried again ten minutes later.
      app.clock.advance(11 * 60_000);
      await campaigns.feed();
      expect((await campaigns.detail(id)).campaign_status).toBe("Sent");
    },
    { timeout: 30_000, interval: 500 },
  );
  expect(new Set(await textsOf(people.map(({ phone }) => phone)))).toEqual(new Set([1]));
  expect((await campaigns.detail(id)).stats).toMatchObject({ handed: 40, failed: 0, skipped: 0 });
});

test("phones that can't be reached fail in plain words, and dead numbers are left out of the next campaign", async () => {
  const { id, people, list_id } = await campaigns.campaign(4);
  const [off = "", dead = "", landline = "", fine = ""] = people.map(({ phone }) => phone);
  await setCarrier({ off, out_of_service: dead, landlines: landline });
  await campaigns.runToEnd(id);
  await untilReported(id, 4);
  const rows = await campaigns.rows(id);
  const codeOf = (phone: string) => rows.find(({ address }) => address === phone)?.error_code;
  expect([off, dead, landline, fine].map(codeOf)).toEqual(["30003", "30005", "30006", ""]);
  const { failures } = await campaigns.detail(id);
  expect(failures.map(({ text }) => text)).toEqual(["30003", "30005", "30006"].map((code) => refusalOf(code).words));
  await setCarrier({});
  const next = await campaigns.add({ campaign_customers_list: [list_id] });
  await campaigns.runToEnd(next);
  expect((await campaigns.detail(next)).stats).toMatchObject({ handed: 2, skipped: 2 });
  expect((await campaigns.detail(next)).reasons).toMatchObject([{ reason: "invalid", count: 2 }]);
});

test("while reports are on hold, nobody knows of a delivery; afterwards everybody does", async () => {
  await setCarrier({ hold_reports: true, shuffle_reports: true });
  const { id } = await campaigns.campaign(5);
  await campaigns.runToEnd(id);
  expect(await campaigns.detail(id)).toMatchObject({ campaign_status: "Sent", stats: { handed: 5, delivered: 0 } });
  expect(new Set((await campaigns.rows(id)).map(({ state }) => state))).toEqual(new Set(["accepted"]));
  await setCarrier({ shuffle_reports: true });
  await untilReported(id, 5);
  expect((await campaigns.detail(id)).stats).toMatchObject({ handed: 5, delivered: 5 });
});
