import type { LocationKey } from "#core/people.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { inboxEvents } from "#domains/inbox/contract.ts";
import { moveResponsesBack } from "#domains/inbox/responses/server/public.ts";
import { showNewest } from "#domains/inbox/server/chatStateStore.ts";
import { chatWith } from "#domains/inbox/server/chatStore.ts";
import { type ChatState, mergedChatState, unmergedChatState } from "../rules.ts";
import type { ConversationMove, MovedChat } from "./moveChat.ts";
import {
  deleteUnusedChat,
  lockChatOf,
  type MessageSince,
  messagesSince,
  moveMessagesBack,
  newestMessage,
  setChatState,
} from "./moveStore.ts";

/** Messages of the restored customer since the merge. */
export interface MessageCountsSince {
  readonly received: number;
  readonly sent: number;
}

const emptyState = (now: Date): ChatState => ({
  chat_time: now.toISOString(),
  new_message: "",
  new_message_count: 0,
  is_replied: 1,
  waiting_since: null,
  is_pinned: 0,
  is_closed: 0,
  assigned_to: null,
  latest_chat_message_sent_time: null,
  latest_chat_message_received_time: null,
});

/**
 * Undoes `moveChat`: messages from or to the restored customer's phones return to their chat, including those since the
 * merge. Neither chat loses what was done in it meanwhile.
 *
 * @param move `other_phones`: phones of customers who had been merged into the restored one.
 */
export async function moveChatBack(
  unit: UnitOfWork,
  scope: LocationKey,
  move: ConversationMove & { readonly other_phones: readonly string[] },
  moved: MovedChat,
): Promise<MessageCountsSince> {
  const { dealer_id, location_id } = scope;
  const now = await lockChatOf(unit.db, scope, move.to_customer);
  if (!now) return { received: 0, sent: 0 };
  const since = await messagesSince(unit.db, dealer_id, now.id, moved.last_message);
  const returns = ({ phone }: MessageSince) => phone !== null && [move.phone, ...move.other_phones].includes(phone);
  const back = since.filter(returns);
  const counts = {
    received: back.filter((message) => message.is_from_customer === 1).length,
    sent: back.filter((message) => message.is_from_customer === 0).length,
  };
  if (!moved.from && back.length === 0) return counts;

  const from_id = moved.from?.id ?? (await chatWith(unit.db, dealer_id, location_id, move.from_customer));
  await moveMessagesBack(unit.db, dealer_id, now.id, from_id, [move.phone, ...move.other_phones]);
  await moveResponsesBack(unit.db, dealer_id, now.id, from_id);

  const blank = emptyState(unit.now());
  const became = mergedState(moved) ?? blank;
  // Deleted messages move too, but count neither as unread nor for the preview.
  const inbound = since.filter((message) => message.is_from_customer === 1 && !message.isDeleted);
  const unreadMessages = inbound.slice(inbound.length - Math.min(now.new_message_count, inbound.length));
  const stateAfter = (was: ChatState, own: readonly MessageSince[]) => {
    const unread = { own: unreadMessages.filter((message) => own.includes(message)).length, all: inbound.length };
    const visible = own.filter(({ isDeleted }) => !isDeleted);
    return unmergedChatState(was, became, now, visible, unread);
  };
  await setChatState(unit.db, dealer_id, from_id, stateAfter(moved.from ?? blank, back));
  const remaining = since.filter((message) => !returns(message));
  const isNowEmpty = !moved.to && remaining.length === 0 && (await newestMessage(unit.db, dealer_id, [now.id])) === 0;
  if (!isNowEmpty || !(await deleteUnusedChat(unit.db, dealer_id, now.id))) {
    await setChatState(unit.db, dealer_id, now.id, stateAfter(moved.to ?? blank, remaining));
  }
  // The message a chat previewed before the merge may have been deleted since.
  for (const id of [from_id, now.id]) await showNewest(unit.db, dealer_id, id);
  for (const target_id of [from_id, now.id]) unit.publish(inboxEvents.messagesMoved, { target_id }, scope);
  return counts;
}

function mergedState({ from, to }: MovedChat): ChatState | null {
  return from && to ? mergedChatState(to, from) : (from ?? to);
}
