import { compactChanges } from "#core/server/compactChanges.ts";
import type { Server } from "#core/server/serve.ts";

const counts = { table: "customer_counts", of: ["dealer_id", "location_id", "list_id"], numbers: ["change"] };

/** Sums the rows of `customer_counts` into one per location and list. */
export async function compactCounts({ within }: Pick<Server, "within">): Promise<void> {
  await within.platform("compact customer counts", ({ db }) => compactChanges(db, counts));
}
