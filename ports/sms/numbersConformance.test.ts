import pg from "pg";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { freshDatabase } from "#testing/database.ts";
import { systemClock } from "../clock/system.ts";
import type { CarrierNumbers } from "./numbers.ts";
import { createSimulatedSms } from "./simulator/simulatedSms.ts";
import { accountSid, authToken, publicUrl, startFakeTwilio } from "./twilio/fakeTwilio.ts";
import { createTwilioSms } from "./twilio/twilioSms.ts";

const log = pino({ level: "silent" });

/** One carrier's numbers, with control over the carrier. */
interface NumbersHarness {
  numbers: CarrierNumbers;
  /** Injects a fault into the next purchase of this number. */
  inject(number: string, fault: "lose_answer" | "lose_request" | "refuse"): Promise<void>;
  close(): Promise<void>;
}

async function twilio(): Promise<NumbersHarness> {
  const fake = await startFakeTwilio(async () => 200);
  const sms = createTwilioSms({ accountSid, authTokens: [authToken], apiUrl: fake.apiUrl, publicUrl, log });
  return {
    numbers: sms.numbers,
    async inject(_number, fault) {
      fake.nextResponses.push((response, process) => {
        if (fault === "refuse") return void response.writeHead(400).end('{"code":21404}');
        if (fault === "lose_answer") process();
        response.destroy();
      });
    },
    async close() {
      await sms.stop();
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

async function simulator(): Promise<NumbersHarness> {
  const sms = createSimulatedSms({ pool, clock: systemClock, log });
  return {
    numbers: sms.numbers,
    inject: (number, fault) => sms.setFault(number, fault === "refuse" ? { refuse: "21404" } : { [fault]: true }),
    async close() {
      await sms.clearFaults();
      await sms.stop();
      await pool.query("truncate simulated_numbers");
    },
  };
}

describe.each([
  ["twilio", twilio],
  ["simulator", simulator],
])("%s", (_name, open) => {
  let harness: NumbersHarness;
  let numbers: CarrierNumbers;
  beforeEach(async () => {
    harness = await open();
    numbers = harness.numbers;
  });
  afterEach(() => harness.close());

  async function search(digits: string) {
    const result = await numbers.search(digits);
    if (result.kind !== "found") throw new Error(result.words);
    return result.numbers;
  }
  async function first(): Promise<string> {
    return (await search("951"))[0]?.number ?? "";
  }
  const sidOf = (result: { kind: string }) => ("sid" in result ? String(result.sid) : "");

  test.each(["909", "90955", "909555"])(
    "numbers for sale with %s have these digits, a price and capabilities",
    async (digits) => {
      const all = await search(digits);
      expect(all.length).toBeGreaterThan(1);
      for (const offer of all) {
        expect(offer.number).toMatch(new RegExp(`^\\+1${digits}\\d+$`));
        expect(offer.number).toHaveLength(12);
        expect(offer).toMatchObject({ price: "1.15", sms: true, voice: true, city: expect.stringMatching(/./) });
      }
      expect(new Set(all.map(({ number }) => number)).size).toBe(all.length);
    },
  );

  test.each(["000", "1234"])("with %s nothing is for sale, which is not a failure", async (digits) => {
    expect(await numbers.search(digits)).toEqual({ kind: "found", numbers: [] });
  });

  test("a bought number is ours, is no longer for sale, and can be released twice", async () => {
    const number = await first();
    expect(await numbers.checkOwnership(number)).toEqual({ kind: "not ours" });
    const bought = await numbers.buy(number);
    expect(bought).toEqual({ kind: "bought", sid: expect.stringMatching(/^PN[0-9a-f]{32}$/) });
    expect(await numbers.checkOwnership(number)).toEqual({ kind: "ours", sid: sidOf(bought) });
    expect((await search("951")).map((offer) => offer.number)).not.toContain(number);
    await numbers.release(sidOf(bought));
    expect(await numbers.checkOwnership(number)).toEqual({ kind: "not ours" });
    await numbers.release(sidOf(bought));
    expect(await first()).toBe(number);
  });

  test("a number is sold only once", async () => {
    const number = await first();
    const results = await Promise.all([numbers.buy(number), numbers.buy(number)]);
    expect(results.map(({ kind }) => kind).sort()).toEqual(["bought", "refused"]);
    expect(results).toContainEqual({
      kind: "refused",
      taken: true,
      words: expect.stringMatching(/no longer for sale/),
    });
  });

  test("finds a purchase whose response was lost", async () => {
    const number = await first();
    await harness.inject(number, "lose_answer");
    expect(await numbers.buy(number)).toMatchObject({ kind: "lost" });
    expect(await numbers.checkOwnership(number)).toMatchObject({ kind: "ours", sid: expect.stringMatching(/^PN/) });
  });

  test("a purchase request that never arrived bought nothing", async () => {
    const number = await first();
    await harness.inject(number, "lose_request");
    expect(await numbers.buy(number)).toMatchObject({ kind: "lost" });
    expect(await numbers.checkOwnership(number)).toEqual({ kind: "not ours" });
  });

  test("a refusal gives a reason and buys nothing", async () => {
    const number = await first();
    await harness.inject(number, "refuse");
    expect(await numbers.buy(number)).toEqual({
      kind: "refused",
      taken: false,
      words: expect.stringMatching(/^The .*\.$/),
    });
    expect(await numbers.checkOwnership(number)).toEqual({ kind: "not ours" });
  });

  test("returns a segment's list prices as decimals", async () => {
    const decimal = expect.stringMatching(/^\d+\.\d+$/);
    expect(await numbers.textPrices()).toEqual({ inbound: decimal, outbound: decimal });
  });
});

describe("twilio", () => {
  let fake: Awaited<ReturnType<typeof startFakeTwilio>>;
  let sms: ReturnType<typeof createTwilioSms>;
  beforeEach(async () => {
    fake = await startFakeTwilio(async () => 200);
    const account = { accountSid, authTokens: [authToken] as const, apiUrl: fake.apiUrl };
    sms = createTwilioSms({ ...account, publicUrl: `${publicUrl}/`, log, timeout: 500 });
  });
  afterEach(async () => {
    await sms.stop();
    await fake.close();
  });

  test("searches text-capable numbers by area code for three digits, by content for more", async () => {
    await sms.numbers.search("909");
    await sms.numbers.search("9095");
    const queries = fake.requests
      .map(({ path }) => new URL(path, fake.apiUrl))
      .filter(({ pathname }) => pathname.includes("AvailablePhoneNumbers"))
      .map(({ searchParams }) => Object.fromEntries(searchParams));
    expect(queries).toEqual([
      { AreaCode: "909", SmsEnabled: "true", PageSize: "20" },
      { Contains: "9095", SmsEnabled: "true", PageSize: "20" },
    ]);
    const path = `/2010-04-01/Accounts/${accountSid}/AvailablePhoneNumbers/US/Local.json`;
    expect(fake.requests.some((request) => request.path.startsWith(path))).toBe(true);
  });

  test("sets our webhooks on what it buys", async () => {
    await sms.numbers.buy("+19515550123");
    expect(Object.fromEntries(fake.numbers.owned[0]?.form ?? [])).toEqual({
      PhoneNumber: "+19515550123",
      SmsUrl: `${publicUrl}/webhooks/twilio/message`,
      SmsMethod: "POST",
      SmsFallbackUrl: `${publicUrl}/webhooks/twilio/message`,
      SmsFallbackMethod: "POST",
      VoiceUrl: `${publicUrl}/webhooks/twilio/voice`,
      VoiceMethod: "POST",
      VoiceFallbackUrl: `${publicUrl}/webhooks/twilio/voice`,
      VoiceFallbackMethod: "POST",
      StatusCallback: `${publicUrl}/webhooks/twilio/recording`,
      StatusCallbackMethod: "POST",
    });
  });

  test.each([
    [500, "lost"],
    [503, "lost"],
    [408, "lost"],
    [201, "lost"],
    [429, "refused"],
    [401, "refused"],
    [400, "refused"],
  ])("a purchase answered with a bare %d is %s", async (status, kind) => {
    fake.nextResponses.push((response) => response.writeHead(status).end("?"));
    expect((await sms.numbers.buy("+19515550123")).kind).toBe(kind);
  });

  test("a response that times out is lost, though the number is bought", async () => {
    fake.nextResponses.push((_response, process) => process());
    expect(await sms.numbers.buy("+19515550123")).toMatchObject({ kind: "lost" });
    expect(await sms.numbers.checkOwnership("+19515550123")).toMatchObject({ kind: "ours" });
  });

  test("when the carrier fails, ownership is unclear and a release rejects", async () => {
    const fail = (response: import("node:http").ServerResponse) => void response.writeHead(500).end();
    fake.nextResponses.push(fail, fail);
    expect(await sms.numbers.checkOwnership("+19515550123")).toMatchObject({ kind: "unclear" });
    await expect(sms.numbers.release("PN1")).rejects.toThrow("status 500");
  });

  test("a number that only contains ours is not ours", async () => {
    await sms.numbers.buy("+195155501234");
    expect(await sms.numbers.checkOwnership("+19515550123")).toEqual({ kind: "not ours" });
  });

  test("without a price list, numbers are still listed, without prices", async () => {
    const original = fake.numbers.handle;
    fake.numbers.handle = (method, url, form) =>
      url.pathname.startsWith("/v1/") ? { status: 500 } : original(method, url, form);
    expect(await sms.numbers.search("909")).toMatchObject({
      kind: "found",
      numbers: [{ price: "" }, {}, {}, {}, {}, {}, {}, {}, {}],
    });
    expect(await sms.numbers.textPrices()).toBeUndefined();
  });

  test("a refused search passes on the carrier's reason", async () => {
    fake.nextResponses.push(
      (response) => response.writeHead(429).end("{}"),
      (response) => response.writeHead(429).end("{}"),
    );
    expect(await sms.numbers.search("909")).toEqual({
      kind: "failed",
      words: "The carrier is busy. Please try again in a moment.",
    });
  });
});
