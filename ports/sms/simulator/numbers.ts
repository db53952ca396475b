import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { isTollFreeCode } from "#core/phone.ts";
import { type AvailableNumber, type BuyResult, type CarrierNumbers, tollFreePlace, tooLateToBuy } from "../numbers.ts";
import { faultOf } from "./faults.ts";

/** The monthly prices of numbers, in US dollars. Simulated texts are free. */
const monthlyPrice = "1.15";
const tollFreePrice = "2.15";
const maxResults = 20;

/** US area codes begin with 2 to 9; others have no numbers for sale. */
const areaCode = /^[2-9]\d\d/;

/**
 * The simulated carrier's numbers: 555-0100 to 555-0199 of every area code, which are reserved for fiction; of toll-free codes as well. Purchases
 * are stored in the database. A number's fault can delay a purchase, lose its request or response, or refuse it.
 */
export function createSimulatedNumbers(pool: pg.Pool, timeout: number): CarrierNumbers {
  async function buy(number: string): Promise<BuyResult> {
    const fault = await faultOf(pool, number);
    const delay = Math.min(fault.answer_delay ?? 0, timeout);
    if (fault.lose_request) {
      await wait(delay);
      return { kind: "lost", why: "The request got lost" };
    }
    if (fault.refuse) {
      await wait(delay);
      return { kind: "refused", words: `The carrier refused (code ${fault.refuse}).`, taken: false };
    }
    const sid = await sell(pool, number);
    await wait(delay);
    if (!sid) {
      const words = "This number is no longer for sale. Select another.";
      return { kind: "refused", words, taken: true };
    }
    const isLost = fault.lose_answer || delay >= timeout;
    return isLost ? { kind: "lost", why: "The answer got lost" } : { kind: "bought", sid, mms: sendsPictures(number) };
  }

  return {
    async search(digits) {
      if (!areaCode.test(digits)) return { kind: "found", numbers: [] };
      const candidates = numbersOf(digits.slice(0, 3)).filter((number) => number.includes(digits));
      const unavailable = await unavailableAmong(pool, candidates);
      const free = candidates.filter((number) => !unavailable.has(number)).slice(0, maxResults);
      return { kind: "found", numbers: free.map(forSale) };
    },

    async buy(number, leaveBy) {
      if (leaveBy.hasPassed()) return { kind: "refused", words: tooLateToBuy, taken: false };
      try {
        return await buy(number);
      } catch (error) {
        return { kind: "lost", why: error instanceof Error ? error.message : String(error) };
      }
    },

    async checkOwnership(number) {
      try {
        const { rows } = await pool.query<{ sid: string }>("select sid from simulated_numbers where number = $1", [
          number,
        ]);
        return rows[0] ? { kind: "ours", sid: rows[0].sid, mms: sendsPictures(number) } : { kind: "not ours" };
      } catch (error) {
        return { kind: "unclear", why: error instanceof Error ? error.message : String(error) };
      }
    },

    async takeOver(sid) {
      const { rows } = await pool.query("select from simulated_numbers where sid = $1", [sid]);
      if (rows.length === 0) throw new Error(`The simulated carrier has no number ${sid}`);
    },

    async release(sid) {
      await pool.query("delete from simulated_numbers where sid = $1", [sid]);
    },

    textPrices: async () => ({ inbound: "0.00", outbound: "0.00" }),
  };
}

function numbersOf(area: string): string[] {
  return Array.from({ length: 100 }, (_, index) => `+1${area}55501${String(index).padStart(2, "0")}`);
}

/** Every tenth number lacks MMS, so that this case shows up, too. */
const sendsPictures = (number: string) => !number.endsWith("9");

function forSale(number: string): AvailableNumber {
  const isTollFree = isTollFreeCode(number.slice(2, 5));
  const [city, state] = isTollFree ? [tollFreePlace, ""] : ["Simulated", "US"];
  const price = isTollFree ? tollFreePrice : monthlyPrice;
  return { number, city, state, price, sms: true, mms: sendsPictures(number), voice: true, isTollFree };
}

/** Those already sold, assigned to a location, or used as a customer's phone. */
async function unavailableAmong(pool: pg.Pool, numbers: readonly string[]): Promise<Set<string>> {
  const { rows } = await pool.query<{ number: string }>(
    `select number from simulated_numbers where number = any($1)
     union select number from phone_numbers where number = any($1)
     union select phone from customers where phone = any($1)`,
    [numbers],
  );
  return new Set(rows.map(({ number }) => number));
}

/** @returns the sid of the sold number; undefined when it is unavailable. */
async function sell(pool: pg.Pool, number: string): Promise<string | undefined> {
  if ((await unavailableAmong(pool, [number])).has(number)) return undefined;
  const sid = `PN${randomBytes(16).toString("hex")}`;
  const { rowCount } = await pool.query(
    "insert into simulated_numbers (number, sid) values ($1, $2) on conflict do nothing",
    [number, sid],
  );
  return rowCount === 1 ? sid : undefined;
}
