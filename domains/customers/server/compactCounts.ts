import type { Server } from "#core/server/serve.ts";
import { compactCustomerCounts } from "#domains/lists/server/public.ts";

/** Sums up the changes of how many customers there are and how many each list has. */
export async function compactCounts({ within }: Pick<Server, "within">): Promise<void> {
  await within.platform("compact customer counts", ({ db }) => compactCustomerCounts(db));
}
