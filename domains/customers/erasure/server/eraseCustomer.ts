import * as z from "zod/mini";
import { Failure, orNotFound } from "#core/failure.ts";
import { Id } from "#core/fields.ts";
import { job } from "#core/job.ts";
import { type DomainManifest, worker } from "#core/server/domainManifest.ts";
import {
  auditRecords,
  blacken,
  erasePerson,
  exportPerson,
  filesOf,
  type Person,
  tracesOf,
} from "#core/server/personRecords.ts";
import type { Deps, Server } from "#core/server/serve.ts";
import { signedFileUrl } from "#core/server/signedFileUrl.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { consentEvents } from "#domains/customers/consent/contract.ts";
import { lockPhone } from "#domains/customers/consent/server/ledgerStore.ts";
import { chatsOf, type ErasureScope, findPerson } from "./store.ts";

/** Removes files from storage: those of an erased person, and an export after its URL has expired. */
export const removeFilesJob = job("customers.removePersonsFiles", z.object({ keys: z.array(z.string()) }));

/** Erases what was under way while a person was erased: a text that came in, media being fetched. */
export const eraseLateJob = job("customers.eraseLate", z.object({ dealer_id: Id, customer_ids: z.array(Id) }));

const recordsOf = (domains: readonly DomainManifest[]) => [
  ...domains.flatMap(({ person }) => person ?? []),
  auditRecords,
];

/** All tables with something about people. */
const tablesOf = (domains: readonly DomainManifest[]) => recordsOf(domains).flatMap(({ tables }) => tables);

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
async function eraseLate(
  { within, domains }: Pick<Server, "within"> & { readonly domains: readonly DomainManifest[] },
  { dealer_id, customer_ids }: { dealer_id: number; customer_ids: number[] },
): Promise<void> {
  await within.cellOf({ dealer_id }, "what came in while a person was erased", async (unit) => {
    const chat_ids = await chatsOf(unit.db, dealer_id, customer_ids);
    const person = { dealer_id, customer_ids, chat_ids, phones: [], emails: [], names: [] };
    const keys = await eraseEverywhere(unit, domains, person);
    if (keys.length > 0) unit.enqueue(removeFilesJob, { keys });
  });
}

/** An export's URL works for at most two hours. */
const exportSeconds = 2 * 3600;

/** Everything that a business knows about a person as one JSON file, with links to the stored files. */
export async function exportEverything(
  { within, ports, origin, secret, publicUrl }: Deps,
  domains: readonly DomainManifest[],
  where: ErasureScope,
  id: number,
): Promise<{ url: string }> {
  const now = ports.clock.now();
  const { dealer_id } = where;
  const key = `people/${dealer_id}/${crypto.randomUUID()}/everything-about-customer-${id}.json`;
  const tables = tablesOf(domains);
  const everything = async ({ db, audit, enqueue }: UnitOfWork) => {
    const { person } = orNotFound(await findPerson(db, where, id));
    enqueue(removeFilesJob, { keys: [key] }, { delaySeconds: exportSeconds });
    await audit({ action: "exported everything", subject: "customer", subject_id: id, dealer_id });
    const keys = await filesOf(db, person, tables);
    const files = keys.map((stored) => publicUrl + signedFileUrl(secret, stored, now));
    const { phones, emails, names } = person;
    return { made_at: now, names, phones, emails, records: await exportPerson(db, person, tables), files };
  };
  const content = await within.cellOf({ dealer_id }, "everything about a person", everything, origin);
  await ports.storage.put(key, Buffer.from(JSON.stringify(content, null, 2)), "application/json");
  return { url: signedFileUrl(secret, key, now) };
}

export const erasureWorkers = [
  worker(removeFilesJob, async ({ ports }, { keys }) => {
    for (const key of keys) await ports.storage.remove(key);
  }),
  worker(eraseLateJob, eraseLate),
];
