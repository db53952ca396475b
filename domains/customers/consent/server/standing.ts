import type { Db } from "#core/server/unit.ts";
import type { ConsentState } from "../contract.ts";
import { consentState, needsEvidence, type Standing, strictest } from "../rules.ts";
import { eventsOf, type LedgerLine } from "./ledgerStore.ts";

/** A customer's consent over all phones, per phone, and the ledger behind it. */
export interface Known {
  readonly standing: Standing;
  readonly of: (phone: string) => Standing;
  readonly lines: readonly LedgerLine[];
}

/** Reads the ledger of a customer's phones; the first phone is their own. */
export async function standing(db: Db, dealer_id: number, phones: readonly string[]): Promise<Known> {
  const lines = await eventsOf(db, dealer_id, phones);
  const of = (phone: string) => consentState(lines.filter((line) => line.phone === phone));
  const [own = consentState([]), ...others] = phones.map(of);
  return { standing: strictest([own, ...others]), of, lines };
}

/** The consent state as the API returns it. */
export function toldState({ standing, lines }: Known): ConsentState {
  const asked = lines.find(({ id }) => id === standing.question);
  return {
    state: standing.state,
    optin_status: standing.suppressed ? 0 : 1,
    marketable: standing.marketable ? 1 : 0,
    needs_evidence: needsEvidence(standing) ? 1 : 0,
    asked: asked ? { event_id: asked.id, words: asked.words, at: asked.at.toISOString() } : null,
  };
}
