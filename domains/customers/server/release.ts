import type { Unit } from "#core/server/unit.ts";
import type { Absorbed, KeptFields } from "./absorb.ts";
import { lockCustomers, noteOtherPhones, separate } from "./phoneStore.ts";
import type { Place } from "./store.ts";

/** Which merge to undo, and how many texts counted for the kept customer since belong to the merged one. */
export interface Return {
  readonly kept_id: number;
  readonly merged_id: number;
  readonly received: number;
  readonly sent: number;
}

const mergedFields = ["first_name", "last_name", "email", "company", "address"] as const satisfies (keyof KeptFields)[];

/** Restores a merged customer. Fields of the kept customer that were edited since the merge keep their edits. */
export async function releaseCustomer(
  unit: Unit,
  location: Place,
  unmerge: Return,
  mergeRecord: Absorbed,
): Promise<void> {
  const { was, became, followers } = mergeRecord;
  const rows = await lockCustomers(unit.db, location, [unmerge.kept_id, unmerge.merged_id]);
  const kept = rows.find(({ id }) => id === unmerge.kept_id);
  const merged = rows.find(({ id }) => id === unmerge.merged_id);
  if (!kept || !merged) throw new Error("A customer of the merge is gone");
  const restored = Object.fromEntries(
    mergedFields.map((field) => [field, kept[field] === became[field] ? was[field] : kept[field]]),
  ) as unknown as KeptFields;
  await separate(unit.db, location, { ...unmerge, ...merged, followers, restored });
  await noteOtherPhones(unit.db, location.dealer_id, unmerge.kept_id);
}
