import type { Unit } from "#core/server/unit.ts";
import { listById, setProcessing } from "#domains/lists/server/public.ts";
import { isFilled, type UploadRow } from "./store.ts";

/** Says that a list is no longer being filled, unless another import still fills it. */
export async function freeList(unit: Pick<Unit, "db" | "tell">, upload: UploadRow): Promise<void> {
  const { db } = unit;
  const { id, dealer_id, location_id, list_id } = upload;
  if (list_id === null || (await isFilled(db, dealer_id, list_id, id))) return;
  const place = { dealer_id, location_id };
  if (await listById(db, place, list_id)) await setProcessing(unit, place, list_id, false);
}
