import type { LocationKey, LocationScope } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";

/** True when the acting location has this chat and its customer isn't deleted. */
export async function isLiveChat(db: Db, { dealer_id, location_id }: LocationScope, id: number): Promise<boolean> {
  const chat = db
    .selectFrom("chats")
    .innerJoin("customers", (join) =>
      join.onRef("customers.dealer_id", "=", "chats.dealer_id").onRef("customers.id", "=", "chats.customer_id"),
    )
    .where("chats.dealer_id", "=", dealer_id)
    .where("chats.location_id", "=", location_id)
    .where("chats.id", "=", id)
    .where("customers.deleted_at", "is", null);
  return (await chat.select("chats.id").executeTakeFirst()) !== undefined;
}

export interface NewAttachment {
  readonly chat_id: number;
  readonly user_id: number;
  readonly name: string;
  readonly kind: "image" | "file";
  readonly type: string;
  readonly size: number;
  readonly storage_key: string;
  readonly created_at: Date;
}

export async function insertAttachment(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  attachment: NewAttachment,
): Promise<number> {
  const added = db.insertInto("chat_attachments").values({ dealer_id, location_id, ...attachment });
  return (await added.returning("id").executeTakeFirstOrThrow()).id;
}

const columns = ["id", "name", "kind", "type", "size", "storage_key"] as const;

/** Uploads not attached to any text yet. */
function selectDrafts(db: Db, dealer_id: number) {
  return db
    .selectFrom("chat_attachments")
    .where("dealer_id", "=", dealer_id)
    .where("message_id", "is", null)
    .where("scheduled_id", "is", null);
}

/** A member's own drafts in a chat; locks the rows until the transaction ends. */
export async function lockDrafts(
  db: Db,
  { dealer_id, location_id }: LocationScope,
  owner: { chat_id: number; user_id: number },
  ids: readonly number[],
): Promise<number[]> {
  const drafts = selectDrafts(db, dealer_id)
    .where("location_id", "=", location_id)
    .where("chat_id", "=", owner.chat_id);
  const rows = await drafts
    .where("user_id", "=", owner.user_id)
    .where("id", "in", ids)
    .orderBy("id")
    .select("id")
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** One of a member's own drafts; locks the row until the transaction ends. */
export async function lockDraft(db: Db, { dealer_id, location_id }: LocationScope, user_id: number, id: number) {
  const draft = selectDrafts(db, dealer_id).where("location_id", "=", location_id).where("user_id", "=", user_id);
  return draft.where("id", "=", id).select("storage_key").forUpdate().executeTakeFirst();
}

/** How many unsent files a member has in a chat. */
export async function countDrafts(db: Db, { dealer_id }: LocationScope, owner: { chat_id: number; user_id: number }) {
  const drafts = selectDrafts(db, dealer_id).where("chat_id", "=", owner.chat_id).where("user_id", "=", owner.user_id);
  return (await drafts.select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirstOrThrow()).count;
}

/** The text that files are attached to. */
export type AttachmentOwner = { readonly message_id: number } | { readonly scheduled_id: number };

/** Attaches files to a text, in the order of `ids`. */
export async function attachToText(
  db: Db,
  dealer_id: number,
  ids: readonly number[],
  owner: AttachmentOwner,
): Promise<void> {
  const detached = { message_id: null, scheduled_id: null };
  for (const [place, id] of ids.entries()) {
    const file = db.updateTable("chat_attachments").set({ ...detached, ...owner, place });
    await file.where("dealer_id", "=", dealer_id).where("id", "=", id).execute();
  }
}

/** The files of some texts, in sending order. */
export async function attachmentsOf(db: Db, dealer_id: number, column: "message_id" | "scheduled_id", ids: number[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom("chat_attachments")
    .where("dealer_id", "=", dealer_id)
    .where(column, "in", ids)
    .orderBy("place")
    .orderBy("id")
    .select([...columns, "message_id", "scheduled_id"])
    .execute();
}

/** Turns the files of a canceled scheduled text back into a member's drafts. */
export async function returnToDrafts(
  db: Db,
  dealer_id: number,
  scheduled_id: number,
  to: { user_id: number; chat_id: number; created_at: Date },
): Promise<void> {
  const files = db.updateTable("chat_attachments").set({ ...to, scheduled_id: null });
  await files.where("dealer_id", "=", dealer_id).where("scheduled_id", "=", scheduled_id).execute();
}

/** A file that was sent; drafts and scheduled files have no public link. */
export async function sentAttachmentById(db: Db, dealer_id: number, id: number) {
  const file = db.selectFrom("chat_attachments").where("dealer_id", "=", dealer_id).where("id", "=", id);
  return file.where("message_id", "is not", null).select("storage_key").executeTakeFirst();
}

/** Drafts of all dealers created before `before`; locks the rows until the transaction ends. */
export async function lockAbandonedDrafts(db: Db, before: Date) {
  return db
    .selectFrom("chat_attachments")
    .where("message_id", "is", null)
    .where("scheduled_id", "is", null)
    .where("created_at", "<", before)
    .orderBy("created_at")
    .limit(100)
    .select(["dealer_id", "id", "storage_key"])
    .forUpdate()
    .skipLocked()
    .execute();
}

export async function deleteAttachment(db: Db, dealer_id: number, id: number): Promise<void> {
  await db.deleteFrom("chat_attachments").where("dealer_id", "=", dealer_id).where("id", "=", id).execute();
}

/** The stored files of an outbound message, so that `hideFiles` can move them. */
export const attachmentFiles = {
  of(db: Db, dealer_id: number, message_id: number) {
    const files = db.selectFrom("chat_attachments").where("dealer_id", "=", dealer_id);
    return files.where("message_id", "=", message_id).select(["id", "storage_key"]).execute();
  },
  async move(db: Db, dealer_id: number, id: number, storage_key: string): Promise<void> {
    const file = db.updateTable("chat_attachments").set({ storage_key }).where("dealer_id", "=", dealer_id);
    await file.where("id", "=", id).execute();
  },
};
