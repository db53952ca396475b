import type { Unit } from "#core/server/unit.ts";
import type { Place } from "#domains/customers/server/public.ts";
import { moveResponses } from "#domains/inbox/responses/server/public.ts";
import { inboxEvents } from "../contract.ts";
import { joinedChat } from "../rules.ts";
import { chatWith } from "./chatStore.ts";
import { type KeptChat, lockChatOf, moveMessages, newestMessage, setChatState } from "./moveStore.ts";

/** Between whom a conversation moves. */
export interface Move {
  readonly from_customer: number;
  readonly to_customer: number;
  /** The phone of the one whose messages move. */
  readonly phone: string;
}

/** What moving a conversation changed, for moving it back. */
export interface MovedChat {
  readonly from: KeptChat | null;
  readonly to: KeptChat | null;
  /** The chat that the messages came into; null when there were none to move. */
  readonly into: number | null;
  /** The newest message of both at that moment. */
  readonly last_message: number;
}

/** Moves a customer's whole conversation into another customer's, in the order of time. */
export async function moveChat(unit: Unit, place: Place, move: Move): Promise<MovedChat> {
  const { dealer_id, location_id } = place;
  const from = (await lockChatOf(unit.db, place, move.from_customer)) ?? null;
  const to = (await lockChatOf(unit.db, place, move.to_customer)) ?? null;
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
  for (const target_id of [from.id, into]) unit.tell(inboxEvents.messagesMoved, { target_id }, place);
  return { from, to, into, last_message };
}
