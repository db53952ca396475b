import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import {
  insertConsentEvent,
  liftMailSuppression,
  lockAddress,
  type NewMailConsentEvent,
  suppressAddress,
  suppressionOf,
} from "./store.ts";

/**
 * Appends to the ledger of marketing mails; the only way to. Saying the same again changes nothing. False for an unknown
 * address.
 */
export async function recordMailConsent(
  { db, now }: Pick<UnitOfWork, "db" | "now">,
  consent: NewMailConsentEvent,
): Promise<boolean> {
  if (!(await lockAddress(db, consent))) return false;
  const known = await suppressionOf(db, consent);
  if (consent.event === "resubscribed") {
    if (!known) return true;
    await insertConsentEvent(db, consent, now());
    await liftMailSuppression(db, consent);
    return true;
  }
  // Who complains has said more than who unsubscribed; nothing else says more than what is known.
  if (known && (known.reason === consent.event || consent.event === "bounced" || known.reason === "complained"))
    return true;
  const event_id = await insertConsentEvent(db, consent, now());
  await suppressAddress(db, consent, consent.event, event_id, now());
  return true;
}
