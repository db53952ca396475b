import { domainToASCII } from "node:url";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import {
  addressIds,
  insertConsentEvent,
  insertImportedUnsubscribes,
  liftMailSuppression,
  lockAddress,
  type NewMailConsentEvent,
  suppressAddress,
  suppressionOf,
} from "./store.ts";

/**
 * Appends to the ledger of marketing emails; the only way to. Saying the same again changes nothing. False for an unknown
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

/** Records the email opt-outs that a file brings. They outweigh every earlier consent, and undoing the import keeps them. */
export async function recordImportedUnsubscribes(
  { db, now }: Pick<UnitOfWork, "db" | "now">,
  { dealer_id, user_id }: { readonly dealer_id: number; readonly user_id: number },
  rows: readonly { readonly email: string; readonly words: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  const at = now();
  const idOf = await addressIds(
    db,
    dealer_id,
    rows.map(({ email }) => email.toLowerCase()),
    at,
  );
  const found = rows.flatMap(({ email, words }) => {
    const address_id = idOf.get(email.toLowerCase());
    return address_id === undefined ? [] : [{ address_id, words }];
  });
  await insertImportedUnsubscribes(db, { dealer_id, user_id, at }, found);
}

/**
 * An address as the ledger knows it: small letters, and a domain of another script in its ASCII form. What somebody wrote
 * before the `@` may differ by its case only in theory.
 */
export function mailAddressKey(address: string): string {
  const trimmed = address.trim();
  const at = trimmed.lastIndexOf("@");
  const typed = trimmed.slice(at + 1);
  const domain = domainToASCII(typed) || typed;
  return `${trimmed.slice(0, at)}@${domain}`.toLowerCase();
}
