import pg from "pg";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { freshDatabase } from "#core/testing/database.ts";
import { systemClock } from "../clock/system.ts";
import { accountSid, authToken, publicUrl, startFakeTwilio } from "./fakeTwilio.ts";
import type { CarrierNumbers } from "./numbers.ts";
import { createSimulator } from "./simulator.ts";
import { createTwilio } from "./twilio.ts";

const log = pino({ level: "silent" });

/** One carrier's numbers, and a hand on the carrier. */
interface Carrier {
  numbers: CarrierNumbers;
  /** What happens to the next purchase of this number. */
  meets(number: string, fault: "lose_answer" | "lose_request" | "refuse"): Promise<void>;
  close(): Promise<void>;
}

async function twilio(): Promise<Carrier> {
  const fake = await startFakeTwilio(async () => 200);
  const sms = createTwilio({ accountSid, authTokens: [authToken], apiUrl: fake.apiUrl, publicUrl, log });
  return {
    numbers: sms.numbers,
    async meets(_number, fault) {
      fake.next.push((response, take) => {
        if (fault === "refuse") return void response.writeHead(400).end('{"code":21404}');
        if (fault === "lose_answer") take();
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

async function simulator(): Promise<Carrier> {
  const sms = createSimulator({ pool, clock: systemClock, log });
  return {
    numbers: sms.numbers,
    meets: (number, fault) => sms.setFault(number, fault === "refuse" ? { refuse: "21404" } : { [fault]: true }),
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
  let carrier: Carrier;
  let numbers: CarrierNumbers;
  beforeEach(async () => {
    carrier = await open();
    numbers = carrier.numbers;
  });
  afterEach(() => carrier.close());

  async function offered(digits: string) {
    const result = await numbers.search(digits);
    if (result.kind !== "found") throw new Error(result.words);
    return result.numbers;
  }
  async function first(): Promise<string> {
    return (await offered("951"))[0]?.number ?? "";
  }
  const sidOf = (result: { kind: string }) => ("sid" in result ? String(result.sid) : "");

  test.each(["909", "90955", "909555"])(
    "what is for sale with %s has these digits, a price and abilities",
    async (digits) => {
      const all = await offered(digits);
      expect(all.length).toBeGreaterThan(1);
      for (const one of all) {
        expect(one.number).toMatch(new RegExp(`^\\+1${digits}\\d+$`));
        expect(one.number).toHaveLength(12);
        expect(one).toMatchObject({ price: "1.15", sms: true, voice: true, city: expect.stringMatching(/./) });
      }
      expect(new Set(all.map(({ number }) => number)).size).toBe(all.length);
    },
  );

  test.each(["000", "1234"])("with %s nothing is for sale, which is no failure", async (digits) => {
    expect(await numbers.search(digits)).toEqual({ kind: "found", numbers: [] });
  });

  test("a bought number is ours, is no longer for sale, and can be given back twice", async () => {
    const number = await first();
    expect(await numbers.own(number)).toEqual({ kind: "not ours" });
    const bought = await numbers.buy(number);
    expect(bought).toEqual({ kind: "bought", sid: expect.stringMatching(/^PN[0-9a-f]{32}$/) });
    expect(await numbers.own(number)).toEqual({ kind: "ours", sid: sidOf(bought) });
    expect((await offered("951")).map((one) => one.number)).not.toContain(number);
    await numbers.release(sidOf(bought));
    expect(await numbers.own(number)).toEqual({ kind: "not ours" });
    await numbers.release(sidOf(bought));
    expect(await first()).toBe(number);
  });

  test("the same number is sold once", async () => {
    const number = await first();
    const results = await Promise.all([numbers.buy(number), numbers.buy(number)]);
    expect(results.map(({ kind }) => kind).sort()).toEqual(["bought", "refused"]);
    expect(results).toContainEqual({
      kind: "refused",
      taken: true,
      words: expect.stringMatching(/no longer for sale/),
    });
  });

  test("a purchase whose answer got lost is found", async () => {
    const number = await first();
    await carrier.meets(number, "lose_answer");
    expect(await numbers.buy(number)).toMatchObject({ kind: "lost" });
    expect(await numbers.own(number)).toMatchObject({ kind: "ours", sid: expect.stringMatching(/^PN/) });
  });

  test("a purchase that never arrived bought nothing", async () => {
    const number = await first();
    await carrier.meets(number, "lose_request");
    expect(await numbers.buy(number)).toMatchObject({ kind: "lost" });
    expect(await numbers.own(number)).toEqual({ kind: "not ours" });
  });

  test("a refusal says why and buys nothing", async () => {
    const number = await first();
    await carrier.meets(number, "refuse");
    expect(await numbers.buy(number)).toEqual({
      kind: "refused",
      taken: false,
      words: expect.stringMatching(/^The .*\.$/),
    });
    expect(await numbers.own(number)).toEqual({ kind: "not ours" });
  });

  test("a segment's list price is a figure or is not known, never made up", async () => {
    const figure = expect.stringMatching(/^\d+\.\d+$/);
    expect(await numbers.textPrices()).toEqual({ inbound: figure, outbound: figure });
  });
});

describe("twilio", () => {
  let fake: Awaited<ReturnType<typeof startFakeTwilio>>;
  let sms: ReturnType<typeof createTwilio>;
  beforeEach(async () => {
    fake = await startFakeTwilio(async () => 200);
    const account = { accountSid, authTokens: [authToken] as const, apiUrl: fake.apiUrl };
    sms = createTwilio({ ...account, publicUrl: `${publicUrl}/`, log, timeout: 500 });
  });
  afterEach(async () => {
    await sms.stop();
    await fake.close();
  });

  test("asks by area code for three digits and by content for more, for numbers that can text", async () => {
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
  ])("a purchase that is answered with %d and nothing more is %s", async (status, kind) => {
    fake.next.push((response) => response.writeHead(status).end("?"));
    expect((await sms.numbers.buy("+19515550123")).kind).toBe(kind);
  });

  test("an answer that comes too late is lost, though the number is bought", async () => {
    fake.next.push((_response, take) => take());
    expect(await sms.numbers.buy("+19515550123")).toMatchObject({ kind: "lost" });
    expect(await sms.numbers.own("+19515550123")).toMatchObject({ kind: "ours" });
  });

  test("a carrier that can't be asked leaves it unclear, and takes nothing back without saying so", async () => {
    const fail = (response: import("node:http").ServerResponse) => void response.writeHead(500).end();
    fake.next.push(fail, fail);
    expect(await sms.numbers.own("+19515550123")).toMatchObject({ kind: "unclear" });
    await expect(sms.numbers.release("PN1")).rejects.toThrow("status 500");
  });

  test("a number that only contains ours is not ours", async () => {
    await sms.numbers.buy("+195155501234");
    expect(await sms.numbers.own("+19515550123")).toEqual({ kind: "not ours" });
  });

  test("without a price list there is no price, and the numbers are shown all the same", async () => {
    const instead = fake.numbers.answer;
    fake.numbers.answer = (method, url, form) =>
      url.pathname.startsWith("/v1/") ? { status: 500 } : instead(method, url, form);
    expect(await sms.numbers.search("909")).toMatchObject({
      kind: "found",
      numbers: [{ price: "" }, {}, {}, {}, {}, {}, {}, {}, {}],
    });
    expect(await sms.numbers.textPrices()).toBeUndefined();
  });

  test("what the carrier says of a refused search is said", async () => {
    fake.next.push(
      (response) => response.writeHead(429).end("{}"),
      (response) => response.writeHead(429).end("{}"),
    );
    expect(await sms.numbers.search("909")).toEqual({
      kind: "failed",
      words: "The carrier is busy. Please try again in a moment.",
    });
  });
});
