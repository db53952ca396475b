import type { BodyOf, ReceivedFile } from "#core/call.ts";
import { Failure, found, invalid } from "#core/failure.ts";
import type { ContextOf, StaffContext } from "#core/server/serve.ts";
import { customerById, isOptedOut } from "#domains/customers/server/public.ts";
import { chatAttachments, mostFiles, tooManyFiles } from "#domains/inbox/attachments/contract.ts";
import { claimDrafts, receiveFile } from "#domains/inbox/attachments/server/public.ts";
import { emptyMessage } from "#domains/inbox/text/contract.ts";
import { senderNumber } from "#domains/locations/server/public.ts";
import type { inbox } from "../contract.ts";
import { cannotSend } from "../rules.ts";
import { assertSeen } from "./assertSeen.ts";
import { chatById, lockChat } from "./chatStore.ts";
import { mention, mentioned } from "./mention.ts";
import { messageByClientId, messageById } from "./messageStore.ts";
import { storeAndSend } from "./send.ts";
import { shownTo } from "./shownTo.ts";

type Body = BodyOf<typeof inbox.send>;
type Context = ContextOf<typeof inbox.send>;

/** Sends a text in a chat, with the files that were added before and the one that came with it. */
export async function sendMessage(context: Context, body: Body, file?: ReceivedFile) {
  const { within, scope, origin } = context;
  if (body.message === "" && !body.attachment_ids?.length && !file) throw invalid("message", emptyMessage);
  const added = body.attachment_ids ?? [];
  if (added.length + (file ? 1 : 0) > mostFiles) throw invalid("attachment_ids", tooManyFiles);
  const attachment_ids = [...added, ...(await received(context, body, file))];
  return within(scope, origin, (unit) => inChat({ ...context, ...unit }, { ...body, attachment_ids }));
}

/** The file that came with the text itself, unless the text was sent before. */
async function received(context: Context, { chat_id, client_id }: Body, file?: ReceivedFile): Promise<number[]> {
  if (!file) return [];
  const { within, scope, origin, limits } = context;
  const isKnown =
    client_id && (await within(scope, origin, ({ db }) => messageByClientId(db, scope.dealer_id, client_id)));
  if (isKnown) return [];
  // It counts as any other upload.
  const { name, rate } = chatAttachments.add;
  await limits.use(name, `user:${context.who.user_id}`, rate.points, rate.seconds);
  return [(await receiveFile(context, chat_id, file)).id];
}

async function inChat(context: StaffContext, body: Body) {
  const { db, scope } = context;
  const chat = found(await chatById(db, scope, body.chat_id));
  const message_id = await sendOnce(context, chat.id, body);
  const message = found(await messageById(db, scope.dealer_id, chat.id, message_id, shownTo(context, chat)));
  const { chat_time, new_message, latest_chat_message_sent_time } = found(await chatById(db, scope, chat.id));
  return { ...message, chat_time, new_message, latest_chat_message_sent_time };
}

/** Refuses, with the reason in words, where the customer must not be texted or the location has no number. */
export async function assertSendable(
  { db, scope }: Pick<StaffContext, "db" | "scope">,
  customer: { readonly id: number },
): Promise<void> {
  const suppressed = await isOptedOut(db, scope.dealer_id, customer.id);
  const sender = await senderNumber(db, scope.dealer_id, scope.location_id);
  const reason = cannotSend({ suppressed, sender });
  if (reason) throw new Failure("conflict", reason);
}

export interface Written {
  readonly message: string;
  readonly client_id?: string | null | undefined;
  /** The newest message that the writer has seen; without it nobody is asked about what came since. */
  readonly last_seen_id?: number | undefined;
  readonly attachment_ids?: readonly number[] | undefined;
  /** Members whom the text names. */
  readonly mentions?: readonly number[] | undefined;
}

/** Stores and sends a text, or finds the one that the browser has sent under the same id before. */
export async function sendOnce(context: StaffContext, chat_id: number, written: Written): Promise<number> {
  const { message, client_id = null, last_seen_id, attachment_ids = [], mentions = [] } = written;
  const { db, scope, who } = context;
  const { dealer_id, location_id } = scope;
  const { customer_id } = found(await lockChat(db, scope, chat_id));
  const known = client_id ? await messageByClientId(db, dealer_id, client_id) : undefined;
  if (known && known.chat_id !== chat_id) throw new Failure("conflict");
  if (known) return known.id;
  const customer = found(await customerById(db, scope, customer_id));
  await assertSendable(context, customer);
  const people = await mentioned(db, scope, mentions);
  if (last_seen_id) await assertSeen(context, chat_id, last_seen_id, shownTo(context, { customer }));
  const files = await claimDrafts(db, scope, { chat_id, user_id: who.user_id }, attachment_ids);
  const draft = { dealer_id, location_id, chat_id, customer_id, message, files, client_id, user_id: who.user_id };
  const message_id = await storeAndSend(context, { ...draft, purpose: "conversation" });
  await mention(context, people, { chat_id, message, customer });
  return message_id;
}
