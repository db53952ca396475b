import { randomBytes } from "node:crypto";
import { isTollFreeCode } from "#core/phone.ts";
import {
  type AvailableNumber,
  type BuyResult,
  type CarrierNumbers,
  type OwnershipResult,
  tollFreePlace,
} from "#ports/sms/numbers.ts";

/** Replaces the carrier's answer to a purchase; `take` sells the number and returns its sid. */
export type ScriptedPurchase = (take: () => string) => Promise<BuyResult>;

/** A carrier's number catalog under a test's control. */
export interface ScriptedNumbers extends CarrierNumbers {
  /** The numbers sold to us, number → sid. */
  readonly owned: Map<string, string>;
  /** Every number that a purchase was requested for. */
  readonly purchaseRequests: string[];
  readonly released: string[];
  /** The sids of numbers whose texts were led here. */
  readonly takenOver: string[];
  /** Handles the next purchases like this; later ones succeed at once again. */
  buyNext(...purchases: ScriptedPurchase[]): void;
  /** Answers the next ownership checks like this; later ones tell the truth again. */
  ownNext(...results: OwnershipResult[]): void;
  /** Makes the next `times` releases and takeovers fail. */
  refuse(times: number): void;
  /** Makes the next search fail with this message. */
  failSearch(words: string): void;
}

const forSale = (number: string): AvailableNumber => {
  const isTollFree = isTollFreeCode(number.slice(2, 5));
  const place = isTollFree ? { city: tollFreePlace, state: "" } : { city: "Riverside", state: "CA" };
  return { number, ...place, price: "1.15", sms: true, mms: true, voice: true, isTollFree };
};

/** Creates a carrier that sells every number. */
export function createScriptedNumbers(): ScriptedNumbers {
  const owned = new Map<string, string>();
  const asked: string[] = [];
  const released: string[] = [];
  const takenOver: string[] = [];
  const purchases: ScriptedPurchase[] = [];
  const answers: OwnershipResult[] = [];
  let refusals = 0;
  let failure: string | undefined;
  return {
    owned,
    purchaseRequests: asked,
    released,
    takenOver,
    buyNext: (...next) => void purchases.push(...next),
    ownNext: (...next) => void answers.push(...next),
    refuse: (times) => {
      refusals = times;
    },
    failSearch: (words) => {
      failure = words;
    },
    async search(digits) {
      const words = failure;
      failure = undefined;
      if (words) return { kind: "failed", words };
      const found = Array.from({ length: 3 }, (_, line) => `+1${digits.padEnd(9, "5")}${line}`);
      const lines = digits.length === 10 ? [`+1${digits}`] : found;
      return { kind: "found", numbers: lines.filter((number) => !owned.has(number)).map(forSale) };
    },
    async buy(number, leaveBy) {
      if (leaveBy.hasPassed()) return { kind: "refused", words: "too late", taken: false };
      asked.push(number);
      const take = () => {
        const sid = owned.get(number) ?? `PN${randomBytes(16).toString("hex")}`;
        owned.set(number, sid);
        return sid;
      };
      const purchase = purchases.shift();
      if (purchase) return purchase(take);
      if (owned.has(number)) return { kind: "refused", words: "This number is no longer for sale.", taken: true };
      return { kind: "bought", sid: take() };
    },
    async checkOwnership(number) {
      const answer = answers.shift();
      if (answer) return answer;
      const sid = owned.get(number);
      return sid ? { kind: "ours", sid } : { kind: "not ours" };
    },
    async takeOver(sid) {
      if (refusals-- > 0) throw new Error("The carrier does not answer");
      takenOver.push(sid);
    },
    async release(sid) {
      if (refusals-- > 0) throw new Error("The carrier does not answer");
      released.push(sid);
      for (const [number, of] of owned) if (of === sid) owned.delete(number);
    },
    textPrices: async () => ({ inbound: "0.0080", outbound: "0.0083" }),
  };
}
