import type { LocationScope } from "#core/people.ts";
import type { Db } from "#core/server/unit.ts";

/** True when a chat of the acting location is there, and its customer too. */
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
  { dealer_id, location_id }: LocationScope,
  attachment: NewAttachment,
): Promise<number> {
  const added = db.insertInto("chat_attachments").values({ dealer_id, location_id, ...attachment });
  return (await added.returning("id").executeTakeFirstOrThrow()).id;
}

const shown = ["id", "name", "kind", "type", "size", "storage_key"] as const;

/** Files that go nowhere yet. */
function unsent(db: Db, dealer_id: number) {
  return db
    .selectFrom("chat_attachments")
    .where("dealer_id", "=", dealer_id)
    .where("message_id", "is", null)
    .where("scheduled_id", "is", null);
}

/** A person's own files of a chat that go nowhere yet; held until the end of the transaction. */
export async function lockDrafts(
  db: Db,
  { dealer_id, location_id }: LocationScope,
  of: { chat_id: number; user_id: number },
  ids: readonly number[],
): Promise<number[]> {
  const drafts = unsent(db, dealer_id).where("location_id", "=", location_id).where("chat_id", "=", of.chat_id);
  const rows = await drafts
    .where("user_id", "=", of.user_id)
    .where("id", "in", ids)
    .orderBy("id")
    .select("id")
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** A person's own file that goes nowhere yet; held until the end of the transaction. */
export async function lockDraft(db: Db, { dealer_id, location_id }: LocationScope, user_id: number, id: number) {
  const draft = unsent(db, dealer_id).where("location_id", "=", location_id).where("user_id", "=", user_id);
  return draft.where("id", "=", id).select("storage_key").forUpdate().executeTakeFirst();
}

/** How many files a person has added to a chat and not sent. */
export async function countDrafts(db: Db, { dealer_id }: LocationScope, of: { chat_id: number; user_id: number }) {
  const drafts = unsent(db, dealer_id).where("chat_id", "=", of.chat_id).where("user_id", "=", of.user_id);
  return (await drafts.select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirstOrThrow()).count;
}

/** What files belong to. */
export type Bearer = { readonly message_id: number } | { readonly scheduled_id: number };

/** Gives files to a text, in the order of their ids. */
export async function giveTo(db: Db, dealer_id: number, ids: readonly number[], bearer: Bearer): Promise<void> {
  const nobody = { message_id: null, scheduled_id: null };
  for (const [place, id] of ids.entries()) {
    const file = db.updateTable("chat_attachments").set({ ...nobody, ...bearer, place });
    await file.where("dealer_id", "=", dealer_id).where("id", "=", id).execute();
  }
}

/** The files of some texts, in their order. */
export async function attachmentsOf(db: Db, dealer_id: number, column: "message_id" | "scheduled_id", ids: number[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom("chat_attachments")
    .where("dealer_id", "=", dealer_id)
    .where(column, "in", ids)
    .orderBy("place")
    .orderBy("id")
    .select([...shown, "message_id", "scheduled_id"])
    .execute();
}

/** The files of a text that was taken back are a person's own again. */
export async function giveBack(
  db: Db,
  dealer_id: number,
  scheduled_id: number,
  to: { user_id: number; chat_id: number; created_at: Date },
): Promise<void> {
  const files = db.updateTable("chat_attachments").set({ ...to, scheduled_id: null });
  await files.where("dealer_id", "=", dealer_id).where("scheduled_id", "=", scheduled_id).execute();
}

/** A file that went with a text. */
export async function sentAttachment(db: Db, dealer_id: number, id: number) {
  const file = db.selectFrom("chat_attachments").where("dealer_id", "=", dealer_id).where("id", "=", id);
  return file.where("message_id", "is not", null).select("storage_key").executeTakeFirst();
}

/** Files of all dealers that went nowhere since `before`; held until the end of the transaction. */
export async function lockForgotten(db: Db, before: Date) {
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

/** What went with a message, by where it is kept. */
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
