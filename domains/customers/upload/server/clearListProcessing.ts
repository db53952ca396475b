import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { listById, setListProcessing } from "#domains/lists/server/public.ts";
import { isFilledByOther, type UploadRow } from "./store.ts";

/** Marks a list as no longer processing, unless another import is still filling it. */
export async function clearListProcessing(unit: Pick<UnitOfWork, "db" | "publish">, upload: UploadRow): Promise<void> {
  const { db } = unit;
  const { id, dealer_id, location_id, list_id } = upload;
  if (list_id === null || (await isFilledByOther(db, dealer_id, list_id, id))) return;
  const location = { dealer_id, location_id };
  if (await listById(db, location, list_id)) await setListProcessing(unit, location, list_id, false);
}
