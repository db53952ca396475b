import { sql } from "kysely";
import type { LocationKey, LocationScope } from "#core/people.ts";
import { builtOnce } from "#core/server/builtOnce.ts";
import { preparedStatement } from "#core/server/preparedStatement.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import type { ConsentKind } from "#domains/customers/consent/contract.ts";
import { consentChangesOf } from "#domains/customers/consent/server/public.ts";
import { type ChatEvent, timelineEvents } from "../contract.ts";
import { type LogRange, rangeOfPage } from "../rules.ts";

/** Records what was done with chats of one location, and publishes it to open browsers. */
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

/** The newest notes and events of a chat, without its customer's consent. */
export const newestEvents = (db: Db, scope: LocationScope, chat_id: number): Promise<ChatEvent[]> =>
  eventsOfChat(db, scope, chat_id, { from: undefined, to: undefined });

/**
 * The notes and events within the time range of a page of messages, oldest first.
 *
 * @param newest what `newestEvents` returned, if it was read already.
 */
export async function eventsOfPage(
  db: Db,
  scope: LocationScope,
  chat: { id: number; customer: { phone: string } },
  asked: Asked,
  { rows, has_more }: Page,
  newest?: readonly ChatEvent[],
): Promise<ChatEvent[]> {
  const direction = asked.after ? "after" : asked.around ? "around" : asked.before ? "before" : "newest";
  const anchor = asked.after ?? asked.before;
  const beside = anchor === undefined ? undefined : await timeOfMessage(db, scope.dealer_id, chat.id, anchor);
  const bounds = { first: rows[0]?.datetime, last: rows.at(-1)?.datetime, has_more };
  const range = rangeOfPage(bounds, direction, beside);
  const [events, consent] = await Promise.all([
    newest ? newest.filter(({ at }) => isWithin(new Date(at), range)) : eventsOfChat(db, scope, chat.id, range),
    consentEvents(db, scope.dealer_id, chat.customer.phone, range),
  ]);
  return [...events, ...consent].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

const isWithin = (at: Date, { from, to }: LogRange) => (!from || at >= from) && (!to || at <= to);

async function consentEvents(db: Db, dealer_id: number, phone: string, range: LogRange): Promise<ChatEvent[]> {
  const entries = await consentChangesOf(db, dealer_id, phone);
  return entries
    .filter(({ at }) => isWithin(at, range))
    .flatMap(({ id, event, scope, at, by }) => {
      const kind = scope === "conversation" ? undefined : kindOf[event];
      const nothing = { assigned_to: "", snoozed_until: null, note: "" };
      return kind ? [{ key: `consent-${id}`, kind, at: at.toISOString(), by, ...nothing }] : [];
    });
}

/** An action on one or more chats. */
interface NewChatEvent {
  readonly chat_ids: readonly number[];
  readonly kind: "assigned" | "closed" | "reopened" | "snoozed" | "confirmed" | "asked to change";
  readonly at: Date;
  /** Undefined for the system. */
  readonly user_id?: number | undefined;
  readonly assigned_to?: number | null;
  readonly snoozed_until?: Date;
}

async function insertEvents(db: Db, dealer_id: number, event: NewChatEvent): Promise<void> {
  const { chat_ids, kind, at, user_id = null, assigned_to = null, snoozed_until = null } = event;
  await sql`
    insert into chat_events (dealer_id, location_id, chat_id, kind, user_id, assigned_to, snoozed_until, at)
    select dealer_id, location_id, id, ${kind}, ${user_id}::bigint, ${assigned_to}::bigint,
      ${snoozed_until}::timestamptz, ${at}::timestamptz
    from chats where dealer_id = ${dealer_id} and id = any(${[...chat_ids]}::bigint[])`.execute(db);
}

const within = (column: string, from: Date | null, to: Date | null) =>
  sql<boolean>`(${from}::timestamptz is null or ${sql.ref(column)} >= ${from}::timestamptz)
    and (${to}::timestamptz is null or ${sql.ref(column)} <= ${to}::timestamptz)`;

/** The most notes, and the most events, of one page. */
const maxShown = 300;

const selectEvents = builtOnce((db, dealer_id: number, chat_id: number, from: Date | null, to: Date | null) =>
  db
    .selectFrom("chat_events as e")
    .leftJoin("users as u", (join) => join.onRef("u.dealer_id", "=", "e.dealer_id").onRef("u.id", "=", "e.user_id"))
    .leftJoin("users as m", (join) => join.onRef("m.dealer_id", "=", "e.dealer_id").onRef("m.id", "=", "e.assigned_to"))
    .where("e.dealer_id", "=", dealer_id)
    .where("e.chat_id", "=", chat_id)
    .where(within("e.at", from, to))
    .select(["e.id", "e.at", "e.snoozed_until", sql<NewChatEvent["kind"]>`e.kind`.as("kind")])
    .select(sql<string>`trim(concat(u.first_name, ' ', u.last_name))`.as("by"))
    .select(sql<string>`trim(concat(m.first_name, ' ', m.last_name))`.as("assigned_to"))
    .orderBy("e.at", "desc")
    .limit(sql.lit(maxShown))
    .modifyFront(preparedStatement),
);

const selectNotes = builtOnce((db, dealer_id: number, chat_id: number, from: Date | null, to: Date | null) =>
  db
    .selectFrom("chat_notes as n")
    .innerJoin("users as u", (join) => join.onRef("u.dealer_id", "=", "n.dealer_id").onRef("u.id", "=", "n.user_id"))
    .where("n.dealer_id", "=", dealer_id)
    .where("n.chat_id", "=", chat_id)
    .where("n.deleted_at", "is", null)
    .where(within("n.created_at", from, to))
    .select(["n.id", "n.note", "n.created_at as at"])
    .select(sql<string>`trim(concat(u.first_name, ' ', u.last_name))`.as("by"))
    .orderBy("n.id", "desc")
    .limit(sql.lit(maxShown))
    .modifyFront(preparedStatement),
);

/** A chat's events and notes within a range; one round trip. */
async function eventsOfChat(
  db: Db,
  { dealer_id }: LocationScope,
  chat_id: number,
  { from = null, to = null }: { readonly [K in keyof LogRange]: Date | null | undefined },
): Promise<ChatEvent[]> {
  const [events, notes] = await Promise.all([
    selectEvents(db, dealer_id, chat_id, from, to),
    selectNotes(db, dealer_id, chat_id, from, to),
  ]);
  return [
    ...events.map(({ id, at, snoozed_until, ...event }) => ({
      ...event,
      key: `event-${id}`,
      at: at.toISOString(),
      snoozed_until: snoozed_until?.toISOString() ?? null,
      note: "",
    })),
    ...notes.map(({ id, at, ...note }) => ({
      ...note,
      key: `note-${id}`,
      kind: "note" as const,
      at: at.toISOString(),
      assigned_to: "",
      snoozed_until: null,
    })),
  ];
}

/** When a message of a chat was stored. */
async function timeOfMessage(db: Db, dealer_id: number, chat_id: number, id: number): Promise<Date | undefined> {
  const message = db.selectFrom("messages").select("datetime").where("dealer_id", "=", dealer_id);
  return (await message.where("chat_id", "=", chat_id).where("id", "=", id).executeTakeFirst())?.datetime;
}
