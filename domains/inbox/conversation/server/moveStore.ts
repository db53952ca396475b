import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import { isStillReferenced } from "#core/server/postgres.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { previewOf } from "#domains/inbox/rules.ts";
import type { ChatState, MergedMessage } from "../rules.ts";

/** A chat's state as it can be restored. */
export interface SavedChatState extends ChatState {
  readonly id: number;
}

/** The chat with a customer, deleted or not; locks its row until the transaction ends. */
export async function lockChatOf(db: Db, scope: LocationKey, customer_id: number): Promise<SavedChatState | undefined> {
  const row = await db
    .selectFrom("chats")
    .where("dealer_id", "=", scope.dealer_id)
    .where("location_id", "=", scope.location_id)
    .where("customer_id", "=", customer_id)
    .select(["id", "chat_time", "new_message", "new_message_count", "is_replied", "is_pinned", "is_closed"])
    .select(["latest_chat_message_sent_time", "latest_chat_message_received_time", "assigned_to", "waiting_since"])
    .forUpdate()
    .executeTakeFirst();
  return (
    row && {
      ...row,
      chat_time: row.chat_time.toISOString(),
      waiting_since: row.waiting_since?.toISOString() ?? null,
      latest_chat_message_sent_time: row.latest_chat_message_sent_time?.toISOString() ?? null,
      latest_chat_message_received_time: row.latest_chat_message_received_time?.toISOString() ?? null,
    }
  );
}

export async function setChatState(db: Db, dealer_id: number, id: number, state: ChatState): Promise<void> {
  const { chat_time, new_message, new_message_count, is_replied, is_pinned, is_closed } = state;
  const { latest_chat_message_sent_time, latest_chat_message_received_time, assigned_to, waiting_since } = state;
  await db
    .updateTable("chats")
    .set({ chat_time, new_message, new_message_count, is_replied, is_pinned, is_closed })
    .set({ latest_chat_message_sent_time, latest_chat_message_received_time, assigned_to, waiting_since })
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", id)
    .execute();
}

/** Deletes a chat unless a note, tag or call still references it. Returns whether it was deleted. */
export async function deleteUnusedChat(db: Db, dealer_id: number, id: number): Promise<boolean> {
  await sql`savepoint unused_chat`.execute(db);
  try {
    await db.deleteFrom("chats").where("dealer_id", "=", dealer_id).where("id", "=", id).execute();
    return true;
  } catch (error) {
    if (!isStillReferenced(error)) throw error;
    await sql`rollback to savepoint unused_chat`.execute(db);
    return false;
  }
}

/** The newest message id of some chats; 0 when they have none. */
export async function newestMessage(db: Db, dealer_id: number, chats: readonly number[]): Promise<number> {
  if (chats.length === 0) return 0;
  const row = await db
    .selectFrom("messages")
    .where("dealer_id", "=", dealer_id)
    .where("chat_id", "in", chats)
    .select(({ fn }) => fn.max("id").as("id"))
    .executeTakeFirst();
  return row?.id ?? 0;
}

/** Moves all messages of a chat to another chat; each keeps the phone it came from or went to. */
export async function moveMessages(db: Db, dealer_id: number, from: number, to: number, phone: string): Promise<void> {
  await db
    .updateTable("messages")
    .set(({ fn, ref, val }) => ({ chat_id: to, phone: fn.coalesce(ref("phone"), val(phone)) }))
    .where("dealer_id", "=", dealer_id)
    .where("chat_id", "=", from)
    .execute();
}

/** Moves the messages of these phones back to the chat of the customer whose own phone is `phones[0]`. */
export async function moveMessagesBack(
  db: Db,
  dealer_id: number,
  from: number,
  to: number,
  phones: readonly [own: string, ...others: string[]],
): Promise<void> {
  await db
    .updateTable("messages")
    .set(({ fn, ref, val }) => ({ chat_id: to, phone: fn<string | null>("nullif", [ref("phone"), val(phones[0])]) }))
    .where("dealer_id", "=", dealer_id)
    .where("chat_id", "=", from)
    .where("phone", "in", phones)
    .execute();
}

/** A message of a merged chat; `phone` is set when it isn't the customer's own. */
export interface MessageSince extends MergedMessage {
  readonly phone: string | null;
  readonly isDeleted: boolean;
}

/** A chat's messages after a message, oldest first, without campaign texts, which answer nobody. */
export async function messagesSince(db: Db, dealer_id: number, chat_id: number, id: number): Promise<MessageSince[]> {
  const rows = await db
    .selectFrom("messages")
    .where("dealer_id", "=", dealer_id)
    .where("chat_id", "=", chat_id)
    .where("id", ">", id)
    .where("campaign_id", "is", null)
    .select(["is_from_customer", "datetime", "message", "media_count", "phone", "deleted_at", "message_type"])
    .select(
      sql<boolean>`exists (select from calls where calls.dealer_id = messages.dealer_id
        and calls.message_id = messages.id and calls.state = 'answered')`.as("was_taken"),
    )
    .orderBy("id")
    .execute();
  return rows.map(({ datetime, message, media_count, deleted_at, message_type, was_taken, ...row }) => ({
    ...row,
    expectsReply: row.is_from_customer === 1 && !(message_type === "voice" && was_taken),
    isDeleted: deleted_at !== null,
    datetime: datetime.toISOString(),
    preview: previewOf(message, media_count),
  }));
}

/** The number of messages in the chat with a customer. */
export async function countMessagesWith(db: Db, scope: LocationKey, customer_id: number): Promise<number> {
  const row = await db
    .selectFrom("messages")
    .innerJoin("chats", (join) =>
      join.onRef("chats.dealer_id", "=", "messages.dealer_id").onRef("chats.id", "=", "messages.chat_id"),
    )
    .where("chats.dealer_id", "=", scope.dealer_id)
    .where("chats.location_id", "=", scope.location_id)
    .where("chats.customer_id", "=", customer_id)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
