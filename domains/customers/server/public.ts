import type { Server } from "#core/server/serve.ts";
import type { Db } from "#core/server/unit.ts";
import { compactCounts } from "./compactCounts.ts";
import { compactCountsJob } from "./jobs.ts";
import { ownerSinceMerge } from "./phoneStore.ts";
import { type CustomerRow, findCustomer, findOptinStatus, insertCustomer, type Place, raiseCounter } from "./store.ts";

export {
  askedToStopIn,
  type Consent,
  isMarketable,
  isSuppressed,
  lockPhone,
  recordAttestations,
  recordConsent,
  withdrawAttestations,
} from "#domains/customers/consent/server/public.ts";
export { type Absorbed, absorbCustomer, type Choice, type KeptFields } from "./absorb.ts";
export { lockCustomers } from "./phoneStore.ts";
export { releaseCustomer } from "./release.ts";
export type { CustomerRow, Place } from "./store.ts";
export { optinStatusIn } from "./store.ts";
export { type CustomerFilter, nextForFile } from "./tableStore.ts";

/** A live customer of the location; undefined for an absent, foreign or deleted one. */
export async function customerById(db: Db, place: Place, id: number): Promise<CustomerRow | undefined> {
  return findCustomer(db, place, { id });
}

/** The live customer of the location who has this phone (E.164). */
export async function customerByPhone(db: Db, place: Place, phone: string): Promise<CustomerRow | undefined> {
  return (await findCustomer(db, place, { phone })) ?? (await standingFor(db, place, phone));
}

/** The live customer into whom the one with this phone was merged. */
async function standingFor(db: Db, place: Place, phone: string): Promise<CustomerRow | undefined> {
  const id = await ownerSinceMerge(db, place, phone);
  return id === undefined ? undefined : findCustomer(db, place, { id });
}

/** The customer with this phone, who is added without a name when nobody knows them: a text came from there. */
export async function addUnknownCaller(db: Db, place: Place, phone: string): Promise<CustomerRow> {
  const nameless = { first_name: "", last_name: "", email: "", company: "", address: "" };
  await insertCustomer(db, { ...place, ...nameless, phone, created_by: null });
  const customer = await customerByPhone(db, place, phone);
  if (!customer) throw new Error("The customer who was just there is gone");
  return customer;
}

/** True when a customer must not be texted: what was said for one of their phones counts for all of them. */
export async function isOptedOut(db: Db, dealer_id: number, customer_id: number): Promise<boolean> {
  return (await findOptinStatus(db, dealer_id, customer_id)) === 0;
}

/** Counts a text from or to each of these customers. */
export async function countMessage(
  db: Db,
  dealer_id: number,
  ids: readonly number[],
  what: "received" | "sent",
): Promise<void> {
  await raiseCounter(db, dealer_id, ids, what === "received" ? "messages_received" : "messages_sent");
}

/** Does the jobs about customers in this process. */
export async function workCustomers(server: Server): Promise<void> {
  const { jobs } = server.ports;
  await jobs.work(compactCountsJob, () => compactCounts(server));
  await jobs.schedule(compactCountsJob, "*/5 * * * *", {});
}
