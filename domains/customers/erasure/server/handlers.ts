import { orNotFound } from "#core/failure.ts";
import type { DomainManifest } from "#core/server/domainManifest.ts";
import { exportPerson, filesOf } from "#core/server/personRecords.ts";
import type { Handlers } from "#core/server/serve.ts";
import { signedFileUrl } from "#core/server/signedFileUrl.ts";
import { eraseFromFiles } from "#domains/customers/upload/server/public.ts";
import type { customerErasure } from "../contract.ts";
import { eraseCustomer, tablesOf } from "./eraseCustomer.ts";
import { removeFilesJob } from "./jobs.ts";
import { findPerson } from "./store.ts";

/** An export's URL works for at most two hours. */
const exportSeconds = 2 * 3600;

/** @param domains each says what it keeps about a person. */
export function customerErasureHandlers(domains: readonly DomainManifest[]): Handlers<typeof customerErasure> {
  return {
    /** Import files are rewritten first: a failure afterwards leaves them without the person, who is to go anyway. */
    async erase({ within, ports, scope, who, origin }, { params: { id }, body: { reason } }) {
      const find = () => within.platform("whom to erase", ({ db }) => findPerson(db, scope, id));
      await eraseFromFiles({ within, ports }, orNotFound(await find()).person);
      const request = { customer_id: id, user_id: who.user_id, reason };
      await within.platform("erase a person", (unit) => eraseCustomer(unit, domains, scope, request), origin);
      return null;
    },

    async everything({ within, ports, scope, origin, secret, publicUrl }, { params: { id } }) {
      const now = ports.clock.now();
      const { dealer_id } = scope;
      const key = `people/${dealer_id}/${crypto.randomUUID()}/everything-about-customer-${id}.json`;
      const tables = tablesOf(domains);
      const everything = async ({ db, audit, enqueue }: Parameters<Parameters<typeof within.platform>[1]>[0]) => {
        const { person } = orNotFound(await findPerson(db, scope, id));
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
    },
  };
}
