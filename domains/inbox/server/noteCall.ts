import type { Unit } from "#core/server/unit.ts";
import { notifyMessage } from "#domains/notifications/server/public.ts";
import { inboxEvents } from "../contract.ts";
import { noteReceived, noteTalked } from "./chatStateStore.ts";
import { insertInbound, rewordMessage } from "./messageStore.ts";

/** A call as one line of a chat. */
export interface CallLine {
  readonly dealer_id: number;
  readonly location_id: number;
  readonly chat_id: number;
  /** The carrier's id of the call. */
  readonly sid: string;
  /** The phone that called, when it isn't the customer's own. */
  readonly phone: string | null;
  readonly words: string;
  /** The customer reached nobody, and waits: the chat is unread and unreplied, as after a text. */
  readonly waits: boolean;
}

/** Puts a call into its chat, whose row the caller holds (`lockChat`). */
export async function noteCall(unit: Unit, line: CallLine): Promise<number> {
  const { dealer_id, chat_id, sid: provider_sid, phone, words: message } = line;
  const datetime = unit.now();
  const what = { message, message_type: "voice" as const, media_count: 0 };
  const row = { chat_id, phone, provider_sid, ...what };
  const [message_id] = await insertInbound(unit.db, dealer_id, datetime, [row]);
  if (message_id === undefined) throw new Error(`The call ${provider_sid} is in its chat already`);
  await noteInChat(unit, line, datetime, false);
  tell(unit, line, message_id, line.waits ? "received" : "state");
  if (line.waits) notifyMessage(unit, { ...line, message_id });
  return message_id;
}

interface Renote {
  readonly message_id: number;
  /** So much is new that the chat goes to the top again. */
  readonly isNews: boolean;
  /** The line said before already that the customer waits, so it counts as unread once. */
  readonly hasWaited: boolean;
}

/** Changes what a call's line says. */
export async function renoteCall(unit: Unit, line: CallLine, renote: Renote): Promise<void> {
  const { message_id, isNews, hasWaited } = renote;
  const isShown = await rewordMessage(unit.db, line.dealer_id, message_id, line.words);
  if (!isShown) return;
  if (isNews) await noteInChat(unit, line, unit.now(), hasWaited);
  tell(unit, line, message_id, isNews && line.waits ? "received" : "state");
  if (isNews && line.waits) notifyMessage(unit, { ...line, message_id });
}

async function noteInChat({ db }: Unit, line: CallLine, at: Date, isAgain: boolean): Promise<void> {
  const { dealer_id, chat_id, words, waits } = line;
  if (waits) await noteReceived(db, dealer_id, [{ chat_id, new_message: words }], at, isAgain);
  else await noteTalked(db, dealer_id, chat_id, words, at);
}

function tell(unit: Unit, line: CallLine, message_id: number, what: "received" | "state"): void {
  const { dealer_id, location_id, chat_id: target_id } = line;
  const where = { dealer_id, location_id };
  unit.tell(inboxEvents.messageOpen, { message_id, target_id, what }, where);
  // A row of the list doesn't look at its messages' states.
  if (what === "state") unit.tell(inboxEvents.chatChanged, { target_id }, where);
}

/** Lets the browsers look at a call's line again: what can be heard there has changed. */
export function tellOfCall(
  unit: Unit,
  line: Pick<CallLine, "dealer_id" | "location_id" | "chat_id">,
  message_id: number,
) {
  const { dealer_id, location_id, chat_id: target_id } = line;
  unit.tell(inboxEvents.messageOpen, { message_id, target_id, what: "state" }, { dealer_id, location_id });
}
