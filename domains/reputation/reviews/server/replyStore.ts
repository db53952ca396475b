import { sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";
import type { ReviewKey } from "./store.ts";

/** Replies to a review but a draft, newest first. */
export async function repliesOf(db: Db, { dealer_id, id }: ReviewKey) {
  return db
    .selectFrom("review_replies as p")
    .innerJoin("users as w", (join) => join.onRef("w.dealer_id", "=", "p.dealer_id").onRef("w.id", "=", "p.user_id"))
    .where("p.dealer_id", "=", dealer_id)
    .where("p.review_id", "=", id)
    .where("p.state", "<>", "draft")
    .select(["p.body", "p.changed_at"])
    .select([sql<"live" | "withdrawn" | "replaced">`p.state`.as("state")])
    .select(sql<string>`trim(w.first_name || ' ' || w.last_name)`.as("by"))
    .orderBy("p.id", "desc")
    .limit(100)
    .execute();
}

interface WrittenReply {
  readonly body: string;
  readonly user_id: number;
  readonly changed_at: Date;
}

async function insertReply(
  db: Db,
  { dealer_id, id: review_id }: ReviewKey,
  state: "draft" | "live",
  reply: WrittenReply,
) {
  await db
    .insertInto("review_replies")
    .values({ dealer_id, review_id, state, ...reply })
    .execute();
}

/** Ends the reply that stands: taken off the site, or a newer one takes its place. @returns false without any. */
export async function endReply(db: Db, { dealer_id, id }: ReviewKey, state: "withdrawn" | "replaced", at: Date) {
  const result = await db
    .updateTable("review_replies")
    .set({ state, changed_at: at })
    .where("dealer_id", "=", dealer_id)
    .where("review_id", "=", id)
    .where("state", "=", "live")
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Keeps what somebody wrote and has not posted yet; empty removes it. */
export async function saveReplyDraft(db: Db, key: ReviewKey, draft: WrittenReply): Promise<void> {
  const drafts = db.deleteFrom("review_replies").where("dealer_id", "=", key.dealer_id);
  await drafts.where("review_id", "=", key.id).where("state", "=", "draft").execute();
  if (draft.body !== "") await insertReply(db, key, "draft", draft);
}

/** The reply that stands from now on, instead of another one and of a draft. */
export async function saveReply(db: Db, key: ReviewKey, reply: WrittenReply): Promise<void> {
  await saveReplyDraft(db, key, { ...reply, body: "" });
  await endReply(db, key, "replaced", reply.changed_at);
  await insertReply(db, key, "live", reply);
}
