import type { BodyOf, ReceivedFile } from "#core/call.ts";
import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import type { ContextOf, StaffContext } from "#core/server/serve.ts";
import { customerById, isOptedOut } from "#domains/customers/server/public.ts";
import { chatAttachments, maxFilesPerMessage, tooManyFilesText } from "#domains/inbox/attachments/contract.ts";
import { claimDrafts, receiveFile } from "#domains/inbox/attachments/server/public.ts";
import { emptyMessageText } from "#domains/inbox/composer/contract.ts";
import type { inbox } from "#domains/inbox/contract.ts";
import { chatById, lockChat } from "#domains/inbox/server/chatStore.ts";
import { messageByClientId, messageById } from "#domains/inbox/server/messageStore.ts";
import { messageViewFor } from "#domains/inbox/server/messageViewFor.ts";
import { phoneProblemFor } from "#domains/locations/countries/server/public.ts";
import { senderNumber } from "#domains/locations/server/public.ts";
import { sendBlockedReason } from "../rules.ts";
import { assertSeen } from "./assertSeen.ts";
import { storeAndSend } from "./send.ts";

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
  const chat = orNotFound(await chatById(db, scope, body.chat_id));
  const message_id = await sendOnce(context, chat.id, body);
  const message = orNotFound(
    await messageById(db, scope.dealer_id, chat.id, message_id, messageViewFor(context, chat)),
  );
  const { chat_time, new_message, latest_chat_message_sent_time } = orNotFound(await chatById(db, scope, chat.id));
  return { ...message, chat_time, new_message, latest_chat_message_sent_time };
}

/**
 * Checks that the customer may be texted and the location has a number.
 *
 * @throws Failure `conflict` with the reason.
 */
export async function assertSendable(
  { db, scope }: Pick<StaffContext, "db" | "scope">,
  customer: { readonly id: number; readonly phone: string },
): Promise<void> {
  const suppressed = await isOptedOut(db, scope.dealer_id, customer.id);
  const sender = await senderNumber(db, scope.dealer_id, scope.location_id);
  const problem = await phoneProblemFor(db, scope.dealer_id, customer.phone);
  const reason = sendBlockedReason({ suppressed, problem, sender });
  if (reason) throw new Failure("conflict", reason);
}

export interface ComposedText {
  readonly message: string;
  readonly client_id?: string | null | undefined;
  /** The newest message the author has seen; without it, unseen replies aren't checked. */
  readonly last_seen_id?: number | undefined;
  readonly attachment_ids?: readonly number[] | undefined;
}

/** Stores and sends a text, or returns the one already sent under the same client_id. */
export async function sendOnce(context: StaffContext, chat_id: number, text: ComposedText): Promise<number> {
  const { message, client_id = null, last_seen_id, attachment_ids = [] } = text;
  const { db, scope, who } = context;
  const { dealer_id, location_id } = scope;
  const { customer_id } = orNotFound(await lockChat(db, scope, chat_id));
  const existing = client_id ? await messageByClientId(db, dealer_id, client_id) : undefined;
  if (existing && existing.chat_id !== chat_id) throw new Failure("conflict");
  if (existing) return existing.id;
  const customer = orNotFound(await customerById(db, scope, customer_id));
  await assertSendable(context, customer);
  if (last_seen_id) await assertSeen(context, chat_id, last_seen_id, messageViewFor(context, { customer }));
  const files = await claimDrafts(db, scope, { chat_id, user_id: who.user_id }, attachment_ids);
  const draft = { dealer_id, location_id, chat_id, customer_id, message, files, client_id, user_id: who.user_id };
  return storeAndSend(context, { ...draft, purpose: "conversation" });
}
