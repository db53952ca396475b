import * as z from "zod/mini";
import type { BodyOf, ReceivedFile } from "#core/call.ts";
import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import type { ContextOf, StaffContext } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { countMessage, isOptedOut } from "#domains/customers/server/public.ts";
import { chatAttachments, maxFilesPerMessage, tooManyFilesText } from "#domains/inbox/attachments/contract.ts";
import { claimDrafts } from "#domains/inbox/attachments/server/public.ts";
import { receiveFile } from "#domains/inbox/attachments/server/receiveFile.ts";
import { attachToText } from "#domains/inbox/attachments/server/store.ts";
import { type Chat, type inbox, inboxEvents } from "#domains/inbox/contract.ts";
import { type AutomaticKind, emptyMessageText } from "#domains/inbox/conversation/contract.ts";
import { previewOf } from "#domains/inbox/rules.ts";
import { recordSent, type SentChat } from "#domains/inbox/server/chatStateStore.ts";
import { chatById, lockChat } from "#domains/inbox/server/chatStore.ts";
import {
  insertOutbound,
  type MessageViewer,
  messageByClientId,
  messageById,
  messageViewFor,
  unseenReplyId,
} from "#domains/inbox/server/messageStore.ts";
import { recordResponse } from "#domains/inbox/server/responses.ts";
import { phoneProblemFor } from "#domains/locations/countries/server/public.ts";
import { textSender } from "#domains/locations/server/public.ts";
import { QuotaReached, takeAtCommit, takeFromQuota } from "#domains/quotas/server/public.ts";
import { UnseenReply } from "../contract.ts";
import { sendBlockedReason } from "../rules.ts";
import { deliverJob } from "./deliver.ts";

type SendBody = BodyOf<typeof inbox.send>;
type SendContext = ContextOf<typeof inbox.send>;

/** Sends a text in a chat, with files uploaded earlier and one in the request itself. */
export async function sendMessage(context: SendContext, body: SendBody, file?: ReceivedFile) {
  const { within, scope, origin } = context;
  if (body.message === "" && !body.attachment_ids?.length && !file) throw invalidField("message", emptyMessageText);
  const uploaded = body.attachment_ids ?? [];
  if (uploaded.length + (file ? 1 : 0) > maxFilesPerMessage) throw invalidField("attachment_ids", tooManyFilesText);
  const attachment_ids = [...uploaded, ...(await storeFile(context, body, file))];
  return within(scope, origin, (unit) => sendInChat({ ...context, ...unit }, { ...body, attachment_ids }));
}

/** Stores the file in the request, unless the text was sent before. */
async function storeFile(
  context: SendContext,
  { chat_id, client_id }: SendBody,
  file?: ReceivedFile,
): Promise<number[]> {
  if (!file) return [];
  const { within, scope, origin, limits } = context;
  const wasSent =
    client_id && (await within(scope, origin, ({ db }) => messageByClientId(db, scope.dealer_id, client_id)));
  if (wasSent) return [];
  // Shares the rate limit of uploads.
  const { name, rate } = chatAttachments.add;
  await limits.consume(name, `user:${context.who.user_id}`, rate.points, rate.seconds);
  return [(await receiveFile(context, chat_id, file)).id];
}

async function sendInChat(context: StaffContext, body: SendBody) {
  const { db, scope } = context;
  const { message_id, chat, sent } = await sendOnce(context, body.chat_id, body);
  const viewer = messageViewFor(context, chat);
  const message = orNotFound(await messageById(db, scope.dealer_id, chat.id, message_id, viewer));
  const { chat_time, new_message, latest_chat_message_sent_time } = sent ?? chat;
  return { ...message, chat_time, new_message, latest_chat_message_sent_time };
}

/**
 * Checks that the customer may be texted and the location has a number.
 *
 * @throws Failure `conflict` with the reason.
 */
export async function assertSendable(
  { db, scope: { dealer_id, location_id } }: Pick<StaffContext, "db" | "scope">,
  customer: { readonly id: number; readonly phone: string },
): Promise<void> {
  const [suppressed, problem, sender] = await Promise.all([
    isOptedOut(db, dealer_id, customer.id),
    phoneProblemFor(db, dealer_id, customer.phone),
    textSender(db, dealer_id, location_id),
  ]);
  refuseBlocked({ suppressed, problem, sender });
}

function refuseBlocked(facts: Parameters<typeof sendBlockedReason>[0]): void {
  const reason = sendBlockedReason(facts);
  if (reason) throw new Failure("conflict", reason);
}

export interface ComposedText {
  readonly message: string;
  readonly client_id?: string | null | undefined;
  /** The newest message the author has seen; without it, unseen replies aren't checked. */
  readonly last_seen_id?: number | undefined;
  readonly attachment_ids?: readonly number[] | undefined;
}

/** A text that is sent, or was before. */
interface SentOnce {
  readonly message_id: number;
  /** The chat as it was before. */
  readonly chat: Chat;
  /** What changed about the chat; undefined when the text was sent before. */
  readonly sent?: SentChat;
}

/** Stores and sends a text, or finds the one already sent under the same client_id. */
export async function sendOnce(context: StaffContext, chat_id: number, text: ComposedText): Promise<SentOnce> {
  const { message, client_id = null, last_seen_id, attachment_ids = [] } = text;
  const { db, scope, who } = context;
  const { dealer_id, location_id } = scope;
  // One round trip, in this order: what is read is read under the lock.
  const [locked, current, existing, sender] = await Promise.all([
    lockChat(db, scope, chat_id),
    chatById(db, scope, chat_id),
    client_id ? messageByClientId(db, dealer_id, client_id) : undefined,
    textSender(db, dealer_id, location_id),
  ]);
  const { customer_id } = orNotFound(locked);
  const chat = orNotFound(current);
  if (existing && existing.chat_id !== chat_id) throw new Failure("conflict");
  if (existing) return { message_id: existing.id, chat };
  const problem = await phoneProblemFor(db, dealer_id, chat.customer.phone);
  refuseBlocked({ suppressed: chat.customer.optin_status === 0, problem, sender });
  if (last_seen_id) await assertSeen(context, chat_id, last_seen_id, messageViewFor(context, chat));
  const files = await claimDrafts(db, scope, { chat_id, user_id: who.user_id }, attachment_ids);
  const draft = { dealer_id, location_id, chat_id, customer_id, message, files, client_id, user_id: who.user_id };
  const stored = await storeText(context, { ...draft, purpose: "conversation", countsAtCommit: true });
  return { message_id: stored.message_id, chat, sent: stored.chat };
}

/**
 * Rejects a reply whose author hasn't seen a colleague's newer one. The caller must hold the chat's lock, so that of two
 * concurrent replies the second is rejected.
 *
 * @param last_seen_id the newest message on the author's screen.
 * @throws Failure `conflict` with an `UnseenReply`.
 */
async function assertSeen(
  { db, scope: { dealer_id }, who }: StaffContext,
  chat_id: number,
  last_seen_id: number,
  viewer: MessageViewer,
): Promise<void> {
  const id = await unseenReplyId(db, dealer_id, chat_id, { after: last_seen_id, not_by: who.user_id });
  if (id === undefined) return;
  const message = orNotFound(await messageById(db, dealer_id, chat_id, id, viewer));
  const data = z.parse(UnseenReply, { code: "unseen_reply", message });
  throw new Failure("conflict", `${message.sent_by} replied while you were typing.`, { data });
}

export interface TextToSend {
  readonly dealer_id: number;
  readonly location_id: number;
  readonly chat_id: number;
  readonly customer_id: number;
  /** The recipient, when it isn't the customer's own phone. */
  readonly phone?: string | null;
  readonly message: string;
  /** The ids of its files, in order; the caller holds their locks. */
  readonly files?: readonly number[];
  /** The author; null for the system. */
  readonly user_id: number | null;
  readonly client_id: string | null;
  readonly purpose: "conversation" | "consent";
  /** What created it, for automatic messages. */
  readonly automatic?: AutomaticKind;
  /** It answers nobody: the customer keeps waiting for a person, and at the day's limit it is stored as failed. */
  readonly isAutomatic?: true;
  /** It is a person's request of its own, which fails as a whole at the day's limit. */
  readonly countsAtCommit?: true;
}

/** A text that the day's limit of texts leaves no room for, and why. */
interface Unsendable {
  readonly state: "failed";
  readonly error: string;
}

/**
 * Counts a text against the business's daily limit. Replies to STOP, START and HELP are never limited.
 *
 * @throws QuotaReached, except for an automatic text, which is stored as failed.
 */
async function takeTextQuota(unit: UnitOfWork, draft: TextToSend): Promise<Unsendable | undefined> {
  if (draft.purpose === "consent") return undefined;
  if (draft.countsAtCommit) {
    await takeAtCommit(unit, draft.dealer_id, "texts");
    return undefined;
  }
  try {
    await takeFromQuota(unit, draft.dealer_id, "texts");
    return undefined;
  } catch (error) {
    if (!draft.isAutomatic || !(error instanceof QuotaReached)) throw error;
    return { state: "failed", error: error.message };
  }
}

/** A text that is stored and will be delivered. */
export interface QueuedText {
  readonly message_id: number;
  readonly chat: SentChat;
}

/**
 * Stores a text, updates its chat's row, and enqueues the delivery. The caller must hold the chat's lock, so that
 * message ids follow the displayed order.
 *
 * @throws QuotaReached before anything is written, or at the commit for a text that counts there.
 */
async function storeText(unit: UnitOfWork, draft: TextToSend): Promise<QueuedText> {
  const { countsAtCommit, ...text } = draft;
  const { dealer_id, location_id, chat_id, customer_id, phone = null, files = [], isAutomatic, ...message } = text;
  // One that counts at the commit is written meanwhile.
  const taking = takeTextQuota(unit, draft);
  const unsendable = countsAtCommit ? undefined : await taking;
  const datetime = unit.now();
  const update = { new_message: previewOf(draft.message, files.length), at: datetime, isReply: !isAutomatic };
  const row = { dealer_id, chat_id, phone, ...message, media_count: files.length, datetime, ...unsendable };
  const [chat, message_id] = await Promise.all([
    recordSent(unit.db, dealer_id, chat_id, update),
    insertOutbound(unit.db, row),
    unsendable ? undefined : countMessage(unit.db, dealer_id, [customer_id], "sent"),
    taking,
  ]);
  if (chat.waited_since && draft.user_id !== null) {
    const waited = { waiting_since: chat.waited_since, user_id: draft.user_id };
    await recordResponse(unit.db, { dealer_id, location_id, chat_id, message_id, ...waited, datetime });
  }
  await attachToText(unit.db, dealer_id, files, { message_id });
  if (!unsendable) unit.enqueue(deliverJob, { dealer_id, message_id });
  const payload = { message_id, target_id: chat_id, what: "sent" as const };
  unit.publish(inboxEvents.messageOpen, payload, { dealer_id, location_id });
  return { message_id, chat };
}

/** Stores a text and enqueues its delivery; see `storeText`. @returns its id. */
export async function storeAndSend(unit: UnitOfWork, draft: TextToSend): Promise<number> {
  return (await storeText(unit, draft)).message_id;
}
