import { Failure, found } from "#core/failure.ts";
import type { StaffContext } from "#core/server/serve.ts";
import { inboxEvents } from "../contract.ts";
import { mayDelete } from "../rules.ts";
import { chatById, lockChat } from "./chatStore.ts";
import { chatOfMessage, markDeleted, takeOutOfRow } from "./deleteStore.ts";

/** Takes what a message said from all but the owner. What the customer got, they keep. Answers it, unless it was deleted before. */
export async function deleteMessage(context: StaffContext, message_id: number) {
  const { db, scope, who, now, tell, audit } = context;
  const chat_id = found(await chatOfMessage(db, scope.dealer_id, message_id));
  found(await chatById(db, scope, chat_id));
  if (!mayDelete(who)) throw new Failure("forbidden", "You are not allowed to delete messages.");
  found(await lockChat(db, scope, chat_id));
  const by = { deleted_at: now(), deleted_by: who.user_id };
  const message = await markDeleted(db, scope.dealer_id, message_id, by);
  if (!message) return undefined;
  // Two customers may have been merged meanwhile; then the message is in the other's chat, which isn't held.
  if (message.chat_id !== chat_id) throw new Failure("conflict");
  await takeOutOfRow(db, scope.dealer_id, message);
  await audit({ action: "deleted", subject: "message", subject_id: message_id, detail: { chat_id } });
  tell(inboxEvents.messageOpen, { message_id, target_id: chat_id, what: "deleted" });
  tell(inboxEvents.chatChanged, { target_id: chat_id });
  return message;
}
