import type { Db, Unit } from "#core/server/unit.ts";
import {
  type Consent,
  type CustomerRow,
  findCustomer,
  findSuppression,
  insertConsentEvent,
  insertCustomer,
  liftSuppression,
  type Place,
  raiseCounter,
  suppress,
} from "./store.ts";

export type { Consent, CustomerRow, Place } from "./store.ts";
export { customerNameIn } from "./store.ts";

/** A live customer of the location; undefined for an absent, foreign or deleted one. */
export async function customerById(db: Db, place: Place, id: number): Promise<CustomerRow | undefined> {
  return findCustomer(db, place, { id });
}

/** The live customer of the location who has this phone (E.164). */
export async function customerByPhone(db: Db, place: Place, phone: string): Promise<CustomerRow | undefined> {
  return findCustomer(db, place, { phone });
}

/** The customer with this phone, who is added without a name when nobody knows them: a text came from there. */
export async function addUnknownCaller(db: Db, place: Place, phone: string): Promise<CustomerRow> {
  const nameless = { first_name: "", last_name: "", email: "", company: "", address: "" };
  await insertCustomer(db, { ...place, ...nameless, phone, created_by: null });
  const customer = await findCustomer(db, place, { phone });
  if (!customer) throw new Error("The customer who was just there is gone");
  return customer;
}

/** True when this phone must not be texted by anybody of the dealer. */
export async function isSuppressed(db: Db, dealer_id: number, phone: string): Promise<boolean> {
  return (await findSuppression(db, dealer_id, phone)) !== undefined;
}

/**
 * Writes down what somebody said about being texted. `revoked` suppresses the phone for the whole dealer at once,
 * `granted` lifts that.
 */
export async function recordConsent(unit: Pick<Unit, "db" | "now">, consent: Consent): Promise<void> {
  const { dealer_id, phone } = consent;
  const event_id = await insertConsentEvent(unit.db, consent, unit.now());
  if (consent.event === "revoked") await suppress(unit.db, dealer_id, phone, event_id, unit.now());
  else await liftSuppression(unit.db, dealer_id, phone);
}

/** Counts a text from or to a customer. */
export async function countMessage(db: Db, dealer_id: number, id: number, what: "received" | "sent"): Promise<void> {
  await raiseCounter(db, dealer_id, id, what === "received" ? "messages_received" : "messages_sent");
}
