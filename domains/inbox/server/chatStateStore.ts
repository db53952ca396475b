import { sql } from "kysely";
import { preparedStatement } from "#core/server/preparedStatement.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { DB } from "#database/types.ts";
import { previewOf } from "../rules.ts";

/* Updates of a chat's row after something happened in the chat. */

/** What an outbound message changed about its chat. */
export interface SentChat {
  readonly chat_time: Date;
  readonly new_message: string;
  readonly latest_chat_message_sent_time: Date | null;
  /** Since when the customer waited for this reply; null when they didn't wait or it isn't a reply. */
  readonly waited_since: Date | null;
}

/** Updates a chat's row for an outbound message, which opens the chat. A person's message also answers the customer. */
export async function recordSent(
  db: Db,
  dealer_id: number,
  id: number,
  { new_message, at, isReply }: { new_message: string; at: Date; isReply: boolean },
): Promise<SentChat> {
  const chat = await db
    .updateTable("chats")
    .set({ chat_time: at, new_message, is_closed: 0, latest_chat_message_sent_time: at })
    .$if(isReply, (chat) => chat.set(replied))
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", id)
    // The subquery sees the row as it was before this statement.
    .returning(({ selectFrom }) =>
      selectFrom("chats as before")
        .where("before.dealer_id", "=", dealer_id)
        .where("before.id", "=", id)
        .select("before.waiting_since")
        .as("waited_since"),
    )
    .returning(["chat_time", "new_message", "latest_chat_message_sent_time"])
    .modifyEnd(preparedStatement)
    .executeTakeFirstOrThrow();
  return { ...chat, waited_since: isReply ? chat.waited_since : null };
}

/** The customer no longer waits. */
const replied = { is_replied: 1, waiting_since: null } as const;

/** A customer's message as its chat's row shows it. */
export interface InboundPreview {
  readonly chat_id: number;
  readonly new_message: string;
}

/**
 * Updates chats for one inbound message each: unread, unreplied, open, not snoozed, and confirmed.
 *
 * @param isAgain the messages were counted as unread before.
 * @returns since when each customer waits, by chat.
 */
export async function recordReceived(
  db: Db,
  dealer_id: number,
  received: readonly InboundPreview[],
  at: Date,
  isAgain = false,
): Promise<ReadonlyMap<number, Date>> {
  const { rows } = await sql<{ id: number; waiting_since: Date }>`${preparedStatement}
    update chats set chat_time = ${at}::timestamptz, new_message = received.new_message, is_replied = 0, is_closed = 0,
      snoozed_until = null, unconfirmed_since = null, latest_chat_message_received_time = ${at}::timestamptz, waiting_since = coalesce(waiting_since, ${at}::timestamptz),
      new_message_count = case when ${isAgain}::boolean then greatest(new_message_count, 1) else new_message_count + 1 end
    from unnest(${received.map(({ chat_id }) => chat_id)}::bigint[],
      ${received.map(({ new_message }) => new_message)}::text[]) as received (chat_id, new_message)
    where chats.dealer_id = ${dealer_id} and chats.id = received.chat_id
    returning chats.id, chats.waiting_since`.execute(db);
  return new Map(rows.map(({ id, waiting_since }) => [id, waiting_since]));
}

/** Updates a chat's row for an email that a customer answered, which is no message in it: unreplied, open and not snoozed. */
export async function recordEmailed(db: Db, dealer_id: number, id: number, at: Date): Promise<void> {
  await sql`update chats set chat_time = ${at}::timestamptz, is_replied = 0, is_closed = 0, snoozed_until = null,
      unconfirmed_since = null, waiting_since = coalesce(waiting_since, ${at}::timestamptz)
    where dealer_id = ${dealer_id} and id = ${id}`.execute(db);
}

/** Updates a chat's row for an answered call: open, and nothing to reply to. */
export async function recordAnsweredCall(db: Db, dealer_id: number, id: number, new_message: string, at: Date) {
  await db
    .updateTable("chats")
    .set({ chat_time: at, new_message, is_closed: 0, snoozed_until: null, latest_chat_message_received_time: at })
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", id)
    .execute();
}

/** Marks a chat as read. Returns true when it was unread. */
export async function markRead(db: Db, dealer_id: number, id: number): Promise<boolean> {
  const result = await db
    .updateTable("chats")
    .set({ new_message_count: 0 })
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", id)
    .where("new_message_count", ">", 0)
    .modifyEnd(preparedStatement)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

type ChatFlags = ReturnType<typeof closedAs> | { is_pinned: 0 | 1 } | typeof replied;

/** Marks a chat as replied. Returns true when it was unreplied. */
export const markAnswered = (db: Db, dealer_id: number, id: number) => setChatFlag(db, dealer_id, id, replied);

/** Lets a customer wait again, unless someone wrote since their chat was marked as replied. Returns true when they do. */
export async function setWaiting(
  db: Db,
  dealer_id: number,
  id: number,
  { since, marked_at }: { readonly since: Date; readonly marked_at: Date },
): Promise<boolean> {
  const { rows } =
    await sql`update chats set is_replied = 0, waiting_since = least(waiting_since, ${since}::timestamptz)
    where dealer_id = ${dealer_id} and id = ${id}
      and (latest_chat_message_sent_time is null or latest_chat_message_sent_time <= ${marked_at}) returning id`.execute(
      db,
    );
  return rows.length > 0;
}

/** Sets a flag of a chat, the first of these columns, and what goes with it. Returns true when that changed it. */
export async function setChatFlag(db: Db, dealer_id: number, id: number, flags: ChatFlags): Promise<boolean> {
  const chat = db.updateTable("chats").set(flags).where("dealer_id", "=", dealer_id).where("id", "=", id);
  const [column, value] = Object.entries(flags)[0] as [keyof DB["chats"], 0 | 1];
  return (await chat.where(column, "<>", value).executeTakeFirst()).numUpdatedRows > 0n;
}

/** How a chat is closed or reopened. */
export interface Closing {
  readonly is_closed: 0 | 1;
  /** Reopening brings back the snooze that closing ended, where that is still to come. */
  readonly snoozesAgain: boolean;
  readonly now: Date;
}

/** The columns of a chat that is closed or reopened. Closing ends its snooze by a trigger. */
export function closedAs({ is_closed, snoozesAgain, now }: Closing) {
  if (is_closed === 1 || !snoozesAgain) return { is_closed };
  return { is_closed, snoozed_until: sql<Date | null>`case when closed_snooze > ${now} then closed_snooze end` };
}

/** Sets a chat's preview to its newest message that isn't deleted, and not a campaign's. */
export async function showNewest(db: Db, dealer_id: number, chat_id: number): Promise<void> {
  const newest = await db
    .selectFrom("messages")
    .where("dealer_id", "=", dealer_id)
    .where("chat_id", "=", chat_id)
    .where("deleted_at", "is", null)
    .where("campaign_id", "is", null)
    .select(["message", "media_count"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const new_message = newest ? previewOf(newest.message, newest.media_count) : "";
  const chat = db.updateTable("chats").set({ new_message }).where("dealer_id", "=", dealer_id);
  await chat.where("id", "=", chat_id).execute();
}
