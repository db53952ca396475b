import type { Db } from "#core/server/unitOfWork.ts";
import type { ConsentState, ConsentStateName } from "../contract.ts";
import {
  type ConsentStatus,
  consentStatus,
  needsEvidence,
  openOptOuts,
  strictest,
  takeAllBackUntil,
} from "../rules.ts";
import { eventsOf, type LedgerRow } from "./ledgerStore.ts";

/** A customer's consent over all phones, per phone, and the ledger behind it. */
export interface CustomerConsent {
  readonly status: ConsentStatus;
  readonly statusOf: (phone: string) => ConsentStatus;
  readonly lines: readonly LedgerRow[];
}

/** Reads the ledger of a customer's phones; the first phone is their own. */
export async function readCustomerConsent(
  db: Db,
  dealer_id: number,
  phones: readonly string[],
): Promise<CustomerConsent> {
  const lines = await eventsOf(db, dealer_id, phones);
  const of = (phone: string) => consentStatus(lines.filter((line) => line.phone === phone));
  const [own = consentStatus([]), ...others] = phones.map(of);
  return { status: strictest([own, ...others]), statusOf: of, lines };
}

/** The consent states of phones automatically, also of phones that are no customer's. */
export async function consentStatesOf(
  db: Db,
  dealer_id: number,
  phones: readonly string[],
): Promise<ReadonlyMap<string, ConsentStateName>> {
  const lines = Map.groupBy(await eventsOf(db, dealer_id, phones), ({ phone }) => phone);
  return new Map([...lines].map(([phone, own]) => [phone, consentStatus(own).state] as const));
}

/** The opt-outs that hold for any of these phones. */
export function optOutsOf(phones: readonly string[], { lines }: CustomerConsent) {
  const open = phones.flatMap((phone) => openOptOuts(lines.filter((line) => line.phone === phone)));
  return open.map((line) => ({ ...line, channel: "sms" as const }));
}

/** The consent state as the API returns it. */
export function toConsentState(consentRecord: CustomerConsent, phones: readonly string[], now: Date): ConsentState {
  const { status, lines } = consentRecord;
  const asked = lines.find(({ id }) => id === status.question);
  return {
    state: status.state,
    optin_status: status.suppressed ? 0 : 1,
    marketable: status.marketable ? 1 : 0,
    needs_evidence: needsEvidence(status) ? 1 : 0,
    undo_until: takeAllBackUntil(optOutsOf(phones, consentRecord), now)?.toISOString() ?? null,
    asked: asked ? { event_id: asked.id, words: asked.words, at: asked.at.toISOString() } : null,
  };
}
