import { orNotFound } from "#core/failure.ts";
import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import type { Handlers } from "#core/server/serve.ts";
import { quotas } from "../contract.ts";
import { dayIn, defaultLimits, gigabyte, isOnTrial } from "../rules.ts";
import { quotaFacts, saveLimits, storedBytes, usesOn } from "./store.ts";

const quotaHandlers: Handlers<typeof quotas> = {
  async one({ db, now }, { params: { id } }) {
    const { chosen, time_zone, trial_ends_at } = orNotFound(await quotaFacts(db, id));
    const { bytes, ...daily } = chosen;
    const is_trial = isOnTrial({ trial_ends_at }, now());
    const used = { ...(await usesOn(db, id, dayIn(time_zone, now()))), bytes: await storedBytes(db, id) };
    const defaults = defaultLimits[is_trial ? "trial" : "regular"];
    return { is_trial, used, defaults, chosen: { ...daily, storage_gb: bytes === null ? null : bytes / gigabyte } };
  },

  async change({ db, audit }, { params: { id: dealer_id }, body }) {
    orNotFound(await quotaFacts(db, dealer_id));
    const { storage_gb, ...daily } = body;
    await saveLimits(db, dealer_id, { ...daily, bytes: storage_gb === null ? null : storage_gb * gigabyte });
    const entry = { action: "changed the limits of", subject: "dealer", subject_id: dealer_id, detail: body };
    await audit({ ...entry, dealer_id });
    return null;
  },
};

export const quotasManifest: DomainManifest = {
  name: "quotas",
  calls: [callGroup(quotas, quotaHandlers)],
  tables: ["quota_uses", "quota_limits", "stored_bytes"],
  reads: ["dealers", "locations"],
};
