import type { ThreadServer } from "#core/server/threadWork.ts";
import { currentStop } from "#domains/marketing/stop/server/public.ts";
import { leasedRows, postponeRows, renewLeases, skipRows } from "../../ledger/server/public.ts";
import type { RecipientKey } from "../../rules.ts";

/**
 * Renews the leases of what is about to leave; messages of a campaign that was paused or canceled meanwhile, or after all
 * marketing was stopped, don't leave.
 *
 * @param leaseMs how long an answer may take.
 */
export async function stillToSend<T extends { readonly key: RecipientKey }>(
  server: Pick<ThreadServer, "within">,
  dealer_id: number,
  round: readonly T[],
  leaseMs: number,
): Promise<T[]> {
  return server.within.business({ dealer_id }, "renew campaign leases", async ({ db, now }) => {
    const renewedAt = now();
    const lease_until = new Date(renewedAt.getTime() + leaseMs);
    const keys = round.map(({ key }) => key);
    await renewLeases(db, dealer_id, keys, { now: renewedAt, lease_until });
    const renewed = await leasedRows(db, dealer_id, keys, renewedAt);
    const isHeld = (await currentStop(db)) !== undefined;
    const stopped = renewed.filter(({ campaign_state }) => isHeld || campaign_state !== "sending");
    const cancelled = stopped.filter(({ campaign_state }) => campaign_state === "cancelled");
    const waiting = stopped.filter(({ campaign_state }) => campaign_state !== "cancelled");
    await skipRows(
      db,
      dealer_id,
      cancelled.map((row) => ({ ...row, reason: "cancelled" })),
    );
    await postponeRows(
      db,
      dealer_id,
      waiting.map((row) => ({ ...row, due_at: renewedAt })),
    );
    const ours = new Set(
      renewed.filter((row) => !stopped.includes(row)).map(({ campaign_id, n }) => `${campaign_id} ${n}`),
    );
    return round.filter(({ key }) => ours.has(`${key.campaign_id} ${key.n}`));
  });
}
