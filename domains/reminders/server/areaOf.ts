import type { RecipientArea } from "#domains/marketing/hours/rules.ts";
import { locateRecipient } from "#domains/marketing/recipients/rules.ts";

/**
 * Where a customer may be. One of whom nothing is known is taken to be where their appointment is: they expect to hear
 * about it.
 */
export function areaOf(
  { phone, address }: { readonly phone: string; readonly address: string },
  zone: string,
): RecipientArea {
  const { zones, states } = locateRecipient({ time_zone: "", address, phone }, zone);
  return { zones, states, isGuess: false };
}
