import type { Unit } from "#core/server/unit.ts";
import type { Place } from "#domains/customers/server/public.ts";
import { moveResponsesBack } from "#domains/inbox/responses/server/public.ts";
import { inboxEvents } from "../contract.ts";
import { type ChatState, joinedChat, partedChat } from "../rules.ts";
import { chatWith } from "./chatStore.ts";
import { showNewest } from "./deleteStore.ts";
import type { Move, MovedChat } from "./moveChat.ts";
import {
  deleteUnusedChat,
  lockChatOf,
  type MessageSince,
  messagesSince,
  moveMessagesBack,
  newestMessage,
  setChatState,
} from "./moveStore.ts";

/** Messages of the customer who goes back that came after their conversation had moved. */
export interface Since {
  readonly received: number;
  readonly sent: number;
}

const empty = (now: Date): ChatState => ({
  ...{ chat_time: now.toISOString(), new_message: "", new_message_count: 0 },
  ...{ is_replied: 1, waiting_since: null, is_pinned: 0, is_closed: 0, assigned_to: null },
  ...{ latest_chat_message_sent_time: null, latest_chat_message_received_time: null },
});

/**
 * Takes a moved conversation apart again: what came from or went to the phones of the customer who goes back is theirs,
 * also what came since. Neither chat loses what was done in it meanwhile.
 *
 * @param other_phones of customers who had been merged into the one who goes back.
 */
export async function moveChatBack(
  unit: Unit,
  place: Place,
  move: Move & { readonly other_phones: readonly string[] },
  moved: MovedChat,
): Promise<Since> {
  const { dealer_id, location_id } = place;
  const now = await lockChatOf(unit.db, place, move.to_customer);
  if (!now) return { received: 0, sent: 0 };
  const since = await messagesSince(unit.db, dealer_id, now.id, moved.last_message);
  const isBack = ({ phone }: MessageSince) => phone !== null && [move.phone, ...move.other_phones].includes(phone);
  const back = since.filter(isBack);
  const counts = {
    received: back.filter((message) => message.is_from_customer === 1).length,
    sent: back.filter((message) => message.is_from_customer === 0).length,
  };
  if (!moved.from && back.length === 0) return counts;

  const from_id = moved.from?.id ?? (await chatWith(unit.db, dealer_id, location_id, move.from_customer));
  await moveMessagesBack(unit.db, dealer_id, now.id, from_id, [move.phone, ...move.other_phones]);
  await moveResponsesBack(unit.db, dealer_id, now.id, from_id);

  const blank = empty(unit.now());
  const became = joinedOf(moved) ?? blank;
  // What was deleted counts as moved, but is shown and unread nowhere.
  const arrived = since.filter((message) => message.is_from_customer === 1 && !message.isDeleted);
  const unseen = arrived.slice(arrived.length - Math.min(now.new_message_count, arrived.length));
  const part = (was: ChatState, own: readonly MessageSince[]) => {
    const unread = { own: unseen.filter((message) => own.includes(message)).length, all: arrived.length };
    const shown = own.filter(({ isDeleted }) => !isDeleted);
    return partedChat(was, became, now, shown, unread);
  };
  await setChatState(unit.db, dealer_id, from_id, part(moved.from ?? blank, back));
  const left = since.filter((message) => !isBack(message));
  const isLeftEmpty = !moved.to && left.length === 0 && (await newestMessage(unit.db, dealer_id, [now.id])) === 0;
  if (!isLeftEmpty || !(await deleteUnusedChat(unit.db, dealer_id, now.id))) {
    await setChatState(unit.db, dealer_id, now.id, part(moved.to ?? blank, left));
  }
  // What a chat showed before the merge may have been deleted since.
  for (const id of [from_id, now.id]) await showNewest(unit.db, dealer_id, id);
  for (const target_id of [from_id, now.id]) unit.tell(inboxEvents.messagesMoved, { target_id }, place);
  return counts;
}

function joinedOf({ from, to }: MovedChat): ChatState | null {
  return from && to ? joinedChat(to, from) : (from ?? to);
}
