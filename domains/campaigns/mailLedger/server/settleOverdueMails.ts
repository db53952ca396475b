import type { Server } from "#core/server/serve.ts";
import { dealersWithOverdue } from "../../ledger/server/public.ts";
import { settleMails } from "./mailLedgerStore.ts";

/** Settles the mails of all businesses whose answer was lost, or whose process died. */
export async function settleOverdueMails({ within, ports }: Server): Promise<void> {
  const now = ports.clock.now();
  const dealers = await within.platform("lost campaign emails", ({ db }) => dealersWithOverdue(db, now, "email"));
  for (const dealer_id of dealers) {
    await within.business({ dealer_id }, "lost campaign emails", ({ db }) => settleMails(db, dealer_id, now));
  }
}
