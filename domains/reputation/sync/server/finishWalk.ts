import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { isConclusive, provenBefore, recountEveryMs, waitAfter } from "../../connections/rules.ts";
import { type LockedConnection, updateConnection } from "../../connections/server/public.ts";
import { reviewEvents } from "../../reviews/contract.ts";
import { countKnown, countWalk, markMissing } from "./store.ts";

/**
 * Ends a walk. A whole one knows what the site no longer lists.
 *
 * @param total what the site itself counts.
 * @returns whether another walk follows at once.
 */
export async function finishWalk(unit: UnitOfWork, connection: LockedConnection, total: number): Promise<boolean> {
  const { db } = unit;
  const now = unit.now();
  const { walk_is_full, walk_changed_to, changed_to } = connection;
  if (walk_is_full) await noteRemoved(unit, connection, total);
  const full_at = walk_is_full ? now : connection.full_at;
  const isRecounted = full_at !== null && now.getTime() - full_at.getTime() < recountEveryMs;
  const isDue = connection.is_full_due || (!isRecounted && (await countKnown(db, connection)) !== total);
  await updateConnection(db, connection, {
    state: "ok",
    problem: "",
    failures: 0,
    walk_at: null,
    walk_page: "",
    walk_changed_to: null,
    changed_to: walk_changed_to ?? changed_to,
    synced_at: now,
    full_at,
    is_full_due: isDue,
    site_count: total,
    next_at: new Date(now.getTime() + waitAfter(0)),
  });
  return isDue;
}

async function noteRemoved(unit: UnitOfWork, connection: LockedConnection, total: number): Promise<void> {
  const { walk_at, chosen_at, dealer_id, location_id } = connection;
  if (walk_at === null || chosen_at === null) return;
  const now = unit.now();
  const times = { walk_at, chosen_at };
  const counts = await countWalk(unit.db, connection, times);
  if (counts.missing === 0) return;
  const proven = isConclusive({ ...counts, total }) ? now : provenBefore(now);
  const [removed] = await markMissing(unit.db, connection, times, { now, proven });
  if (removed !== undefined) unit.publish(reviewEvents.changed, { target_id: removed }, { dealer_id, location_id });
}
