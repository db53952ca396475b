import { compactChanges } from "#core/server/compactChanges.ts";
import type { Db } from "#core/server/unitOfWork.ts";

/** Sums the changes of how many customers a list, or as list 0 the location, has into one row each. */
export async function compactCustomerCounts(db: Db): Promise<void> {
  await compactChanges(db, {
    table: "customer_counts",
    keyColumns: ["dealer_id", "location_id", "list_id"],
    summedColumns: ["change"],
  });
}
