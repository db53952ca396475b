import { sql } from "kysely";
import * as z from "zod/mini";
import { Failure, orNotFound } from "#core/failure.ts";
import { job } from "#core/job.ts";
import { worker } from "#core/server/domainManifest.ts";
import type { Deps, Handlers } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { platformDealer } from "#domains/accounts/server/public.ts";
import { requireConfirmation } from "#domains/accounts/twoFactor/server/public.ts";
import type { sampleDealership } from "../contract.ts";

/** Removes the stored files of the removed sample. */
export const removeFilesJob = job("sample.removeFiles", z.object({ keys: z.array(z.string()) }));

/**
 * Deletes the sample dealership with its people, customers, conversations and files, and signs its people out. It does
 * not return at the next start. Needs a platform unit.
 *
 * @throws Failure `notFound` without such a client, `conflict` when the client is a real one.
 */
async function removeSample(
  unit: UnitOfWork,
  { ports }: Pick<Deps, "ports">,
  dealer_id: number,
  removed_by: number,
): Promise<void> {
  const { db } = unit;
  const client = db.selectFrom("dealers").where("id", "=", dealer_id).where("id", "<>", platformDealer);
  const { is_sample, business_name } = orNotFound(
    await client.select(["is_sample", "business_name"]).forUpdate().executeTakeFirst(),
  );
  if (is_sample === 0)
    throw new Failure("conflict", `${business_name} is a real client. Only sample data can be removed.`);
  const sessions = await db.selectFrom("sessions").where("dealer_id", "=", dealer_id).select("id").execute();
  const keys = await sql<{ key: string }>`select remove_sample(${dealer_id}) as key`.execute(db);
  await db.insertInto("sample_removals").values({ removed_at: unit.now(), removed_by }).execute();
  const entry = { action: "removed the sample dealership", subject: "dealer", subject_id: dealer_id };
  await unit.audit({ ...entry, dealer_id: platformDealer, detail: { business_name } });
  unit.enqueue(removeFilesJob, { keys: keys.rows.map(({ key }) => key) });
  unit.afterCommit(() => {
    for (const { id } of sessions) ports.realtime.disconnect(id);
  });
}

export const sampleHandlers: Handlers<typeof sampleDealership> = {
  async remove(context, { params }) {
    const { within, ports, who, origin } = context;
    const { id: dealer_id } = params;
    await within.control.read("remove the sample", (db) => requireConfirmation(db, who, ports.clock.now()));
    const remove = (unit: UnitOfWork) => removeSample(unit, context, dealer_id, who.user_id);
    await within.cellOf({ dealer_id }, "remove the sample", remove, origin);
    return null;
  },
};

export const sampleWorkers = [
  worker(removeFilesJob, async ({ ports }, { keys }) => {
    for (const key of keys) await ports.storage.remove(key);
  }),
];
