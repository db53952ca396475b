import type { Unit } from "#core/server/unit.ts";
import type { Place } from "#domains/customers/server/public.ts";
import { moveResponses } from "#domains/inbox/responses/server/public.ts";
import { inboxEvents } from "../contract.ts";
import { joinedChat } from "../rules.ts";
import { chatWith } from "./chatStore.ts";
import { type KeptChat, lockChatOf, moveMessages, newestMessage, setChatState } from "./moveStore.ts";

/** The customers between whom a conversation moves. */
export interface Move {
  readonly from_customer: number;
  readonly to_customer: number;
  /** The phone of the customer whose messages move. */
  readonly phone: string;
}

/** What a move changed; stored with the merge so that it can be undone. */
export interface MovedChat {
  readonly from: KeptChat | null;
  readonly to: KeptChat | null;
  /** The chat that received the messages; null when there were none to move. */
  readonly into: number | null;
  /** The newest message of both chats at the time of the move. */
  readonly last_message: number;
}

/** Moves a customer's whole conversation into another customer's; messages interleave by time. */
export async function moveChat(unit: Unit, scope: Place, move: Move): Promise<MovedChat> {
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
  await setChatState(unit.db, dealer_id, into, to ? joinedChat(to, from) : from);
  for (const target_id of [from.id, into]) unit.tell(inboxEvents.messagesMoved, { target_id }, scope);
  return { from, to, into, last_message };
}
