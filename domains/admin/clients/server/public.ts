import type { Db } from "#core/server/unitOfWork.ts";

/** Whether the operator removed the sample dealership. */
export async function isSampleRemoved(db: Db): Promise<boolean> {
  return (await db.selectFrom("sample_removals").select("id").executeTakeFirst()) !== undefined;
}
