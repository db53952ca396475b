import type { LocationKey } from "#core/people.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { type MergeDecision, type MergeFields, mergeInto, refreshOtherPhones } from "./phoneStore.ts";

/** What the merge changed, stored as JSON so that it can be undone. */
export interface CustomerMergeRecord {
  readonly was: MergeFields;
  readonly became: MergeFields;
  /** Customers previously merged into the merged one. */
  readonly followers: readonly number[];
}

/** Merges one customer into another: phone, counts and earlier merges move along, and the merged one is hidden. */
export async function mergeCustomer(
  unit: UnitOfWork,
  location: LocationKey,
  decision: MergeDecision,
): Promise<CustomerMergeRecord> {
  const { kept_id, was, becomes } = decision;
  const followers = await mergeInto(unit.db, location, decision, unit.now());
  await refreshOtherPhones(unit.db, location.dealer_id, kept_id);
  return { was, became: becomes, followers };
}
