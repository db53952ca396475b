import type { LocationKey, LocationScope } from "#core/people.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import type { ConsentKind } from "#domains/customers/consent/contract.ts";
import { consentEventsOf } from "#domains/customers/consent/server/public.ts";
import { type ChatEvent, timelineEvents } from "../contract.ts";
import { type LogRange, rangeOfPage } from "../rules.ts";
import { eventsOfChat, insertEvents, type NewChatEvent, timeOfMessage } from "./store.ts";

/** Writes down what was done with chats of one location, and shows it in open browsers. */
export async function recordChatEvent(
  { db, now, publish }: UnitOfWork,
  { dealer_id, location_id }: LocationKey,
  event: Omit<NewChatEvent, "at">,
): Promise<void> {
  if (event.chat_ids.length === 0) return;
  await insertEvents(db, dealer_id, { ...event, at: now() });
  for (const target_id of event.chat_ids) publish(timelineEvents.changed, { target_id }, { dealer_id, location_id });
}

/** Which messages a page was asked for. */
interface Asked {
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  readonly around?: number | undefined;
}

interface Page {
  readonly rows: readonly { datetime: Date }[];
  readonly has_more: boolean;
}

const kindOf: Partial<Record<ConsentKind, ChatEvent["kind"]>> = {
  granted: "opted in",
  attested: "opted in",
  revoked: "opted out",
  restored: "opt-out undone",
  asked: "asked to stop",
};

/** The notes and events of the time that a page of messages covers, oldest first. */
export async function eventsOfPage(
  db: Db,
  scope: LocationScope,
  chat: { id: number; customer: { phone: string } },
  asked: Asked,
  { rows, has_more }: Page,
): Promise<ChatEvent[]> {
  const direction = asked.after ? "after" : asked.around ? "around" : asked.before ? "before" : "newest";
  const anchor = asked.after ?? asked.before;
  const beside = anchor === undefined ? undefined : await timeOfMessage(db, scope.dealer_id, chat.id, anchor);
  const bounds = { first: rows[0]?.datetime, last: rows.at(-1)?.datetime, has_more };
  const range = rangeOfPage(bounds, direction, beside);
  const [events, consent] = await Promise.all([
    eventsOfChat(db, scope, chat.id, range),
    consentEvents(db, scope.dealer_id, chat.customer.phone, range),
  ]);
  return [...events, ...consent].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

async function consentEvents(db: Db, dealer_id: number, phone: string, { from, to }: LogRange): Promise<ChatEvent[]> {
  const entries = await consentEventsOf(db, dealer_id, [phone]);
  return entries
    .filter(({ at }) => (!from || at >= from) && (!to || at <= to))
    .flatMap(({ id, event, scope, at, by }) => {
      const kind = scope === "conversation" ? undefined : kindOf[event];
      const nothing = { assigned_to: "", snoozed_until: null, note: "" };
      return kind ? [{ key: `consent-${id}`, kind, at: at.toISOString(), by, ...nothing }] : [];
    });
}
