import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import { consentEvents } from "../contract.ts";
import { consentStatus } from "../rules.ts";
import {
  closeQuestion,
  customersOfPhone,
  eventsOf,
  findSuppression,
  insertAttestations,
  insertCampaignAttestations,
  insertEvent,
  insertImportedOptOuts,
  insertWithdrawals,
  liftSuppression,
  lockPhone,
  marketablePhones,
  type NewConsentEvent,
  openQuestion,
  openRequest,
  suppress,
} from "./ledgerStore.ts";

export { changesOf as consentChangesOf, isRestoredSql } from "./ledgerStore.ts";

/** True when this phone must not be texted by anyone of the dealer. */
export async function isSuppressed(db: Db, dealer_id: number, phone: string): Promise<boolean> {
  return (await findSuppression(db, dealer_id, phone)) !== undefined;
}

/**
 * The given phones (E.164) that may get marketing: their owner agreed, or an importer attested it, and no later event
 * contradicts that.
 */
export async function filterMarketable(db: Db, dealer_id: number, phones: readonly string[]): Promise<Set<string>> {
  return new Set(await marketablePhones(db, dealer_id, phones));
}

/**
 * Appends to the ledger; besides the import functions below, the only way to. `revoked` suppresses the phone for the dealer
 * until `granted`, unless that is about a conversation alone, or until `restored`, which brings back what was before; `asked` opens a question that staff close with `dismissed`, `revoked` or `granted`.
 */
export async function recordConsent(
  unit: Pick<UnitOfWork, "db" | "now" | "publish">,
  consent: NewConsentEvent,
): Promise<number> {
  const { dealer_id, phone, event } = consent;
  await lockPhone(unit.db, dealer_id, phone);
  const event_id = await insertEvent(unit.db, consent, unit.now());
  const lifts = event === "granted" && consent.scope !== "conversation";
  if (event === "revoked") await suppress(unit.db, dealer_id, phone, event_id, unit.now());
  if (lifts) await liftSuppression(unit.db, dealer_id, phone);
  if (event === "revoked" || lifts) await closeQuestion(unit.db, dealer_id, phone);
  if (event === "restored") await restoreBefore(unit.db, dealer_id, phone);
  if (event === "asked") await openQuestion(unit.db, dealer_id, phone, event_id);
  if (event === "dismissed") await closeQuestion(unit.db, dealer_id, phone, consent.decides ?? event_id);
  for (const { location_id, customer_id } of await customersOfPhone(unit.db, phone)) {
    unit.publish(consentEvents.changed, { customer_id }, { dealer_id, location_id });
  }
  return event_id;
}

/** Lifts the suppression of a phone none of whose opt-outs holds any more, and opens the question that was open before. */
async function restoreBefore(db: Db, dealer_id: number, phone: string): Promise<void> {
  const { suppressed, question } = consentStatus(await eventsOf(db, dealer_id, [phone]));
  if (suppressed) return;
  await liftSuppression(db, dealer_id, phone);
  if (question !== undefined) await openQuestion(db, dealer_id, phone, question);
}

const requestDays = 7;

/**
 * Grants what was requested on a website in the name of a phone that has now said YES itself. Nothing happens without an
 * open request, or once the phone opted out.
 */
export async function confirmRequest(
  unit: Pick<UnitOfWork, "db" | "now" | "publish">,
  dealer_id: number,
  phone: string,
): Promise<void> {
  await lockPhone(unit.db, dealer_id, phone);
  const since = new Date(unit.now().getTime() - requestDays * 86_400_000);
  const request = await openRequest(unit.db, dealer_id, phone, since);
  if (!request || (await isSuppressed(unit.db, dealer_id, phone))) return;
  const evidence = "Answered YES from this phone.";
  await recordConsent(unit, { dealer_id, phone, event: "granted", ...request, evidence });
}

/** An importer's statement about an upload. */
interface Attestation {
  readonly dealer_id: number;
  readonly upload_id: number;
  readonly user_id: number;
  /** The attested text, or the reason for withdrawing it, verbatim. */
  readonly words: string;
}

/** Records the importer's attestation for every phone of a file. It lifts no suppression. */
export async function recordAttestations(
  unit: Pick<UnitOfWork, "db" | "now">,
  attestation: Attestation,
  rows: readonly { readonly phone: string; readonly line: number }[],
): Promise<void> {
  if (rows.length > 0) await insertAttestations(unit.db, { ...attestation, at: unit.now() }, rows);
}

/** Records the opt-outs that a file brings. They suppress the phones as a STOP does, and undoing the import keeps them. */
export async function recordImportedOptOuts(
  unit: Pick<UnitOfWork, "db" | "now">,
  upload: Omit<Attestation, "words">,
  rows: readonly { readonly phone: string; readonly line: number; readonly words: string }[],
): Promise<void> {
  if (rows.length > 0) await insertImportedOptOuts(unit.db, { ...upload, at: unit.now() }, rows);
}

/** Records what the sender of a campaign said of its people whose consent no one knew. It lifts no suppression. */
export async function recordCampaignAttestations(
  unit: Pick<UnitOfWork, "db" | "now">,
  attestation: {
    readonly dealer_id: number;
    readonly campaign_id: number;
    readonly user_id: number;
    readonly words: string;
  },
  phones: readonly string[],
): Promise<void> {
  if (phones.length > 0) await insertCampaignAttestations(unit.db, { ...attestation, at: unit.now() }, phones);
}

/** Withdraws an import's attestations when the import is undone. */
export async function withdrawAttestations(
  unit: Pick<UnitOfWork, "db" | "now">,
  attestation: Attestation,
): Promise<void> {
  await insertWithdrawals(unit.db, { ...attestation, at: unit.now() });
}
