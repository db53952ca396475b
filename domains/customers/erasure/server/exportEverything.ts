import { orNotFound } from "#core/failure.ts";
import type { DomainManifest } from "#core/server/domainManifest.ts";
import { exportPerson, filesOf } from "#core/server/personRecords.ts";
import type { Deps } from "#core/server/serve.ts";
import { signedFileUrl } from "#core/server/signedFileUrl.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { tablesOf } from "./eraseCustomer.ts";
import { removeFilesJob } from "./jobs.ts";
import { type ErasureScope, findPerson } from "./store.ts";

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
  const content = await within.platform("everything about a person", everything, origin);
  await ports.storage.put(key, Buffer.from(JSON.stringify(content, null, 2)), "application/json");
  return { url: signedFileUrl(secret, key, now) };
}
