import Fastify, { type FastifyInstance } from "fastify";
import pg from "pg";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { freshDatabase } from "#testing/database.ts";
import { inTime, passed } from "#testing/deadlines.ts";
import type { FakeCarrier } from "./fakeCarrier.ts";
import { fakeCarriers } from "./fakeCarriers.ts";
import type { CarrierNumbers } from "./numbers.ts";

const log = pino({ level: "silent" });

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

describe.each(fakeCarriers)("%s", (_name, open) => {
  let carrier: FakeCarrier;
  let http: FastifyInstance;
  let numbers: CarrierNumbers;
  beforeEach(async () => {
    http = Fastify();
    carrier = await open({ http, pool, log, phone: "+19095550123", ours: "+19095550100" });
    numbers = carrier.sms.numbers;
  });
  afterEach(async () => {
    await carrier.close();
    await http.close();
  });

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
        expect(offer).toMatchObject({ price: carrier.price, sms: true, voice: true, city: expect.stringMatching(/./) });
      }
      expect(new Set(all.map(({ number }) => number)).size).toBe(all.length);
    },
  );

  test.each(["800", "833", "844", "855", "866", "877", "888", "888555"])(
    "numbers for sale with %s are toll-free, say so, and have a price of their own",
    async (digits) => {
      const all = await search(digits);
      expect(all.length).toBeGreaterThan(1);
      for (const offer of all) {
        expect(offer.number).toMatch(new RegExp(`^\\+1${digits}\\d+$`));
        expect(offer).toMatchObject({ isTollFree: true, city: "Toll-free", state: "", price: "2.15", sms: true });
      }
      expect((await search("909")).every(({ isTollFree }) => !isTollFree)).toBe(true);
    },
  );

  test.each(["000", "1234"])("with %s nothing is for sale, which is not a failure", async (digits) => {
    expect(await numbers.search(digits)).toEqual({ kind: "found", numbers: [] });
  });

  test("a bought number is ours, is no longer for sale, and can be released twice", async () => {
    const number = await first();
    expect(await numbers.checkOwnership(number)).toEqual({ kind: "not ours" });
    const bought = await numbers.buy(number, inTime);
    expect(bought).toEqual({
      kind: "bought",
      sid: expect.stringMatching(carrier.sids.number),
      mms: expect.any(Boolean),
    });
    expect(await numbers.checkOwnership(number)).toMatchObject({ kind: "ours", sid: sidOf(bought) });
    expect((await search("951")).map((offer) => offer.number)).not.toContain(number);
    await numbers.release(sidOf(bought));
    expect(await numbers.checkOwnership(number)).toEqual({ kind: "not ours" });
    await numbers.release(sidOf(bought));
    expect(await first()).toBe(number);
  });

  test("a number of ours can be led here twice, and none that isn't", async () => {
    const sid = sidOf(await numbers.buy(await first(), inTime));
    await numbers.takeOver(sid, inTime);
    await numbers.takeOver(sid, inTime);
    await numbers.release(sid);
    await expect(numbers.takeOver(sid, inTime)).rejects.toThrow(sid);
  });

  test("nothing is bought once the deadline has passed", async () => {
    const number = await first();
    const refused = { kind: "refused", taken: false, words: expect.stringMatching(/nothing was bought/) };
    expect(await numbers.buy(number, passed)).toEqual(refused);
    expect(await numbers.checkOwnership(number)).toEqual({ kind: "not ours" });
  });

  test("a number is sold only once", async () => {
    const number = await first();
    const results = await Promise.all([numbers.buy(number, inTime), numbers.buy(number, inTime)]);
    expect(results.map(({ kind }) => kind).sort()).toEqual(["bought", "refused"]);
    expect(results).toContainEqual({
      kind: "refused",
      taken: true,
      words: expect.stringMatching(/no longer for sale/),
    });
  });

  test("finds a purchase whose response was lost", async () => {
    const number = await first();
    await carrier.injectPurchase(number, "lose_answer");
    expect(await numbers.buy(number, inTime)).toMatchObject({ kind: "lost" });
    expect(await numbers.checkOwnership(number)).toMatchObject({
      kind: "ours",
      sid: expect.stringMatching(carrier.sids.number),
    });
  });

  test("a purchase request that never arrived bought nothing", async () => {
    const number = await first();
    await carrier.injectPurchase(number, "lose_request");
    expect(await numbers.buy(number, inTime)).toMatchObject({ kind: "lost" });
    expect(await numbers.checkOwnership(number)).toEqual({ kind: "not ours" });
  });

  test("a refusal gives a reason and buys nothing", async () => {
    const number = await first();
    await carrier.injectPurchase(number, "refuse");
    expect(await numbers.buy(number, inTime)).toEqual({
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
