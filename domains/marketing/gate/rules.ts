import { isAllowed, nextAllowed, type QuietHoursRule, type RecipientArea, textsPerDay } from "../hours/rules.ts";

/** Why somebody gets no marketing text or mail. Each has exactly one: the first that holds, in this order. */
export const skipReasons = [
  "removed",
  "invalid",
  "no_address",
  "duplicate",
  "opted_out",
  "asked",
  "no_consent",
  "unsubscribed",
  "bounced",
  "complained",
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
  invalid: "Can't receive texts",
  no_address: "No email address",
  duplicate: "Same phone as another recipient",
  opted_out: "Opted out",
  asked: "Possible opt-out: review first",
  no_consent: "No consent on file",
  unsubscribed: "Unsubscribed from email",
  bounced: "Email address doesn't work",
  complained: "Marked an email as spam",
  unanswered: "Waiting for your reply",
  recent: "Received a campaign recently",
  limit: "Got three texts within 24 hours",
  quiet_hours: "Not reached before the campaign ended",
  cancelled: "Not reached before the campaign was canceled",
};

/** What decides about a message of either channel to one person. */
interface MessageFacts {
  readonly isRemoved: boolean;
  /** Another recipient of the same campaign has the phone or the mailbox. */
  readonly isDuplicate: boolean;
  /** Waits for a reply, and the campaign leaves such people out. */
  readonly isUnanswered: boolean;
  /** Got a marketing message of the business on this channel within the days that the campaign leaves out. */
  readonly isRecent: boolean;
  readonly isCancelled: boolean;
  /** The instant that it is due. */
  readonly dueAt: Date;
  readonly now: Date;
}

/** What decides about one marketing text to one person. */
export interface MarketingFacts extends MessageFacts {
  /** A US number that no carrier reported as dead lately. */
  readonly isTextable: boolean;
  readonly consent: "unknown" | "granted" | "attested" | "asked" | "revoked";
  /** Marketing texts of the business to the phone in the last 24 hours. */
  readonly textsInDay: number;
  readonly area: RecipientArea;
  /** Later than this it must not be sent. */
  readonly endsBy: Date;
}

/** What decides about one marketing mail: consent is there until the mail ledger takes it away, and no hours apply. */
export interface MailMarketingFacts extends MessageFacts {
  readonly channel: "email";
  readonly hasAddress: boolean;
  /** Why the mailbox gets none; null: it may. */
  readonly suppression: "unsubscribed" | "bounced" | "complained" | null;
}

export type MarketingDecision =
  | { readonly kind: "send" }
  /** Not now: quiet hours, or it is not due yet. */
  | { readonly kind: "wait"; readonly until: Date }
  | { readonly kind: "skip"; readonly reason: SkipReason };

/** Decides about one marketing message, for the preview, the sender and every other kind of automatic marketing alike. */
export function mayMarket(
  facts: MarketingFacts | MailMarketingFacts,
  rules: readonly QuietHoursRule[],
): MarketingDecision {
  const isMail = "channel" in facts;
  const reason = lastingReason(facts, isMail ? mailReasons(facts) : textReasons(facts));
  if (reason) return { kind: "skip", reason };
  const due = facts.dueAt > facts.now ? facts.dueAt : facts.now;
  const opens = isMail ? due : nextAllowed(due, facts.area, rules);
  if (!opens || (!isMail && opens > facts.endsBy)) return { kind: "skip", reason: "quiet_hours" };
  if (facts.isCancelled) return { kind: "skip", reason: "cancelled" };
  const isNow = opens <= facts.now && (isMail || isAllowed(facts.now, facts.area, rules));
  return isNow ? { kind: "send" } : { kind: "wait", until: opens };
}

/** What a channel adds: why the person can't be reached there, doesn't want it, or has had enough of it. */
interface ChannelReasons {
  readonly address: SkipReason | undefined;
  readonly consent: SkipReason | undefined;
  readonly limit: SkipReason | undefined;
}

const consentReasons = { revoked: "opted_out", asked: "asked", unknown: "no_consent" } as const;

const textReasons = ({ isTextable, consent, textsInDay, area }: MarketingFacts): ChannelReasons => ({
  address: isTextable ? undefined : "invalid",
  consent: consent === "granted" || consent === "attested" ? undefined : consentReasons[consent],
  limit: textsInDay >= dailyLimit(area) ? "limit" : undefined,
});

const mailReasons = ({ hasAddress, suppression }: MailMarketingFacts): ChannelReasons => ({
  address: hasAddress ? undefined : "no_address",
  consent: suppression ?? undefined,
  limit: undefined,
});

/** The reason that waiting doesn't change. */
function lastingReason(facts: MessageFacts, channel: ChannelReasons): SkipReason | undefined {
  if (facts.isRemoved) return "removed";
  if (channel.address) return channel.address;
  if (facts.isDuplicate) return "duplicate";
  if (channel.consent) return channel.consent;
  if (facts.isUnanswered) return "unanswered";
  if (facts.isRecent) return "recent";
  return channel.limit;
}

/** The strictest limit of the states in which the phone may be. */
export function dailyLimit({ states }: Pick<RecipientArea, "states">): number {
  return Math.min(...states.map((state) => textsPerDay[state] ?? Number.POSITIVE_INFINITY));
}
