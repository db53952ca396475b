import { sql } from "kysely";
import { plannedOnce } from "#core/server/prepared.ts";
import type { Db } from "#core/server/unit.ts";
import { initialsOf } from "#domains/accounts/rules.ts";
import type { CallOutcome, ChatMessage, MessageState } from "../contract.ts";
import { messagesPerBatch, withoutContent } from "../rules.ts";
import { filesIn, shownFiles } from "./mediaStore.ts";

/** Messages with their authors, deleted ones with who deleted them. */
function messages(db: Db, dealer_id: number) {
  return db
    .selectFrom("messages")
    .modifyFront(plannedOnce)
    .leftJoin("users", (join) =>
      join.onRef("users.dealer_id", "=", "messages.dealer_id").onRef("users.id", "=", "messages.user_id"),
    )
    .leftJoin("calls", (join) =>
      // Nothing is looked up for a text.
      join
        .onRef("calls.dealer_id", "=", "messages.dealer_id")
        .on("calls.message_id", "=", sql<number>`case when messages.message_type = 'voice' then messages.id end`),
    )
    .leftJoin("call_recordings as sound", (join) =>
      join.onRef("sound.dealer_id", "=", "calls.dealer_id").onRef("sound.id", "=", "calls.recording_id"),
    )
    .leftJoin("users as deleter", (join) =>
      join.onRef("deleter.dealer_id", "=", "messages.dealer_id").onRef("deleter.id", "=", "messages.deleted_by"),
    )
    .where("messages.dealer_id", "=", dealer_id)
    .select(["messages.deleted_at", "deleter.first_name as deleter_first", "deleter.last_name as deleter_last"])
    .select(["messages.id", "messages.chat_id", "messages.message", filesIn.as("files")])
    .select(["calls.duration as talked", "sound.duration as recorded", "sound.state as sound_state"])
    .select("sound.storage_key as sound_key")
    .select(sql<CallOutcome | null>`calls.state`.as("outcome"))
    .select(["messages.is_from_customer", "messages.datetime", "messages.error", "messages.client_id"])
    .select(["messages.media_count", "messages.phone", "users.first_name", "users.last_name"])
    .select(sql<ChatMessage["message_type"]>`messages.message_type`.as("message_type"))
    .select(sql<MessageState>`messages.state`.as("state"));
}

type Row = Awaited<ReturnType<ReturnType<typeof messages>["executeTakeFirstOrThrow"]>>;

/** The customer's name, for the initials on their own messages. */
export interface Named {
  readonly first_name: string;
  readonly last_name: string;
}

/** Makes the address at which a browser gets a kept file. */
export type AddressOf = (storage_key: string) => string;

/** To whom a message is shown. */
export interface ShownAs {
  readonly customer: Named;
  readonly addressOf: AddressOf;
  /** Whether they still see what a deleted one said. */
  readonly seesDeleted: boolean;
}

/** A stored message as it goes over the wire. */
export function messageOf(row: Row, { customer, addressOf, seesDeleted }: ShownAs): ChatMessage {
  const { first_name, last_name, talked, recorded, sound_state, sound_key, outcome, ...rest } = row;
  const { deleted_at, deleter_first, deleter_last, files, ...message } = rest;
  const author = message.is_from_customer ? customer : { first_name: first_name ?? "", last_name: last_name ?? "" };
  const attachments = shownFiles(files, addressOf);
  const whole: ChatMessage = {
    ...message,
    attachments,
    attachment_path: attachments[0]?.url ?? null,
    is_from_customer: message.is_from_customer === 1 ? 1 : 0,
    datetime: message.datetime.toISOString(),
    name_initials: initialsOf(author.first_name, author.last_name),
    recording: sound_key && addressOf(sound_key),
    call: outcome && { outcome, duration: outcome === "answered" ? talked : recorded, recording: soundOf(sound_state) },
    deleted: deleted_at && { by: nameOf(deleter_first, deleter_last), at: deleted_at.toISOString() },
    sent_by: message.is_from_customer ? "" : nameOf(author.first_name, author.last_name),
  };
  return whole.deleted && !seesDeleted ? withoutContent(whole) : whole;
}

const nameOf = (first_name: string | null, last_name: string | null) => `${first_name ?? ""} ${last_name ?? ""}`.trim();

function soundOf(state: string | null) {
  if (state === "kept") return "kept";
  return state === null ? "none" : state === "failed" ? "lost" : "coming";
}

/** Which part of a chat to read; nothing named: the newest. */
export interface MessageWindow {
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  readonly around?: number | undefined;
}

/** A batch of a chat's messages, oldest first, and whether there are more in the direction that was asked for. */
export async function messageBatch(
  db: Db,
  dealer_id: number,
  chat_id: number,
  window: MessageWindow,
): Promise<{ rows: Row[]; has_more: boolean }> {
  const inChat = messages(db, dealer_id).where("messages.chat_id", "=", chat_id);
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
export async function messageById(db: Db, dealer_id: number, chat_id: number, id: number, as: ShownAs) {
  const inChat = messages(db, dealer_id).where("messages.chat_id", "=", chat_id);
  const row = await inChat.where("messages.id", "=", id).executeTakeFirst();
  return row && messageOf(row, as);
}

/** The message that a browser has already sent under this id. */
export async function messageByClientId(db: Db, dealer_id: number, client_id: string) {
  return db
    .selectFrom("messages")
    .where("dealer_id", "=", dealer_id)
    .where("client_id", "=", client_id)
    .select(["id", "chat_id"])
    .executeTakeFirst();
}

/** The newest reply of a colleague that came after a message; undefined without one. */
export async function replySince(
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
    // What the system sent by itself has no author.
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
  /** Where it goes, when not to the customer's own phone. */
  phone: string | null;
  message: string;
  user_id: number | null;
  client_id: string | null;
  purpose: "conversation" | "consent";
  media_count: number;
  datetime: Date;
}

/** Stores a text that is to be sent. */
export async function insertOutbound(db: Db, message: OutboundMessage): Promise<number> {
  const row = { ...message, is_from_customer: 0, state: "queued" };
  return (await db.insertInto("messages").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

export interface InboundMessage {
  chat_id: number;
  /** Where it came from, when not from the customer's own phone. */
  phone: string | null;
  message: string;
  provider_sid: string;
  media_count: number;
  message_type: "message" | "voice";
}

/** To which number a text was sent, and its id at the carrier. */
interface Addressed {
  readonly to: string;
  readonly sid: string;
}

/** Whose number each text was sent to, and whether it is stored there; undefined for nobody's number. In their order. */
export async function addresseesOf(db: Db, texts: readonly Addressed[]) {
  const { rows } = await sql<{ at: number; dealer_id: number; location_id: number; is_stored: boolean }>`${plannedOnce}
    select at::int, dealer_id, location_id, exists (
        select from messages where messages.dealer_id = numbers.dealer_id and messages.provider_sid = sid
      ) as is_stored
    from unnest(${texts.map(({ to }) => to)}::text[], ${texts.map(({ sid }) => sid)}::text[])
      with ordinality as text (called, sid, at)
    join phone_numbers as numbers on number = called`.execute(db);
  const found = new Map(rows.map(({ at, ...addressee }) => [at, addressee]));
  return texts.map((_, index) => found.get(index + 1));
}

/**
 * Stores customers' texts and calls, in their order.
 *
 * @returns their ids; undefined for what the carrier told of before.
 */
export async function insertInbound(
  db: Db,
  dealer_id: number,
  datetime: Date,
  messages: readonly InboundMessage[],
): Promise<(number | undefined)[]> {
  const column = <K extends keyof InboundMessage>(name: K) => messages.map((message) => message[name]);
  const { rows } = await sql<{ id: number; provider_sid: string }>`${plannedOnce}
    insert into messages
      (dealer_id, datetime, is_from_customer, state, chat_id, phone, message, provider_sid, media_count, message_type)
    select ${dealer_id}::bigint, ${datetime}::timestamptz, 1, 'received', told.*
    from unnest(${column("chat_id")}::bigint[], ${column("phone")}::text[], ${column("message")}::text[],
      ${column("provider_sid")}::text[], ${column("media_count")}::int[], ${column("message_type")}::text[]) as told
    on conflict (dealer_id, provider_sid) where provider_sid is not null do nothing
    returning id, provider_sid`.execute(db);
  const stored = new Map(rows.map(({ id, provider_sid }) => [provider_sid, id]));
  return messages.map(({ provider_sid }) => stored.get(provider_sid));
}

/** Where a message is in its life; holds its row until the end of the transaction. */
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
    .select(["chats.location_id", "chats.customer_id", "customers.first_name", "customers.last_name"])
    .select(({ fn }) => fn.coalesce("messages.phone", "customers.phone").as("phone"))
    .forUpdate("messages")
    .executeTakeFirst();
}

/** Changes what a call's line says. False: it was deleted. */
export async function rewordMessage(db: Db, dealer_id: number, id: number, message: string): Promise<boolean> {
  const line = db.updateTable("messages").set({ message }).where("dealer_id", "=", dealer_id);
  const reworded = await line.where("id", "=", id).returning("deleted_at").executeTakeFirstOrThrow();
  return reworded.deleted_at === null;
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
