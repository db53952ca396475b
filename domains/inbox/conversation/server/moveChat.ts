import type { LocationKey } from "#core/people.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { inboxEvents } from "#domains/inbox/contract.ts";
import { moveResponses } from "#domains/inbox/responses/server/public.ts";
import { chatWith } from "#domains/inbox/server/chatStore.ts";
import { mergedChatState } from "../rules.ts";
import { lockChatOf, moveMessages, newestMessage, type SavedChatState, setChatState } from "./moveStore.ts";

/** The customers between whom a conversation moves. */
export interface ConversationMove {
  readonly from_customer: number;
  readonly to_customer: number;
  /** The phone of the customer whose messages move. */
  readonly phone: string;
}

/** What a move changed; stored with the merge so that it can be undone. */
export interface MovedChat {
  readonly from: SavedChatState | null;
  readonly to: SavedChatState | null;
  /** The chat that received the messages; null when there were none to move. */
  readonly into: number | null;
  /** The newest message of both chats at the time of the move. */
  readonly last_message: number;
}

/** Moves a customer's whole conversation into another customer's; messages interleave by time. */
export async function moveChat(unit: UnitOfWork, scope: LocationKey, move: ConversationMove): Promise<MovedChat> {
  const { dealer_id, location_id } = scope;
  const from = (await lockChatOf(unit.db, scope, move.from_customer)) ?? null;
  const to = (await lockChatOf(unit.db, scope, move.to_customer)) ?? null;
  const last_message = await newestMessage(
    unit.db,
    dealer_id,
    [from, to].flatMap((chat) => chat?.id ?? []),
  );
  if (!from) return { from, to, into: null, last_message };
  const into = to?.id ?? (await chatWith(unit.db, dealer_id, location_id, move.to_customer));
  await moveMessages(unit.db, dealer_id, from.id, into, move.phone);
  await moveResponses(unit.db, dealer_id, from.id, into);
  await setChatState(unit.db, dealer_id, into, to ? mergedChatState(to, from) : from);
  for (const target_id of [from.id, into]) unit.publish(inboxEvents.messagesMoved, { target_id }, scope);
  return { from, to, into, last_message };
}
