import { type NotNull, sql } from "kysely";
import { builtOnce } from "#core/server/builtOnce.ts";
import { preparedStatement } from "#core/server/preparedStatement.ts";
import type { StaffContext } from "#core/server/serve.ts";
import { signedFileUrl } from "#core/server/signedFileUrl.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { initialsOf } from "#domains/accounts/rules.ts";
import type { PersonName } from "#domains/customers/fullNames/rules.ts";
import type { ChatAttachment } from "#domains/inbox/attachments/contract.ts";
import { describeInboundMedia } from "#domains/inbox/attachments/rules.ts";
import type { AutomaticKind, CallOutcome, ChatMessage, MessageState } from "#domains/inbox/conversation/contract.ts";
import { messagesPerBatch, seesDeleted, withoutContent } from "#domains/inbox/conversation/rules.ts";

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
  if (window.before === undefined && window.after === undefined && window.around === undefined) {
    const rows = await newestMessages(db, dealer_id, chat_id);
    return { rows: rows.slice(0, messagesPerBatch).reverse(), has_more: rows.length > messagesPerBatch };
  }
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

const newestMessages = builtOnce((db, dealer_id: number, chat_id: number) =>
  selectMessages(db, dealer_id)
    .where("messages.chat_id", "=", chat_id)
    .orderBy("messages.id", "desc")
    .limit(sql.lit(messagesPerBatch + 1)),
);

/** One message of a chat. */
export async function messageById(db: Db, dealer_id: number, chat_id: number, id: number, viewer: MessageViewer) {
  const [row] = await selectMessage(db, dealer_id, chat_id, id);
  return row && toChatMessage(row, viewer);
}

const selectMessage = builtOnce((db, dealer_id: number, chat_id: number, id: number) =>
  selectMessages(db, dealer_id).where("messages.chat_id", "=", chat_id).where("messages.id", "=", id),
);

/** Messages of a customer, as the caller sees them, in no order. */
export async function chatMessagesByIds(
  context: StaffContext,
  dealer_id: number,
  ids: readonly number[],
  customer: PersonName,
): Promise<ChatMessage[]> {
  const viewer = messageViewFor(context, { customer });
  const rows = await selectSome(context.db, dealer_id, ids);
  return rows.map((row) => toChatMessage(row, viewer));
}

const selectSome = builtOnce((db, dealer_id: number, ids: readonly number[]) =>
  selectMessages(db, dealer_id).where(sql<boolean>`messages.id = any(${ids}::bigint[])`),
);

/** The message that a browser already sent under this id. */
export async function messageByClientId(db: Db, dealer_id: number, client_id: string) {
  return db
    .selectFrom("messages")
    .where("dealer_id", "=", dealer_id)
    .where("client_id", "=", client_id)
    .select(["id", "chat_id"])
    .modifyFront(preparedStatement)
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
    .limit(sql.lit(1))
    .modifyFront(preparedStatement)
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
  /** What created it, for automatic messages. */
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
  const stored = db.insertInto("messages").values(row).returning("id").modifyEnd(preparedStatement);
  return (await stored.executeTakeFirstOrThrow()).id;
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
  const [message] = await selectForUpdate(db, dealer_id, id);
  return message;
}

const selectForUpdate = builtOnce((db, dealer_id: number, id: number) =>
  db
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
    .modifyFront(preparedStatement),
);

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
    .modifyEnd(preparedStatement)
    .execute();
}

/** Messages with their authors, calls and files; deleted ones with the name of the member who deleted them. */
function selectMessages(db: Db, dealer_id: number) {
  return db
    .selectFrom("messages")
    .modifyFront(preparedStatement)
    .leftJoin("users", (join) =>
      join.onRef("users.dealer_id", "=", "messages.dealer_id").onRef("users.id", "=", "messages.user_id"),
    )
    .leftJoin("calls", (join) =>
      // Skips the lookup for texts.
      join
        .onRef("calls.dealer_id", "=", "messages.dealer_id")
        .on("calls.message_id", "=", sql<number>`case when messages.message_type = 'voice' then messages.id end`),
    )
    .leftJoin("call_recordings as recording", (join) =>
      join.onRef("recording.dealer_id", "=", "calls.dealer_id").onRef("recording.id", "=", "calls.recording_id"),
    )
    .leftJoin("users as deleter", (join) =>
      join.onRef("deleter.dealer_id", "=", "messages.dealer_id").onRef("deleter.id", "=", "messages.deleted_by"),
    )
    .where("messages.dealer_id", "=", dealer_id)
    .select(["messages.deleted_at", "deleter.first_name as deleter_first", "deleter.last_name as deleter_last"])
    .select(["messages.id", "messages.chat_id", "messages.message", messageFilesColumn.as("files")])
    .select(["calls.duration as call_duration", "recording.duration as recording_duration"])
    .select(["recording.state as recording_state"])
    .select("recording.storage_key as recording_key")
    .select(sql<CallOutcome | null>`calls.state`.as("outcome"))
    .select(sql<"incoming" | "outgoing" | null>`calls.direction`.as("direction"))
    .select(["messages.is_from_customer", "messages.datetime", "messages.error", "messages.client_id"])
    .select(["messages.media_count", "messages.phone", "users.first_name", "users.last_name"])
    .select(["messages.campaign_id", "messages.campaign_title", "messages.web_page", "messages.web_name"])
    .select(sql<ChatMessage["automatic"]>`messages.automatic`.as("automatic"))
    .select(sql<ChatMessage["message_type"]>`messages.message_type`.as("message_type"))
    .select(sql<MessageState>`messages.state`.as("state"));
}

type MessageRow = Awaited<ReturnType<ReturnType<typeof selectMessages>["executeTakeFirstOrThrow"]>>;

/** Builds a stored file's download address. */
type FileUrlOf = (storage_key: string) => string;

/** What a message's wire format depends on besides its row: the viewer and the customer. */
export interface MessageViewer {
  /** For the initials on their messages. */
  readonly customer: PersonName;
  readonly fileUrlOf: FileUrlOf;
  /** Whether the viewer sees the content of deleted messages. */
  readonly seesDeleted: boolean;
}

/** A stored message in wire format. */
export function toChatMessage(row: MessageRow, { customer, fileUrlOf, seesDeleted }: MessageViewer): ChatMessage {
  const { first_name, last_name, call_duration, recording_duration, recording_state, recording_key, ...rest } = row;
  const {
    outcome,
    direction,
    deleted_at,
    deleter_first,
    deleter_last,
    files,
    campaign_id,
    campaign_title,
    ...message
  } = rest;
  const author = message.is_from_customer ? customer : { first_name: first_name ?? "", last_name: last_name ?? "" };
  const attachments = toAttachments(files, fileUrlOf);
  const full: ChatMessage = {
    ...message,
    attachments,
    attachment_path: attachments[0]?.url ?? null,
    is_from_customer: message.is_from_customer === 1 ? 1 : 0,
    datetime: message.datetime.toISOString(),
    name_initials: initialsOf(author.first_name, author.last_name),
    recording: recording_key && fileUrlOf(recording_key),
    call: outcome && {
      outcome,
      direction: direction ?? "incoming",
      duration: outcome === "answered" ? call_duration : recording_duration,
      recording: recordingStateOf(recording_state),
    },
    campaign: campaign_id === null ? null : { id: campaign_id, title: campaign_title },
    deleted: deleted_at && { by: nameOf(deleter_first, deleter_last), at: deleted_at.toISOString() },
    sent_by: message.is_from_customer ? "" : nameOf(author.first_name, author.last_name),
  };
  return full.deleted && !seesDeleted ? withoutContent(full) : full;
}

const nameOf = (first_name: string | null, last_name: string | null) => `${first_name ?? ""} ${last_name ?? ""}`.trim();

function recordingStateOf(state: string | null) {
  if (state === "kept") return "kept";
  return state === null ? "none" : state === "failed" ? "lost" : "coming";
}

/** Builds expiring addresses for a message's files. */
export function fileUrlsFor({ secret, now }: Pick<StaffContext, "secret" | "now">): FileUrlOf {
  return (key) => signedFileUrl(secret, key, now());
}

/** How the caller sees a chat's messages. */
export function messageViewFor(
  context: Pick<StaffContext, "secret" | "now" | "who">,
  { customer }: { readonly customer: PersonName },
): MessageViewer {
  return { customer, fileUrlOf: fileUrlsFor(context), seesDeleted: seesDeleted(context.who) };
}

/** A stored file of a message. */
export interface MessageFile {
  readonly id: number;
  /** Outbound files only; carriers deliver inbound media without names. */
  readonly name?: string;
  readonly kind?: ChatAttachment["kind"];
  readonly type: string;
  readonly size: number | null;
  readonly storage_key: string;
}

/** A message's files in order; the subqueries run only for messages with media. */
const messageFilesColumn = sql<MessageFile[] | null>`case when messages.media_count > 0 then
  case when messages.campaign_image is not null then json_build_array(json_build_object('id', messages.id,
    'name', 'picture.jpg', 'kind', 'image', 'type', 'image/jpeg', 'size', null, 'storage_key', messages.campaign_image))
  when messages.is_from_customer = 1 then (
    select json_agg(json_build_object('id', m.id, 'type', m.type, 'size', m.size, 'storage_key', m.storage_key) order by m.id)
    from message_media m where m.dealer_id = messages.dealer_id and m.message_id = messages.id and m.storage_key is not null
  ) else (
    select json_agg(json_build_object('id', a.id, 'name', a.name, 'kind', a.kind, 'type', a.type, 'size', a.size,
      'storage_key', a.storage_key) order by a.place, a.id)
    from chat_attachments a where a.dealer_id = messages.dealer_id and a.message_id = messages.id
  ) end end`;

/** A message's files in wire format. */
function toAttachments(files: readonly MessageFile[] | null, addressOf: (storage_key: string) => string) {
  return (files ?? []).map(({ storage_key, size, ...file }): ChatAttachment => {
    return { ...describeInboundMedia(file.type), ...file, size: size ?? 0, url: addressOf(storage_key) };
  });
}

/** The stored files of an inbound message, so that `hideFiles` can move them. */
export const mediaFiles = {
  async of(db: Db, dealer_id: number, message_id: number) {
    const media = db.selectFrom("message_media").where("dealer_id", "=", dealer_id);
    const stored = media.where("message_id", "=", message_id).where("storage_key", "is not", null);
    return stored.select(["id", "storage_key"]).$narrowType<{ storage_key: NotNull }>().execute();
  },
  async move(db: Db, dealer_id: number, id: number, storage_key: string): Promise<void> {
    const media = db.updateTable("message_media").set({ storage_key }).where("dealer_id", "=", dealer_id);
    await media.where("id", "=", id).execute();
  },
};
