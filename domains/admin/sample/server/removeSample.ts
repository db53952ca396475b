import { sql } from "kysely";
import { Failure, orNotFound } from "#core/failure.ts";
import type { Deps } from "#core/server/serve.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import { platformDealer } from "#domains/accounts/server/public.ts";
import { removeFilesJob } from "./jobs.ts";

/**
 * Deletes the sample dealership with its people, customers, conversations and files, and signs its people out. It does
 * not return at the next start. Needs a platform unit.
 *
 * @throws Failure `notFound` without such a client, `conflict` when the client is a real one.
 */
export async function removeSample(
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

/** Whether the operator removed the sample dealership. */
export async function isSampleRemoved(db: Db): Promise<boolean> {
  return (await db.selectFrom("sample_removals").select("id").executeTakeFirst()) !== undefined;
}
