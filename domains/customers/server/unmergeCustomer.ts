import type { LocationKey } from "#core/people.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { mergedFields } from "../fields.ts";
import type { CustomerMergeRecord } from "./mergeCustomer.ts";
import { lockCustomers, type MergeFields, refreshOtherPhones, unmergeFrom } from "./phoneStore.ts";

/** Which merge to undo, and how many texts counted for the kept customer since belong to the merged one. */
export interface UnmergeRequest {
  readonly kept_id: number;
  readonly merged_id: number;
  readonly received: number;
  readonly sent: number;
}

/** Restores a merged customer. Fields of the kept customer that were edited since the merge keep their edits. */
export async function unmergeCustomer(
  unit: UnitOfWork,
  location: LocationKey,
  unmerge: UnmergeRequest,
  mergeRecord: CustomerMergeRecord,
): Promise<void> {
  const { was, became, followers } = mergeRecord;
  const rows = await lockCustomers(unit.db, location, [unmerge.kept_id, unmerge.merged_id]);
  const kept = rows.find(({ id }) => id === unmerge.kept_id);
  const merged = rows.find(({ id }) => id === unmerge.merged_id);
  if (!kept || !merged) throw new Error("A customer of the merge no longer exists");
  const restored = Object.fromEntries(
    mergedFields.map((field) => [field, kept[field] === became[field] ? was[field] : kept[field]]),
  ) as MergeFields;
  await unmergeFrom(unit.db, location, { ...unmerge, ...merged, followers, restored });
  await refreshOtherPhones(unit.db, location.dealer_id, unmerge.kept_id);
}
