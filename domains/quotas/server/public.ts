import { Failure, orNotFound } from "#core/failure.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { type DailyQuota, type DailyRoom, dayIn, limitReachedText, limitsOf, storageFullText } from "../rules.ts";
import {
  addSegments,
  addUse,
  addUses,
  addUseText,
  isLimitError,
  lockSegmentsOf,
  lockStoredBytes,
  quotaFacts,
  removeUse,
  usesOf,
} from "./store.ts";

type QuotaUnit = Pick<UnitOfWork, "db" | "now">;

/** A limit is reached; the message says which, and what to do. Nothing was written yet. */
export class QuotaReached extends Failure {
  constructor(message: string) {
    super("conflict", message);
    this.name = "QuotaReached";
  }
}

/**
 * Counts one use of today's quota, in the transaction that stores what is sent, so that no two share the last one. Sends
 * of a business wait here for each other's commit.
 *
 * @param most an even lower limit.
 * @throws QuotaReached
 */
export async function takeFromQuota(
  { db, now }: QuotaUnit,
  dealer_id: number,
  kind: DailyQuota,
  most = Number.POSITIVE_INFINITY,
): Promise<void> {
  const facts = orNotFound(await quotaFacts(db, dealer_id));
  const limit = Math.min(limitsOf(facts, now())[kind], most);
  if (await addUse(db, dealer_id, dayIn(facts.time_zone, now()), kind, limit)) return;
  throw new QuotaReached(limitReachedText(kind, limit));
}

/**
 * The same for a text that a person sends: it is counted with the commit, so that the texts of a business hardly wait for
 * each other. At the limit the whole unit of work fails with `QuotaReached`, and nothing of it is kept.
 */
export async function takeAtCommit(
  { db, now, withCommit }: QuotaUnit & Pick<UnitOfWork, "withCommit">,
  dealer_id: number,
  kind: DailyQuota,
): Promise<void> {
  const facts = orNotFound(await quotaFacts(db, dealer_id));
  const limit = limitsOf(facts, now())[kind];
  const reached = () => new QuotaReached(limitReachedText(kind, limit));
  if (limit < 1) throw reached();
  withCommit({
    name: "rooftop_quota_use",
    text: addUseText,
    values: [dealer_id, dayIn(facts.time_zone, now()), kind, limit],
    toFailure: (error) => (isLimitError(error) ? reached() : error),
  });
}

/**
 * Counts up to `wanted` uses of today's quota at once: for a sender of many. @returns how many there were left; the rest
 * has to wait for another day.
 */
export async function takeUpTo(
  { db, now }: QuotaUnit,
  dealer_id: number,
  kind: DailyQuota,
  wanted: number,
): Promise<number> {
  if (wanted < 1) return 0;
  const facts = orNotFound(await quotaFacts(db, dealer_id));
  return addUses(db, dealer_id, dayIn(facts.time_zone, now()), kind, wanted, limitsOf(facts, now())[kind]);
}

/** How many uses of today's quota there are left, and how many each later day has. */
export async function dailyRoom({ db, now }: QuotaUnit, dealer_id: number, kind: DailyQuota): Promise<DailyRoom> {
  const facts = orNotFound(await quotaFacts(db, dealer_id));
  const used = await usesOf(db, dealer_id, dayIn(facts.time_zone, now()), kind);
  const daily_limit = limitsOf(facts, now())[kind];
  return { left_today: Math.max(0, daily_limit - used), daily_limit };
}

/** How many of the segments that carriers take of a business a day are left today; nobody else counts any until the commit. */
export async function lockSegments({ db, now }: QuotaUnit, dealer_id: number, daily_limit: number): Promise<number> {
  const { time_zone } = orNotFound(await quotaFacts(db, dealer_id));
  return Math.max(0, daily_limit - (await lockSegmentsOf(db, dealer_id, dayIn(time_zone, now()))));
}

/** Counts segments against them. */
export async function countSegments({ db, now }: QuotaUnit, dealer_id: number, count: number): Promise<void> {
  const { time_zone } = orNotFound(await quotaFacts(db, dealer_id));
  await addSegments(db, dealer_id, dayIn(time_zone, now()), count);
}

/** The same for a forecast. */
export async function segmentRoom({ db, now }: QuotaUnit, dealer_id: number, daily_limit: number): Promise<DailyRoom> {
  const { time_zone } = orNotFound(await quotaFacts(db, dealer_id));
  const used = await usesOf(db, dealer_id, dayIn(time_zone, now()), "segments");
  return { left_today: Math.max(0, daily_limit - used), daily_limit };
}

/** Takes uses of today back, when nothing was sent after all. */
export async function giveBackToQuota(
  { db, now }: QuotaUnit,
  dealer_id: number,
  kinds: readonly DailyQuota[],
): Promise<void> {
  const { time_zone } = orNotFound(await quotaFacts(db, dealer_id));
  for (const kind of kinds) await removeUse(db, dealer_id, dayIn(time_zone, now()), kind);
}

/**
 * Checks that a file has room, in the transaction that stores its row; triggers count the rows.
 *
 * @throws QuotaReached
 */
export async function assertRoomFor({ db, now }: QuotaUnit, dealer_id: number, bytes: number): Promise<void> {
  const limit = limitsOf(orNotFound(await quotaFacts(db, dealer_id)), now()).bytes;
  if ((await lockStoredBytes(db, dealer_id)) + bytes > limit) throw new QuotaReached(storageFullText(limit));
}
