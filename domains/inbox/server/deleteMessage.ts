import { Failure, found } from "#core/failure.ts";
import type { StaffContext } from "#core/server/serve.ts";
import { inboxEvents } from "../contract.ts";
import { mayDelete } from "../rules.ts";
import { chatById, lockChat } from "./chatStore.ts";
import { chatOfMessage, markDeleted, takeOutOfRow } from "./deleteStore.ts";

/** Hides a message's content from everybody but the owner; the customer keeps what was sent. Undefined when it was deleted before. */
export async function deleteMessage(context: StaffContext, message_id: number) {
  const { db, scope, who, now, tell: publish, audit } = context;
  const chat_id = found(await chatOfMessage(db, scope.dealer_id, message_id));
  found(await chatById(db, scope, chat_id));
  if (!mayDelete(who)) throw new Failure("forbidden", "You are not allowed to delete messages.");
  found(await lockChat(db, scope, chat_id));
  const deletion = { deleted_at: now(), deleted_by: who.user_id };
  const message = await markDeleted(db, scope.dealer_id, message_id, deletion);
  if (!message) return undefined;
  // A merge may have moved the message to another chat, which isn't locked.
  if (message.chat_id !== chat_id) throw new Failure("conflict");
  await takeOutOfRow(db, scope.dealer_id, message);
  await audit({ action: "deleted", subject: "message", subject_id: message_id, detail: { chat_id } });
  publish(inboxEvents.messageOpen, { message_id, target_id: chat_id, what: "deleted" });
  publish(inboxEvents.chatChanged, { target_id: chat_id });
  return message;
}
