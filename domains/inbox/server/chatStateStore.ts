import { sql } from "kysely";
import { plannedOnce } from "#core/server/prepared.ts";
import type { Db } from "#core/server/unit.ts";
import type { DB } from "#database/types.ts";
import { idleDays } from "../rules.ts";

/*
 * What happens in a chat, noted in its row.
 */

/**
 * Keeps a chat's row up with a message that we send: it is open, and the newest; a person's is an answer too.
 *
 * @returns since when the customer has waited for this answer; null when they didn't wait, or it is none.
 */
export async function noteSent(
  db: Db,
  dealer_id: number,
  id: number,
  { new_message, at, answers }: { new_message: string; at: Date; answers: boolean },
): Promise<Date | null> {
  const sent = await db
    .updateTable("chats")
    .set({ chat_time: at, new_message, is_closed: 0, latest_chat_message_sent_time: at })
    .$if(answers, (chat) => chat.set(answered))
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", id)
    // As the row was before this statement.
    .returning(({ selectFrom }) =>
      selectFrom("chats as before")
        .where("before.dealer_id", "=", dealer_id)
        .where("before.id", "=", id)
        .select("before.waiting_since")
        .as("waited_since"),
    )
    .executeTakeFirst();
  return (answers && sent?.waited_since) || null;
}

/** Nobody waits in the chat any more. */
const answered = { is_replied: 1, waiting_since: null } as const;

/** What the list shows of a customer's message. */
export interface Received {
  readonly chat_id: number;
  readonly new_message: string;
}

/**
 * Keeps chats' rows up with a customer's message in each: they are unread, unreplied, open, and the newest.
 *
 * @param isAgain they were counted before.
 * @returns since when each customer waits, by chat.
 */
export async function noteReceived(
  db: Db,
  dealer_id: number,
  received: readonly Received[],
  at: Date,
  isAgain = false,
): Promise<ReadonlyMap<number, Date>> {
  const { rows } = await sql<{ id: number; waiting_since: Date }>`${plannedOnce}
    update chats set chat_time = ${at}::timestamptz, new_message = received.new_message, is_replied = 0, is_closed = 0,
      latest_chat_message_received_time = ${at}::timestamptz, waiting_since = coalesce(waiting_since, ${at}::timestamptz),
      new_message_count = case when ${isAgain}::boolean then greatest(new_message_count, 1) else new_message_count + 1 end
    from unnest(${received.map(({ chat_id }) => chat_id)}::bigint[],
      ${received.map(({ new_message }) => new_message)}::text[]) as received (chat_id, new_message)
    where chats.dealer_id = ${dealer_id} and chats.id = received.chat_id
    returning chats.id, chats.waiting_since`.execute(db);
  return new Map(rows.map(({ id, waiting_since }) => [id, waiting_since]));
}

/** Keeps a chat's row up with a call that somebody took: it is open and the newest, and nothing waits in it. */
export async function noteTalked(db: Db, dealer_id: number, id: number, new_message: string, at: Date) {
  await db
    .updateTable("chats")
    .set({ chat_time: at, new_message, is_closed: 0, latest_chat_message_received_time: at })
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", id)
    .execute();
}

/** Marks a chat read. True when it was unread. */
export async function markRead(db: Db, dealer_id: number, id: number): Promise<boolean> {
  const read = await db
    .updateTable("chats")
    .set({ new_message_count: 0 })
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", id)
    .where("new_message_count", ">", 0)
    .executeTakeFirst();
  return read.numUpdatedRows > 0n;
}

type Mark = { is_closed: 0 | 1 } | { is_pinned: 0 | 1 } | typeof answered;

/** Takes the mark of somebody who waits off a chat. True when it had one. */
export const markAnswered = (db: Db, dealer_id: number, id: number) => mark(db, dealer_id, id, answered);

/** Marks a chat. True when it was not marked so. */
export async function mark(db: Db, dealer_id: number, id: number, to: Mark): Promise<boolean> {
  const chat = db.updateTable("chats").set(to).where("dealer_id", "=", dealer_id).where("id", "=", id);
  const [column, value] = Object.entries(to)[0] as [keyof DB["chats"], 0 | 1];
  return (await chat.where(column, "<>", value).executeTakeFirst()).numUpdatedRows > 0n;
}

/** Makes a chat a member's, or nobody's. True when it was not so. */
export async function assign(db: Db, dealer_id: number, id: number, assigned_to: number | null): Promise<boolean> {
  const chat = db.updateTable("chats").set({ assigned_to }).where("dealer_id", "=", dealer_id).where("id", "=", id);
  return (await chat.where("assigned_to", "is distinct from", assigned_to).executeTakeFirst()).numUpdatedRows > 0n;
}

/** Moves the chats that nobody wrote in for a month to In-Active, of every dealer. */
export async function closeIdleChats(db: Db, now: Date): Promise<number> {
  const closed = await db
    .updateTable("chats")
    .set({ is_closed: 1 })
    .where("is_closed", "=", 0)
    .where(sql<boolean>`chat_time < ${now}::timestamptz - make_interval(days => ${idleDays})`)
    .executeTakeFirst();
  return Number(closed.numUpdatedRows);
}
