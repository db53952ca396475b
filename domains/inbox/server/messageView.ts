import { sql } from "kysely";
import { preparedStatement } from "#core/server/preparedStatement.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { initialsOf } from "#domains/accounts/rules.ts";
import type { PersonName } from "#domains/customers/fullNames/rules.ts";
import { withoutContent } from "#domains/inbox/deletion/rules.ts";
import type { CallOutcome, ChatMessage, MessageState } from "../conversation/contract.ts";
import { messageFilesColumn, toAttachments } from "./messageFiles.ts";

/** Messages with their authors, calls and files; deleted ones with the name of whoever deleted them. */
export function selectMessages(db: Db, dealer_id: number) {
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

export type MessageRow = Awaited<ReturnType<ReturnType<typeof selectMessages>["executeTakeFirstOrThrow"]>>;

/** Builds a stored file's download address. */
export type FileUrlOf = (storage_key: string) => string;

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
