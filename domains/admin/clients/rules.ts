import type { PurchaseState } from "./contract.ts";

/** The operator's days, weeks (from Sunday) and months are those of this zone. */
export const platformZone = "America/New_York";

/** Milliseconds beyond the carrier's own limit before its answer counts as lost. */
export const answerGrace = 3_000;

const waits = [2, 5, 15, 60, 120] as const;

/** Seconds until the carrier is asked again what became of a purchase; `asked` times it was already. */
export function askAgainIn(asked: number): number {
  return waits[asked - 1] ?? 600;
}

/** A purchase that was on its way when its answer got lost may still be done for so many questions, some three minutes. */
const asksUntilNot = waits.length + 1;
/** A carrier that can't be asked is given a day. */
const asksUntilUnknown = 150;

/** What follows from the carrier's answer to whether a number is ours. */
export function afterAsking(answer: "ours" | "not ours" | "unclear", asked: number) {
  if (answer === "ours") return "take";
  if (answer === "not ours") return asked >= asksUntilNot ? "fail" : "ask again";
  return asked >= asksUntilUnknown ? "give up" : "ask again";
}

/** A purchase that is not over: its location waits for it. */
export const unsettledStates = ["intended", "bought", "unknown"] as const satisfies PurchaseState[];

/** What so many texts cost at a segment's price, in dollars: `12.30`. */
export function priceOf(texts: number, each: string | undefined): string | null {
  return each === undefined ? null : (texts * Number(each)).toFixed(2);
}
