import { sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";
import { type ReviewReplyState, replyStates } from "../fields.ts";
import type { ReviewKey } from "./store.ts";

/** Replies to a review but a draft, newest first. */
export async function repliesOf(db: Db, { dealer_id, id }: ReviewKey) {
  return db
    .selectFrom("review_replies as p")
    .leftJoin("users as w", (join) => join.onRef("w.dealer_id", "=", "p.dealer_id").onRef("w.id", "=", "p.user_id"))
    .where("p.dealer_id", "=", dealer_id)
    .where("p.review_id", "=", id)
    .where("p.state", "<>", "draft")
    .select(["p.body", "p.changed_at"])
    .select([sql<ReviewReplyState | "withdrawn" | "replaced">`p.state`.as("state")])
    .select(sql<string>`coalesce(trim(w.first_name || ' ' || w.last_name), '')`.as("by"))
    .orderBy("p.id", "desc")
    .limit(100)
    .execute();
}

interface WrittenReply {
  readonly body: string;
  /** Null: someone wrote it at the site itself. */
  readonly user_id: number | null;
  readonly changed_at: Date;
  readonly policy?: string;
}

async function insertReply(
  db: Db,
  { dealer_id, id: review_id }: ReviewKey,
  state: "draft" | ReviewReplyState,
  { body, user_id, changed_at, policy = "" }: WrittenReply,
) {
  await db
    .insertInto("review_replies")
    .values({ dealer_id, review_id, state, body, user_id, changed_at, policy })
    .execute();
}

/** Ends the current reply: removed, or replaced by a newer one. @returns false without any. */
export async function endReply(db: Db, { dealer_id, id }: ReviewKey, state: "withdrawn" | "replaced", at: Date) {
  const result = await db
    .updateTable("review_replies")
    .set({ state, changed_at: at })
    .where("dealer_id", "=", dealer_id)
    .where("review_id", "=", id)
    .where("state", "in", replyStates)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Keeps what someone wrote and has not posted yet; empty removes it. */
export async function saveReplyDraft(db: Db, key: ReviewKey, draft: WrittenReply): Promise<void> {
  const drafts = db.deleteFrom("review_replies").where("dealer_id", "=", key.dealer_id);
  await drafts.where("review_id", "=", key.id).where("state", "=", "draft").execute();
  if (draft.body !== "") await insertReply(db, key, "draft", draft);
}

/** Makes this the current reply, replacing another one and a draft. */
export async function saveReply(
  db: Db,
  key: ReviewKey,
  reply: WrittenReply & { readonly state: ReviewReplyState },
): Promise<void> {
  // Someone else's reply at the site leaves the draft alone.
  if (reply.user_id !== null) await saveReplyDraft(db, key, { ...reply, body: "" });
  await endReply(db, key, "replaced", reply.changed_at);
  await insertReply(db, key, reply.state, reply);
}

/** Locks the current reply with its state. */
export async function lockReply(db: Db, { dealer_id, id }: ReviewKey) {
  return db
    .selectFrom("review_replies")
    .where("dealer_id", "=", dealer_id)
    .where("review_id", "=", id)
    .where("state", "in", replyStates)
    .select(["id", "dealer_id", "body", "asked_at", "attempts", sql<ReviewReplyState>`state`.as("state")])
    .forUpdate()
    .executeTakeFirst();
}

interface ReplyChange {
  readonly state?: ReviewReplyState | "withdrawn";
  readonly policy?: string;
  readonly problem?: string;
  readonly asked_at?: Date | null;
  readonly attempts?: number;
  readonly changed_at?: Date;
  readonly missing_since?: Date | null;
}

export async function updateReply(db: Db, dealer_id: number, id: number, change: ReplyChange): Promise<void> {
  const replies = db.updateTable("review_replies").set(change).where("dealer_id", "=", dealer_id);
  await replies.where("id", "=", id).execute();
}

/** True if we took a reply off the site after this: the site may list it for a while. */
export async function isWithdrawnSince(db: Db, { dealer_id, id }: ReviewKey, at: Date): Promise<boolean> {
  const replies = db.selectFrom("review_replies").where("dealer_id", "=", dealer_id).where("review_id", "=", id);
  const ended = replies.where("state", "=", "withdrawn").where("changed_at", ">=", at);
  return (await ended.select("id").executeTakeFirst()) !== undefined;
}
