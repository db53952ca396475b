/** Why an address gets no marketing email. */
export const mailSuppressionReasons = ["unsubscribed", "bounced", "complained"] as const;
export type MailSuppressionReason = (typeof mailSuppressionReasons)[number];

/** An address that shows its owner whose it is and nobody else: `a•••@example.com`. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf("@");
  const [first = ""] = address.slice(0, at);
  return at < 1 ? "" : `${first}•••${address.slice(at)}`;
}
