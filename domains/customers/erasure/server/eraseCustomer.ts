import { Failure, orNotFound } from "#core/failure.ts";
import type { DomainManifest } from "#core/server/domainManifest.ts";
import { auditRecords, blacken, erasePerson, type Person, tracesOf } from "#core/server/personRecords.ts";
import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { consentEvents } from "#domains/customers/consent/contract.ts";
import { lockPhone } from "#domains/customers/consent/server/public.ts";
import { eraseLateJob, removeFilesJob } from "./jobs.ts";
import { chatsOf, type ErasureScope, findPerson } from "./store.ts";

const recordsOf = (domains: readonly DomainManifest[]) => [
  ...domains.flatMap(({ person }) => person ?? []),
  auditRecords,
];

/** All tables with something about people. */
export const tablesOf = (domains: readonly DomainManifest[]) => recordsOf(domains).flatMap(({ tables }) => tables);

/** Texts that are under way arrive within this time. */
const lateSeconds = 600;

export interface ErasureRequest {
  readonly customer_id: number;
  /** Who of the business erases; null for the operator. */
  readonly user_id: number | null;
  readonly reason: string;
}

/**
 * Erases the person in one transaction, and searches the business's rows for them before it commits.
 *
 * @throws Failure `conflict` when the search finds something; then nothing is erased.
 */
export async function eraseCustomer(
  unit: UnitOfWork,
  domains: readonly DomainManifest[],
  where: ErasureScope,
  { customer_id, user_id, reason }: ErasureRequest,
): Promise<void> {
  const { dealer_id } = where;
  const { person, location_ids } = orNotFound(await findPerson(unit.db, where, customer_id));
  for (const phone of person.phones.toSorted()) await lockPhone(unit.db, dealer_id, phone);
  for (const location_id of location_ids) {
    for (const { cancel } of domains.flatMap(({ customerWork = [] }) => customerWork))
      await cancel(unit, { dealer_id, location_id }, person.customer_ids, user_id);
  }
  const keys = await eraseEverywhere(unit, domains, person);
  const exempt = recordsOf(domains).flatMap((records) => Object.keys(records.exempt ?? {}));
  const traces = await tracesOf(unit.db, person, new Set(exempt));
  if (traces.length > 0) {
    const places = traces.map((table) => table.replaceAll("_", " ")).join(", ");
    throw new Failure("conflict", `Nothing was erased: this person would still be found in ${places}.`);
  }
  const detail = { reason: blacken(reason, person), customers: person.customer_ids.length };
  await unit.audit({ action: "erased", subject: "customer", subject_id: customer_id, detail, dealer_id });
  unit.enqueue(removeFilesJob, { keys });
  unit.enqueue(eraseLateJob, { dealer_id, customer_ids: [...person.customer_ids] }, { delaySeconds: lateSeconds });
  for (const location_id of location_ids)
    unit.publish(consentEvents.changed, { customer_id }, { dealer_id, location_id });
}

async function eraseEverywhere(unit: UnitOfWork, domains: readonly DomainManifest[], person: Person) {
  const keys: string[] = [];
  for (const { tables, erase } of recordsOf(domains)) {
    await erase?.(unit, person);
    keys.push(...(await erasePerson(unit.db, person, tables)));
  }
  return keys;
}

/** Erases again by ids what arrived meanwhile. */
export async function eraseLate(
  { within, domains }: Pick<Server, "within"> & { readonly domains: readonly DomainManifest[] },
  { dealer_id, customer_ids }: { dealer_id: number; customer_ids: number[] },
): Promise<void> {
  await within.platform("what came in while a person was erased", async (unit) => {
    const chat_ids = await chatsOf(unit.db, dealer_id, customer_ids);
    const person = { dealer_id, customer_ids, chat_ids, phones: [], emails: [], names: [] };
    const keys = await eraseEverywhere(unit, domains, person);
    if (keys.length > 0) unit.enqueue(removeFilesJob, { keys });
  });
}
