import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { assertRoomFor } from "#domains/quotas/server/public.ts";
import type { PreparedImage } from "./prepareImage.ts";
import { insertImage } from "./store.ts";

/** Stores the picture's row before its file, so that no file is ever without one. @returns its id. */
export async function storeImage(
  unit: UnitOfWork,
  dealer_id: number,
  created_by: number,
  { storage_key, type, bytes }: PreparedImage,
): Promise<number> {
  await assertRoomFor(unit, dealer_id, bytes.length);
  const row = { dealer_id, storage_key, type, size: bytes.length, created_by, created_at: unit.now() };
  return insertImage(unit.db, row);
}
