import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { notify } from "#domains/notifications/server/public.ts";
import type { LockedConnection } from "#domains/reputation/sites/server/store.ts";
import type { SiteReply, SiteReview } from "#ports/reviews/reviews.ts";
import { reviewEvents } from "../../contract.ts";
import { isSameReview, replyFate, stateAfterEdit } from "../../rules.ts";
import { matchNewReview } from "../linkInvite.ts";
import { isWithdrawnSince, saveReply, updateReply } from "../replyStore.ts";
import { keepEdit, updateReview } from "../store.ts";
import {
  hasFollowers,
  insertListed,
  lockCopied,
  lockListed,
  markSeen,
  type SyncedReview,
  standingReplies,
} from "./store.ts";

/** Keeps a page of reviews as its site lists them: new ones, edits with what they said before, and replies. */
export async function saveListed(
  unit: UnitOfWork,
  connection: LockedConnection,
  page: readonly SiteReview[],
  walk_at: Date,
): Promise<void> {
  // A page may list one twice.
  const listed = new Map(page.map((review) => [review.external_id, review]));
  if (listed.size === 0) return;
  const { db } = unit;
  const before = await lockListed(db, connection, [...listed.keys()]);
  const known = new Set(before.map(({ external_id }) => external_id));
  const fresh = [...listed.values()].filter(({ external_id }) => !known.has(external_id));
  const recognized = await recognizeCopied(unit, connection, fresh);
  const added = fresh.filter(({ external_id }) => !recognized.has(external_id));
  const { dealer_id, site_id, location_id } = connection;
  const place = { dealer_id, site_id, location_id, added_at: unit.now(), seen_at: walk_at };
  const toRow = ({ external_id, author, rating, body, published_at }: SiteReview) => ({
    ...place,
    external_id,
    author,
    rating,
    body,
    published_at,
  });
  await insertListed(db, added.map(toRow));
  const rows = await lockListed(db, connection, [...listed.keys()]);
  const replies = new Map(
    (
      await standingReplies(
        db,
        connection,
        rows.map(({ id }) => id),
      )
    ).map((reply) => [reply.review_id, reply]),
  );
  let changed: number | undefined;
  for (const row of rows) {
    const review = listed.get(row.external_id ?? "");
    if (!review) continue;
    const isEdited = await followOpinion(unit, row, review);
    const isAnswered = await followReply(unit, row, replies.get(row.id), review.reply);
    const isNew = !known.has(row.external_id);
    if (isEdited || isAnswered || isNew || row.removed_at !== null) changed = row.id;
  }
  await markSeen(
    db,
    connection,
    rows.map(({ id }) => id),
    walk_at,
  );
  await matchAdded(unit, connection, rows, added);
  if (changed !== undefined) unit.publish(reviewEvents.changed, { target_id: changed }, { dealer_id, location_id });
}

/** Reviews that someone had copied by hand become the site's own. @returns the site's names of them. */
async function recognizeCopied(unit: UnitOfWork, key: LockedConnection, fresh: readonly SiteReview[]) {
  const recognized = new Set<string>();
  const authors = fresh.map(({ author }) => author).filter((author) => author !== "");
  if (authors.length === 0) return recognized;
  const copied = await lockCopied(unit.db, key, authors);
  for (const review of fresh) {
    const at = copied.findIndex((row) => isSameReview(row, review));
    const [row] = at < 0 ? [] : copied.splice(at, 1);
    if (!row) continue;
    const { external_id, published_at, author } = review;
    await updateReview(unit.db, row, { external_id, published_at, author });
    recognized.add(external_id);
  }
  return recognized;
}

/** What its author changed since we saw it last. @returns whether that was anything. */
async function followOpinion(unit: UnitOfWork, row: SyncedReview, review: SiteReview): Promise<boolean> {
  if (row.erased_at !== null) return false;
  // Sites leave the stars out now and then.
  const rating = review.rating ?? row.rating;
  const { author, body, changed_at } = review;
  const isEdited = rating !== row.rating || body !== row.body;
  if (!isEdited && author === row.author) return false;
  if (!isEdited) {
    await updateReview(unit.db, row, { author });
    return true;
  }
  await keepEdit(unit.db, row, changed_at < unit.now() ? changed_at : unit.now());
  const state = stateAfterEdit(row.state, row, { rating, recommends: row.recommends });
  const reopens = row.state === "answered" && state === "open";
  const answered = reopens ? { answered_rating: row.rating } : {};
  await updateReview(unit.db, row, { author, rating, body, state, edited_at: changed_at, ...answered });
  return true;
}

/** Credits the invites that led to new reviews. */
async function matchAdded(
  unit: UnitOfWork,
  connection: LockedConnection,
  rows: readonly SyncedReview[],
  added: readonly SiteReview[],
): Promise<void> {
  const names = new Set(added.map(({ external_id }) => external_id));
  const fresh = rows.filter(({ external_id }) => external_id !== null && names.has(external_id));
  if (fresh.length === 0) return;
  if (
    !(await hasFollowers(
      unit.db,
      connection,
      fresh.map(({ published_at }) => published_at),
    ))
  )
    return;
  for (const row of fresh) await matchNewReview(unit, row, null);
}

type StandingReply = Awaited<ReturnType<typeof standingReplies>>[number];

/** Follows a reply's state at its site. @returns whether anything changed. */
async function followReply(
  unit: UnitOfWork,
  review: SyncedReview,
  ours: StandingReply | undefined,
  listed: SiteReply | undefined,
): Promise<boolean> {
  // Nothing about an erased person is stored again.
  if (review.erased_at !== null) return false;
  const { db, now } = unit;
  const fate = replyFate(ours, listed, now());
  if (fate === "elsewhere" && listed) {
    if (!ours && (await isWithdrawnSince(db, review, listed.changed_at))) return false;
    await saveReply(db, review, { ...listed, user_id: null });
    await updateReview(db, review, stateWith(listed));
    return true;
  }
  if (!ours || fate === "keep" || fate === "elsewhere") return false;
  if (fate === "miss") {
    await updateReply(db, review.dealer_id, ours.id, { missing_since: now() });
    return false;
  }
  if (fate === "gone" || !listed) {
    await updateReply(db, review.dealer_id, ours.id, { state: "withdrawn", changed_at: now() });
    await updateReview(db, review, { state: "open" });
    return true;
  }
  if (ours.missing_since !== null) await updateReply(db, review.dealer_id, ours.id, { missing_since: null });
  if (ours.state === listed.state && ours.policy === listed.policy) return false;
  await updateReply(db, review.dealer_id, ours.id, { state: listed.state, policy: listed.policy });
  await updateReview(db, review, stateWith(listed));
  if (listed.state === "rejected" && ours.state !== "rejected") await notifyAuthor(unit, review, ours, listed);
  return true;
}

/** A rejected reply leaves its review waiting for one. */
const stateWith = ({ state }: SiteReply) =>
  state === "rejected" ? ({ state: "open" } as const) : ({ state: "answered", answered_rating: null } as const);

async function notifyAuthor(
  unit: UnitOfWork,
  review: SyncedReview,
  { user_id, body }: StandingReply,
  { policy }: SiteReply,
) {
  if (user_id === null) return;
  const { dealer_id, location_id } = review;
  const title = policy === "" ? "Google rejected your reply" : `Google rejected your reply: ${policy}`;
  await notify(
    unit,
    { dealer_id, location_id, user_ids: [user_id] },
    { kind: "review", title, text: body, chat_id: null },
  );
}
