import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import { isStillReferenced } from "#core/server/postgres.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import { inboxEvents } from "#domains/inbox/contract.ts";
import { previewOf } from "#domains/inbox/rules.ts";
import { showNewest } from "#domains/inbox/server/chatStateStore.ts";
import { chatWith } from "#domains/inbox/server/chatStore.ts";
import { moveResponses, moveResponsesBack } from "#domains/inbox/server/responses.ts";
import { type ChatState, type MergedMessage, mergedChatState, unmergedChatState } from "../rules.ts";

/** The customers between whom a conversation moves. */
interface ConversationMove {
  readonly from_customer: number;
  readonly to_customer: number;
  /** The phone of the customer whose messages move. */
  readonly phone: string;
}

/** What a move changed; stored with the merge so that it can be undone. */
export interface MovedChat {
  readonly from: SavedChatState | null;
  readonly to: SavedChatState | null;
  /** The chat that received the messages; null when there were none to move. */
  readonly into: number | null;
  /** The newest message of both chats at the time of the move. */
  readonly last_message: number;
}

/** Moves a customer's whole conversation into another customer's; messages interleave by time. */
export async function moveChat(unit: UnitOfWork, scope: LocationKey, move: ConversationMove): Promise<MovedChat> {
  const { dealer_id, location_id } = scope;
  const from = (await lockChatOf(unit.db, scope, move.from_customer)) ?? null;
  const to = (await lockChatOf(unit.db, scope, move.to_customer)) ?? null;
  const last_message = await newestMessage(
    unit.db,
    dealer_id,
    [from, to].flatMap((chat) => chat?.id ?? []),
  );
  if (!from) return { from, to, into: null, last_message };
  const into = to?.id ?? (await chatWith(unit.db, dealer_id, location_id, move.to_customer));
  await moveMessages(unit.db, dealer_id, from.id, into, move.phone);
  await moveResponses(unit.db, dealer_id, from.id, into);
  await setChatState(unit.db, dealer_id, into, to ? mergedChatState(to, from) : from);
  for (const target_id of [from.id, into]) unit.publish(inboxEvents.messagesMoved, { target_id }, scope);
  return { from, to, into, last_message };
}

/** Messages of the restored customer since the merge. */
export interface MessageCountsSince {
  readonly received: number;
  readonly sent: number;
}

const emptyState = (now: Date): ChatState => ({
  chat_time: now.toISOString(),
  new_message: "",
  new_message_count: 0,
  is_replied: 1,
  waiting_since: null,
  is_pinned: 0,
  is_closed: 0,
  assigned_to: null,
  latest_chat_message_sent_time: null,
  latest_chat_message_received_time: null,
});

/**
 * Undoes `moveChat`: messages from or to the restored customer's phones return to their chat, including those since the
 * merge. Neither chat loses what was done in it meanwhile.
 *
 * @param move `other_phones`: phones of customers who had been merged into the restored one.
 */
export async function moveChatBack(
  unit: UnitOfWork,
  scope: LocationKey,
  move: ConversationMove & { readonly other_phones: readonly string[] },
  moved: MovedChat,
): Promise<MessageCountsSince> {
  const { dealer_id, location_id } = scope;
  const now = await lockChatOf(unit.db, scope, move.to_customer);
  if (!now) return { received: 0, sent: 0 };
  const since = await messagesSince(unit.db, dealer_id, now.id, moved.last_message);
  const returns = ({ phone }: MessageSince) => phone !== null && [move.phone, ...move.other_phones].includes(phone);
  const back = since.filter(returns);
  const counts = {
    received: back.filter((message) => message.is_from_customer === 1).length,
    sent: back.filter((message) => message.is_from_customer === 0).length,
  };
  if (!moved.from && back.length === 0) return counts;

  const from_id = moved.from?.id ?? (await chatWith(unit.db, dealer_id, location_id, move.from_customer));
  await moveMessagesBack(unit.db, dealer_id, now.id, from_id, [move.phone, ...move.other_phones]);
  await moveResponsesBack(unit.db, dealer_id, now.id, from_id);

  const blank = emptyState(unit.now());
  const became = mergedState(moved) ?? blank;
  // Deleted messages move too, but count neither as unread nor for the preview.
  const inbound = since.filter((message) => message.is_from_customer === 1 && !message.isDeleted);
  const unreadMessages = inbound.slice(inbound.length - Math.min(now.new_message_count, inbound.length));
  const stateAfter = (was: ChatState, own: readonly MessageSince[]) => {
    const unread = { own: unreadMessages.filter((message) => own.includes(message)).length, all: inbound.length };
    const visible = own.filter(({ isDeleted }) => !isDeleted);
    return unmergedChatState(was, became, now, visible, unread);
  };
  await setChatState(unit.db, dealer_id, from_id, stateAfter(moved.from ?? blank, back));
  const remaining = since.filter((message) => !returns(message));
  const isNowEmpty = !moved.to && remaining.length === 0 && (await newestMessage(unit.db, dealer_id, [now.id])) === 0;
  if (!isNowEmpty || !(await deleteUnusedChat(unit.db, dealer_id, now.id))) {
    await setChatState(unit.db, dealer_id, now.id, stateAfter(moved.to ?? blank, remaining));
  }
  // The message a chat previewed before the merge may have been deleted since.
  for (const id of [from_id, now.id]) await showNewest(unit.db, dealer_id, id);
  for (const target_id of [from_id, now.id]) unit.publish(inboxEvents.messagesMoved, { target_id }, scope);
  return counts;
}

function mergedState({ from, to }: MovedChat): ChatState | null {
  return from && to ? mergedChatState(to, from) : (from ?? to);
}

/** A chat's state as it can be restored. */
interface SavedChatState extends ChatState {
  readonly id: number;
}

/** The chat with a customer, deleted or not; locks its row until the transaction ends. */
async function lockChatOf(db: Db, scope: LocationKey, customer_id: number): Promise<SavedChatState | undefined> {
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

async function setChatState(db: Db, dealer_id: number, id: number, state: ChatState): Promise<void> {
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
async function deleteUnusedChat(db: Db, dealer_id: number, id: number): Promise<boolean> {
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
async function newestMessage(db: Db, dealer_id: number, chats: readonly number[]): Promise<number> {
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
async function moveMessages(db: Db, dealer_id: number, from: number, to: number, phone: string): Promise<void> {
  await db
    .updateTable("messages")
    .set(({ fn, ref, val }) => ({ chat_id: to, phone: fn.coalesce(ref("phone"), val(phone)) }))
    .where("dealer_id", "=", dealer_id)
    .where("chat_id", "=", from)
    .execute();
}

/** Moves the messages of these phones back to the chat of the customer whose own phone is `phones[0]`. */
async function moveMessagesBack(
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
interface MessageSince extends MergedMessage {
  readonly phone: string | null;
  readonly isDeleted: boolean;
}

/** A chat's messages after a message, oldest first, without campaign texts, which aren't replies. */
async function messagesSince(db: Db, dealer_id: number, chat_id: number, id: number): Promise<MessageSince[]> {
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
