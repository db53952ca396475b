import type { LocationKey } from "#core/people.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { mergeInto, refreshOtherPhones } from "./phoneStore.ts";

/** The fields for which a merge picks one of two values; each customer keeps their own phone. */
export interface MergeFields {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly company: string;
  readonly address: string;
}

/** Which customer is kept, which is merged into it, and the kept customer's fields before and after. */
export interface MergeDecision {
  readonly kept_id: number;
  readonly merged_id: number;
  readonly was: MergeFields;
  readonly becomes: MergeFields;
}

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
