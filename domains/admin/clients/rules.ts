import type { PurchaseState } from "./contract.ts";

/** The time zone of the operator's days, weeks (from Sunday) and months. */
export const platformTimeZone = "America/New_York";

/** Milliseconds past the carrier's own timeout before its answer counts as lost. */
export const answerGraceMs = 3_000;

const retryDelays = [2, 5, 15, 60, 120] as const;

/** Seconds until the next check of a purchase with the carrier, after `attempts` checks. */
export function retryDelayAfter(attempts: number): number {
  return retryDelays[attempts - 1] ?? 600;
}

/** A purchase whose answer got lost may still go through for about three minutes of checks. */
const attemptsUntilFailed = retryDelays.length + 1;
/** An unreachable carrier is retried for a day. */
const attemptsUntilUnknown = 150;

/** The next step after the carrier's answer to whether a number is ours. */
export function nextSettlementStep(answer: "ours" | "not ours" | "unclear", attempts: number) {
  if (answer === "ours") return "take";
  if (answer === "not ours") return attempts >= attemptsUntilFailed ? "fail" : "ask again";
  return attempts >= attemptsUntilUnknown ? "give up" : "ask again";
}

/** The states in which a location still waits for its number. */
export const unsettledStates = ["intended", "bought", "unknown"] as const satisfies PurchaseState[];

/** The cost in dollars, one segment per text: `12.30`. */
export function textsPrice(texts: number, pricePerText: string | undefined): string | null {
  return pricePerText === undefined ? null : (texts * Number(pricePerText)).toFixed(2);
}
