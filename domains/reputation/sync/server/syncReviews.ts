import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import type { ListResult } from "#ports/reviews/reviews.ts";
import { reviewConnectionEvents } from "../../connections/contract.ts";
import { fullEveryMs, overlapMs } from "../../connections/rules.ts";
import {
  type ConnectionKey,
  failConnection,
  findConnection,
  type LockedConnection,
  lockConnection,
  openConnection,
  type StoredConnection,
  syncReviewsJob,
  updateConnection,
} from "../../connections/server/public.ts";
import { finishWalk } from "./finishWalk.ts";
import { saveListed } from "./saveListed.ts";

/** A job goes on for so long, then another one takes over. */
const turnMs = 60_000;
/** A walk whose process died is taken up again after so long. */
export const leaseMs = 2 * 60_000;
const reason = "reviews of connected sites";

type SyncServer = Pick<Server, "within" | "ports" | "secret">;
type ListedPage = Extract<ListResult, { kind: "page" }>;

/**
 * Reads a site's reviews page by page. Each page is kept together with what comes next, so that whatever happens in
 * between, the walk goes on where it was.
 */
export async function syncReviews(server: SyncServer, key: ConnectionKey): Promise<void> {
  const { within } = server;
  const business = { dealer_id: key.dealer_id };
  const end = Date.now() + turnMs;
  let restarts = 0;
  while (Date.now() < end) {
    const connection = await within.business(business, reason, ({ db }) => findConnection(db, key));
    if (!connection || connection.profile_ref === null) return;
    const opened = openConnection(server, connection);
    const result: ListResult = opened
      ? await opened.sites.list(opened.profile, connection.walk_page || undefined)
      : { kind: "needs_access", why: "no access" };
    const isExpired = result.kind === "expired";
    if (isExpired) restarts += 1;
    const goesOn = await within.business(business, reason, async (unit) => {
      const current = await lockConnection(unit.db, key);
      if (!current || !isUntouched(current, connection)) return false;
      if (result.kind === "page") return keepPage(unit, current, result);
      if (isExpired && restarts < 3) {
        await updateConnection(unit.db, key, { walk_page: "" });
        return true;
      }
      await failConnection(unit, current, isExpired ? { kind: "busy" } : result);
      return false;
    });
    if (!goesOn) return;
  }
  await within.business(business, reason, async ({ enqueue }) => enqueue(syncReviewsJob, key));
}

/** Nobody else kept this page meanwhile, and nobody connected the site anew. */
function isUntouched(current: LockedConnection, read: StoredConnection): boolean {
  const isSameWalk = current.walk_at?.getTime() === read.walk_at?.getTime() && current.walk_page === read.walk_page;
  return isSameWalk && current.account_id === read.account_id && current.profile_ref === read.profile_ref;
}

/** @returns whether there is more to read. */
async function keepPage(unit: UnitOfWork, connection: LockedConnection, page: ListedPage): Promise<boolean> {
  const { db, now } = unit;
  const walk = walkOf(connection, page, now());
  await saveListed(unit, connection, page.reviews, walk.walk_at);
  const { dealer_id, location_id, site_id } = connection;
  unit.publish(reviewConnectionEvents.changed, { target_id: site_id }, { dealer_id, location_id });
  const fine = { failures: 0, problem: "", state: connection.synced_at === null ? "first" : "ok" } as const;
  if (!isEnd(connection, walk, page)) {
    const next_at = new Date(now().getTime() + leaseMs);
    await updateConnection(db, connection, { ...fine, ...walk, walk_page: page.next, next_at, site_count: page.total });
    return true;
  }
  return finishWalk(unit, { ...connection, ...walk }, page.total);
}

/** The walk that a page belongs to: it begins with its first page. */
function walkOf(connection: LockedConnection, page: ListedPage, now: Date) {
  const { walk_at, walk_is_full, walk_changed_to, is_full_due, full_at } = connection;
  if (walk_at !== null) return { walk_at, walk_is_full, walk_changed_to };
  const isOld = full_at === null || now.getTime() - full_at.getTime() >= fullEveryMs;
  const newest = page.reviews.reduce((latest, { changed_at }) => Math.max(latest, changed_at.getTime()), 0);
  return {
    walk_at: now,
    walk_is_full: is_full_due || isOld,
    walk_changed_to: newest === 0 ? connection.changed_to : new Date(newest),
    is_full_due: false,
  };
}

/** The last page, or in a short walk one that is older than what is known. */
function isEnd(
  { changed_to }: LockedConnection,
  { walk_is_full }: { walk_is_full: boolean },
  page: ListedPage,
): boolean {
  if (page.next === "") return true;
  if (walk_is_full || changed_to === null) return false;
  const oldest = Math.min(...page.reviews.map(({ changed_at }) => changed_at.getTime()));
  return oldest < changed_to.getTime() - overlapMs;
}
