import type { Unit } from "#core/server/unit.ts";
import { listById, setProcessing } from "#domains/lists/server/public.ts";
import { isFilled, type UploadRow } from "./store.ts";

/** Marks a list as no longer processing, unless another import is still filling it. */
export async function freeList(unit: Pick<Unit, "db" | "tell">, upload: UploadRow): Promise<void> {
  const { db } = unit;
  const { id, dealer_id, location_id, list_id } = upload;
  if (list_id === null || (await isFilled(db, dealer_id, list_id, id))) return;
  const location = { dealer_id, location_id };
  if (await listById(db, location, list_id)) await setProcessing(unit, location, list_id, false);
}
