import { sql } from "kysely";
import { preparedStatement } from "#core/server/preparedStatement.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { messagesPerBatch } from "#domains/inbox/conversation/rules.ts";
import type { AutomaticKind, MessageState } from "../conversation/contract.ts";
import { type MessageRow, type MessageViewer, selectMessages, toChatMessage } from "./messageView.ts";

/** Which messages of a chat to read; without any bound: the newest. */
export interface MessageWindow {
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  readonly around?: number | undefined;
}

/** A batch of a chat's messages, oldest first, and whether there are more in the requested direction. */
export async function messageBatch(
  db: Db,
  dealer_id: number,
  chat_id: number,
  window: MessageWindow,
): Promise<{ rows: MessageRow[]; has_more: boolean }> {
  const inChat = selectMessages(db, dealer_id).where("messages.chat_id", "=", chat_id);
  if (window.after !== undefined) {
    const later = inChat.where("messages.id", ">", window.after).orderBy("messages.id");
    const rows = await later.limit(sql.lit(messagesPerBatch + 1)).execute();
    return { rows: rows.slice(0, messagesPerBatch), has_more: rows.length > messagesPerBatch };
  }
  const half = messagesPerBatch / 2;
  const end = window.around !== undefined ? window.around + 1 : window.before;
  const size = window.around !== undefined ? half : messagesPerBatch;
  const older = end === undefined ? inChat : inChat.where("messages.id", "<", end);
  const rows = await older
    .orderBy("messages.id", "desc")
    .limit(sql.lit(size + 1))
    .execute();
  const batch = rows.slice(0, size).reverse();
  if (window.around !== undefined) {
    const later = inChat.where("messages.id", ">", window.around).orderBy("messages.id").limit(sql.lit(half));
    batch.push(...(await later.execute()));
  }
  return { rows: batch, has_more: rows.length > size };
}

/** One message of a chat. */
export async function messageById(db: Db, dealer_id: number, chat_id: number, id: number, viewer: MessageViewer) {
  const inChat = selectMessages(db, dealer_id).where("messages.chat_id", "=", chat_id);
  const row = await inChat.where("messages.id", "=", id).executeTakeFirst();
  return row && toChatMessage(row, viewer);
}

/** The message that a browser already sent under this id. */
export async function messageByClientId(db: Db, dealer_id: number, client_id: string) {
  return db
    .selectFrom("messages")
    .where("dealer_id", "=", dealer_id)
    .where("client_id", "=", client_id)
    .select(["id", "chat_id"])
    .executeTakeFirst();
}

/** The id of a colleague's newest reply after a message, if any. */
export async function unseenReplyId(
  db: Db,
  dealer_id: number,
  chat_id: number,
  { after, not_by }: { readonly after: number; readonly not_by: number },
): Promise<number | undefined> {
  const reply = await db
    .selectFrom("messages")
    .where("dealer_id", "=", dealer_id)
    .where("chat_id", "=", chat_id)
    .where("id", ">", after)
    // Automatic texts have no author, so this excludes them.
    .where("user_id", "<>", not_by)
    .where("is_from_customer", "=", 0)
    .where("deleted_at", "is", null)
    .select("id")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return reply?.id;
}

export interface OutboundMessage {
  dealer_id: number;
  chat_id: number;
  /** The recipient, when it isn't the customer's own phone. */
  phone: string | null;
  message: string;
  user_id: number | null;
  client_id: string | null;
  purpose: "conversation" | "consent";
  media_count: number;
  datetime: Date;
  /** What made it, when nobody wrote it. */
  automatic?: AutomaticKind | undefined;
  /** Default: queued. `sent`: a call, which nothing delivers. */
  state?: "failed" | "sent";
  /** Why it failed. */
  error?: string;
  /** Default: a text. */
  message_type?: "voice";
  /** Of a call: our reference. */
  provider_sid?: string;
}

/** Stores an outbound text. */
export async function insertOutbound(db: Db, message: OutboundMessage): Promise<number> {
  const row = { state: "queued", ...message, is_from_customer: 0 };
  return (await db.insertInto("messages").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

export interface NewInboundMessage {
  chat_id: number;
  /** The sender, when it isn't the customer's own phone. */
  phone: string | null;
  message: string;
  provider_sid: string;
  media_count: number;
  message_type: "message" | "voice";
}

/** The number a text was sent to, and the carrier's id of the text. */
interface InboundAddress {
  readonly to: string;
  readonly sid: string;
}

/** The location each text was sent to and whether the text is stored already, in order; undefined for unknown numbers. */
export async function addresseesOf(db: Db, texts: readonly InboundAddress[]) {
  const { rows } = await sql<{
    at: number;
    dealer_id: number;
    location_id: number;
    is_stored: boolean;
  }>`${preparedStatement}
    select at::int, dealer_id, location_id, exists (
        select from messages where messages.dealer_id = numbers.dealer_id and messages.provider_sid = sid
      ) as is_stored
    from unnest(${texts.map(({ to }) => to)}::text[], ${texts.map(({ sid }) => sid)}::text[])
      with ordinality as text (called, sid, at)
    join phone_numbers as numbers on number = called`.execute(db);
  const byIndex = new Map(rows.map(({ at, ...addressee }) => [at, addressee]));
  return texts.map((_, index) => byIndex.get(index + 1));
}

/**
 * Stores customers' texts and calls, in order.
 *
 * @returns their ids; undefined for those that were stored before.
 */
export async function insertInbound(
  db: Db,
  dealer_id: number,
  datetime: Date,
  messages: readonly NewInboundMessage[],
): Promise<(number | undefined)[]> {
  const column = <K extends keyof NewInboundMessage>(name: K) => messages.map((message) => message[name]);
  const { rows } = await sql<{ id: number; provider_sid: string }>`${preparedStatement}
    insert into messages
      (dealer_id, datetime, is_from_customer, state, chat_id, phone, message, provider_sid, media_count, message_type)
    select ${dealer_id}::bigint, ${datetime}::timestamptz, 1, 'received', inbound.*
    from unnest(${column("chat_id")}::bigint[], ${column("phone")}::text[], ${column("message")}::text[],
      ${column("provider_sid")}::text[], ${column("media_count")}::int[], ${column("message_type")}::text[]) as inbound
    on conflict (dealer_id, provider_sid) where provider_sid is not null do nothing
    returning id, provider_sid`.execute(db);
  const stored = new Map(rows.map(({ id, provider_sid }) => [provider_sid, id]));
  return messages.map(({ provider_sid }) => stored.get(provider_sid));
}

/** A message's state and recipient; locks its row until the transaction ends. */
export async function lockMessage(db: Db, dealer_id: number, id: number) {
  return db
    .selectFrom("messages")
    .innerJoin("chats", (join) =>
      join.onRef("chats.dealer_id", "=", "messages.dealer_id").onRef("chats.id", "=", "messages.chat_id"),
    )
    .innerJoin("customers", (join) =>
      join.onRef("customers.dealer_id", "=", "chats.dealer_id").onRef("customers.id", "=", "chats.customer_id"),
    )
    .where("messages.dealer_id", "=", dealer_id)
    .where("messages.id", "=", id)
    .select(["messages.id", "messages.chat_id", "messages.message", "messages.state", "messages.attempt"])
    .select(["messages.is_from_customer", "messages.media_count", "messages.purpose", "messages.deleted_at"])
    .select("messages.campaign_id")
    .select(["chats.location_id", "chats.customer_id", "customers.first_name", "customers.last_name"])
    .select(({ fn }) => fn.coalesce("messages.phone", "customers.phone").as("phone"))
    .forUpdate("messages")
    .executeTakeFirst();
}

/** Changes the text of a call's message. Returns false when the message is deleted. */
export async function updateMessageText(db: Db, dealer_id: number, id: number, message: string): Promise<boolean> {
  const update = db.updateTable("messages").set({ message }).where("dealer_id", "=", dealer_id);
  const row = await update.where("id", "=", id).returning("deleted_at").executeTakeFirstOrThrow();
  return row.deleted_at === null;
}

export interface MessageChange {
  state: MessageState;
  error?: string;
  attempt?: number;
}

export async function updateMessage(db: Db, dealer_id: number, id: number, change: MessageChange): Promise<void> {
  const { state, error = "", attempt } = change;
  await db
    .updateTable("messages")
    .set({ state, error, ...(attempt !== undefined && { attempt }) })
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", id)
    .execute();
}
