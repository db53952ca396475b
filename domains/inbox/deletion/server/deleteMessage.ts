import { Failure, orNotFound } from "#core/failure.ts";
import type { StaffContext } from "#core/server/serve.ts";
import { inboxEvents } from "#domains/inbox/contract.ts";
import { chatById, lockChat } from "#domains/inbox/server/chatStore.ts";
import { canDeleteMessages } from "../rules.ts";
import { chatOfMessage, markMessageDeleted, updateRowAfterDeletion } from "./store.ts";

/** Hides a message's content from everybody but the owner; the customer keeps what was sent. Undefined when it was deleted before. */
export async function deleteMessage(context: StaffContext, message_id: number) {
  const { db, scope, who, now, publish, audit } = context;
  const chat_id = orNotFound(await chatOfMessage(db, scope.dealer_id, message_id));
  orNotFound(await chatById(db, scope, chat_id));
  if (!canDeleteMessages(who)) throw new Failure("forbidden", "You are not allowed to delete messages.");
  orNotFound(await lockChat(db, scope, chat_id));
  const deletion = { deleted_at: now(), deleted_by: who.user_id };
  const message = await markMessageDeleted(db, scope.dealer_id, message_id, deletion);
  if (!message) return undefined;
  // A merge may have moved the message to another chat, which isn't locked.
  if (message.chat_id !== chat_id) throw new Failure("conflict");
  await updateRowAfterDeletion(db, scope.dealer_id, message);
  await audit({ action: "deleted", subject: "message", subject_id: message_id, detail: { chat_id } });
  publish(inboxEvents.messageOpen, { message_id, target_id: chat_id, what: "deleted" });
  publish(inboxEvents.chatChanged, { target_id: chat_id });
  return message;
}
