import type { LocationKey } from "#core/people.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import type { CustomValues } from "#domains/customers/custom/fields.ts";
import { mergedFields } from "../fields.ts";
import {
  type CustomMerge,
  lockCustomers,
  type MergeDecision,
  type MergeFields,
  mergeInto,
  refreshOtherPhones,
  unmergeFrom,
} from "./store.ts";

/** What the merge changed, stored as JSON so that it can be undone. */
export interface CustomerMergeRecord {
  readonly was: MergeFields;
  readonly became: MergeFields;
  /** Absent for a merge from before there were own fields. */
  readonly custom?: CustomMerge;
  /** Customers previously merged into the merged one. */
  readonly followers: readonly number[];
}

/** Merges one customer into another: phone, counts and earlier merges move along, and the merged one is hidden. */
export async function mergeCustomer(
  unit: UnitOfWork,
  location: LocationKey,
  decision: MergeDecision,
): Promise<CustomerMergeRecord> {
  const { kept_id, was, becomes, custom } = decision;
  const followers = await mergeInto(unit.db, location, decision, unit.now());
  await refreshOtherPhones(unit.db, location.dealer_id, kept_id);
  return { was, became: becomes, custom, followers };
}

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
  const { was, became, custom, followers } = mergeRecord;
  const rows = await lockCustomers(unit.db, location, [unmerge.kept_id, unmerge.merged_id]);
  const kept = rows.find(({ id }) => id === unmerge.kept_id);
  const merged = rows.find(({ id }) => id === unmerge.merged_id);
  if (!kept || !merged) throw new Error("A customer of the merge no longer exists");
  const restored = Object.fromEntries(
    mergedFields.map((field) => [field, kept[field] === became[field] ? was[field] : kept[field]]),
  ) as MergeFields;
  const restoredCustom = custom ? restorable(custom, kept.custom) : {};
  await unmergeFrom(unit.db, location, { ...unmerge, ...merged, followers, restored, restoredCustom });
  await refreshOtherPhones(unit.db, location.dealer_id, unmerge.kept_id);
}

/** The earlier values of own fields that nobody edited since. */
function restorable({ was, becomes }: CustomMerge, now: CustomValues): CustomValues {
  return Object.fromEntries(Object.entries(was).filter(([key]) => (now[key] ?? "") === (becomes[key] ?? "")));
}
