import { isAllowed, nextAllowed, type QuietHoursRule, type RecipientArea, textsPerDay } from "../hours/rules.ts";

/** Why somebody gets no marketing text. Each has exactly one: the first that holds, in this order. */
export const skipReasons = [
  "removed",
  "invalid",
  "duplicate",
  "opted_out",
  "asked",
  "no_consent",
  "unanswered",
  "recent",
  "limit",
  "quiet_hours",
  "cancelled",
] as const;
export type SkipReason = (typeof skipReasons)[number];

/** The reasons as people read them. */
export const skipReasonTexts: Record<SkipReason, string> = {
  removed: "No longer a customer, or removed from the list",
  invalid: "Not a number that gets texts",
  duplicate: "Same phone as another recipient",
  opted_out: "Opted out",
  asked: "May have asked to stop: decide first",
  no_consent: "No consent on file",
  unanswered: "Waiting for your reply",
  recent: "Got a campaign within the last days",
  limit: "Got three texts within 24 hours",
  quiet_hours: "Quiet hours until the campaign's end",
  cancelled: "Campaign canceled before their turn",
};

/** What decides about one marketing text to one person. */
export interface MarketingFacts {
  readonly isRemoved: boolean;
  /** A US number that no carrier reported as dead lately. */
  readonly isTextable: boolean;
  /** Another recipient of the same campaign has the phone. */
  readonly isDuplicate: boolean;
  readonly consent: "unknown" | "granted" | "attested" | "asked" | "revoked";
  /** Waits for a reply, and the campaign leaves such people out. */
  readonly isUnanswered: boolean;
  /** Got a marketing text of the business within the days that the campaign leaves out. */
  readonly isRecent: boolean;
  /** Marketing texts of the business to the phone in the last 24 hours. */
  readonly textsInDay: number;
  readonly isCancelled: boolean;
  readonly area: RecipientArea;
  /** The instant that it is due. */
  readonly dueAt: Date;
  readonly now: Date;
  /** Later than this it must not be sent. */
  readonly endsBy: Date;
}

export type MarketingDecision =
  | { readonly kind: "send" }
  /** Not now: quiet hours, or it is not due yet. */
  | { readonly kind: "wait"; readonly until: Date }
  | { readonly kind: "skip"; readonly reason: SkipReason };

/** Decides about one marketing text, for the preview, the sender and every other kind of automatic marketing alike. */
export function mayMarket(facts: MarketingFacts, rules: readonly QuietHoursRule[]): MarketingDecision {
  const reason = lastingReason(facts);
  if (reason) return { kind: "skip", reason };
  const due = facts.dueAt > facts.now ? facts.dueAt : facts.now;
  const opens = nextAllowed(due, facts.area, rules);
  if (!opens || opens > facts.endsBy) return { kind: "skip", reason: "quiet_hours" };
  if (facts.isCancelled) return { kind: "skip", reason: "cancelled" };
  if (opens > facts.now || !isAllowed(facts.now, facts.area, rules)) return { kind: "wait", until: opens };
  return { kind: "send" };
}

/** The reason that waiting doesn't change. */
function lastingReason(facts: MarketingFacts): SkipReason | undefined {
  if (facts.isRemoved) return "removed";
  if (!facts.isTextable) return "invalid";
  if (facts.isDuplicate) return "duplicate";
  if (facts.consent === "revoked") return "opted_out";
  if (facts.consent === "asked") return "asked";
  if (facts.consent === "unknown") return "no_consent";
  if (facts.isUnanswered) return "unanswered";
  if (facts.isRecent) return "recent";
  if (facts.textsInDay >= dailyLimit(facts.area)) return "limit";
  return undefined;
}

/** The strictest limit of the states in which the phone may be. */
export function dailyLimit({ states }: Pick<RecipientArea, "states">): number {
  return Math.min(...states.map((state) => textsPerDay[state] ?? Number.POSITIVE_INFINITY));
}
