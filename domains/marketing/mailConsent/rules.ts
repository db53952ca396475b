/** Why an address gets no marketing mail. */
export const mailSuppressionReasons = ["unsubscribed", "bounced", "complained"] as const;
export type MailSuppressionReason = (typeof mailSuppressionReasons)[number];

/** What a mail event was, as far as the next decision needs it. */
export interface PastMailEvent {
  readonly kind: "delivered" | "deferred" | "bounced" | "complained" | "unsubscribed" | "auto_replied";
  readonly bounce: "hard" | "soft" | "policy" | null;
  readonly at: Date;
}

const dayMs = 86_400_000;
export const softBounceLimit = 3;
export const softBounceDays = 30;

/**
 * What an event takes away, with those before it, newest first, itself included. A full mailbox is forgiven: three soft
 * bounces within 30 days, without a delivery in between, are not. A refusal by policy says nothing about the person.
 */
export function suppressionAfter(
  event: Pick<PastMailEvent, "kind" | "bounce">,
  newestFirst: readonly PastMailEvent[],
  now: Date,
): MailSuppressionReason | undefined {
  if (event.kind === "unsubscribed" || event.kind === "complained") return event.kind;
  if (event.kind !== "bounced") return undefined;
  if (event.bounce === "hard") return "bounced";
  if (event.bounce !== "soft") return undefined;
  const since = now.getTime() - softBounceDays * dayMs;
  const delivery = newestFirst.findIndex(({ kind }) => kind === "delivered");
  const sinceDelivery = delivery < 0 ? newestFirst : newestFirst.slice(0, delivery);
  const softBounces = sinceDelivery.filter(({ bounce, at }) => bounce === "soft" && at.getTime() >= since);
  return softBounces.length >= softBounceLimit ? "bounced" : undefined;
}

/** An address that shows its owner whose it is and nobody else: `a•••@example.com`. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf("@");
  const [first = ""] = address.slice(0, at);
  return at < 1 ? "" : `${first}•••${address.slice(at)}`;
}
