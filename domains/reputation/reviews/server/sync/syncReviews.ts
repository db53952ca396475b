import { worker } from "#core/server/domainManifest.ts";
import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { reviewConnectionEvents } from "#domains/reputation/sites/contract.ts";
import {
  fullEveryMs,
  isConclusive,
  overlapMs,
  provenBefore,
  recountEveryMs,
  waitAfter,
} from "#domains/reputation/sites/rules.ts";
import {
  failConnection,
  openConnection,
  sweepReviewSitesJob,
  syncReviewsJob,
} from "#domains/reputation/sites/server/connections.ts";
import {
  type ConnectionKey,
  findConnection,
  type LockedConnection,
  lockConnection,
  resumeWalks,
  type StoredConnection,
  takeDueConnections,
  updateConnection,
} from "#domains/reputation/sites/server/store.ts";
import type { ListResult } from "#ports/reviews/reviews.ts";
import { reviewEvents } from "../../contract.ts";
import { saveListed } from "./saveListed.ts";
import { countKnown, countWalk, markMissing } from "./store.ts";

/** A job's time limit; another job continues. */
const turnMs = 60_000;
/** When a crawl without a process is resumed. */
const leaseMs = 2 * 60_000;
const reason = "reviews of connected sites";

type SyncServer = Pick<Server, "within" | "ports" | "secret">;
type ListedPage = Extract<ListResult, { kind: "page" }>;

/**
 * Reads a site's reviews page by page. Each page is committed with the next position, so that a crawl resumes where it
 * stopped.
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

/** The page wasn't stored meanwhile, and the site wasn't reconnected. */
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

/** A page's crawl; the first page begins one. */
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

/** The last page, or in an incremental crawl one that is older than what is known. */
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

/**
 * Ends a walk. A whole one knows what the site no longer lists.
 *
 * @param total what the site itself counts.
 * @returns whether another walk follows at once.
 */
async function finishWalk(unit: UnitOfWork, connection: LockedConnection, total: number): Promise<boolean> {
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

/** Enqueues all businesses' connected sites that are due. */
export async function sweepReviewSites({ within }: Pick<Server, "within">): Promise<void> {
  await within.eachCell(reason, async ({ db, now, enqueue }) => {
    const until = new Date(now().getTime() + leaseMs);
    for (const key of await takeDueConnections(db, now(), until)) enqueue(syncReviewsJob, key);
  });
}

/** Resumes the crawls that a crash left. */
async function resumeSync(server: Pick<Server, "within">): Promise<void> {
  await server.within.eachCell(reason, ({ db, now }) => resumeWalks(db, now()));
  await sweepReviewSites(server);
}

export const syncWorkers = [
  worker(syncReviewsJob, syncReviews),
  worker(sweepReviewSitesJob, sweepReviewSites, { schedule: "* * * * *", atStart: resumeSync }),
];
