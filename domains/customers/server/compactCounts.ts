import { compactChanges } from "#core/server/compactChanges.ts";
import type { Server } from "#core/server/serve.ts";

const counts = {
  table: "customer_counts",
  keyColumns: ["dealer_id", "location_id", "list_id"],
  summedColumns: ["change"],
};

/** Sums the rows of `customer_counts` into one per location and list. */
export async function compactCounts({ within }: Pick<Server, "within">): Promise<void> {
  await within.platform("compact customer counts", ({ db }) => compactChanges(db, counts));
}
