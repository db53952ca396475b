import { sql } from "kysely";
import type { LocationScope } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { ChatEvent } from "../contract.ts";
import type { LogRange } from "../rules.ts";

/** Something that was done with several chats at once. */
export interface NewChatEvent {
  readonly chat_ids: readonly number[];
  readonly kind: "assigned" | "closed" | "reopened" | "snoozed" | "confirmed" | "asked to change";
  readonly at: Date;
  /** Who did it; undefined when nobody did. */
  readonly user_id?: number | undefined;
  readonly assigned_to?: number | null;
  readonly snoozed_until?: Date;
}

export async function insertEvents(db: Db, dealer_id: number, event: NewChatEvent): Promise<void> {
  const { chat_ids, kind, at, user_id = null, assigned_to = null, snoozed_until = null } = event;
  await sql`
    insert into chat_events (dealer_id, location_id, chat_id, kind, user_id, assigned_to, snoozed_until, at)
    select dealer_id, location_id, id, ${kind}, ${user_id}::bigint, ${assigned_to}::bigint,
      ${snoozed_until}::timestamptz, ${at}::timestamptz
    from chats where dealer_id = ${dealer_id} and id = any(${[...chat_ids]}::bigint[])`.execute(db);
}

const within = (column: string, { from, to }: LogRange) =>
  sql<boolean>`(${from ?? null}::timestamptz is null or ${sql.ref(column)} >= ${from ?? null}::timestamptz)
    and (${to ?? null}::timestamptz is null or ${sql.ref(column)} <= ${to ?? null}::timestamptz)`;

/** More than this many notes or events of one stretch of the log are not shown. */
const maxShown = 300;

/** What the team did with a chat, and its notes, in a stretch of time. */
export async function eventsOfChat(
  db: Db,
  { dealer_id }: LocationScope,
  chat_id: number,
  range: LogRange,
): Promise<ChatEvent[]> {
  const done = db
    .selectFrom("chat_events as e")
    .leftJoin("users as u", (join) => join.onRef("u.dealer_id", "=", "e.dealer_id").onRef("u.id", "=", "e.user_id"))
    .leftJoin("users as m", (join) => join.onRef("m.dealer_id", "=", "e.dealer_id").onRef("m.id", "=", "e.assigned_to"))
    .where("e.dealer_id", "=", dealer_id)
    .where("e.chat_id", "=", chat_id)
    .where(within("e.at", range))
    .select(["e.id", "e.at", "e.snoozed_until", sql<NewChatEvent["kind"]>`e.kind`.as("kind")])
    .select(sql<string>`trim(concat(u.first_name, ' ', u.last_name))`.as("by"))
    .select(sql<string>`trim(concat(m.first_name, ' ', m.last_name))`.as("assigned_to"))
    .orderBy("e.at", "desc")
    .limit(sql.lit(maxShown))
    .execute();
  const written = db
    .selectFrom("chat_notes as n")
    .innerJoin("users as u", (join) => join.onRef("u.dealer_id", "=", "n.dealer_id").onRef("u.id", "=", "n.user_id"))
    .where("n.dealer_id", "=", dealer_id)
    .where("n.chat_id", "=", chat_id)
    .where("n.deleted_at", "is", null)
    .where(within("n.created_at", range))
    .select(["n.id", "n.note", "n.created_at as at"])
    .select(sql<string>`trim(concat(u.first_name, ' ', u.last_name))`.as("by"))
    .orderBy("n.id", "desc")
    .limit(sql.lit(maxShown))
    .execute();
  const [events, notes] = await Promise.all([done, written]);
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
export async function timeOfMessage(db: Db, dealer_id: number, chat_id: number, id: number): Promise<Date | undefined> {
  const message = db.selectFrom("messages").select("datetime").where("dealer_id", "=", dealer_id);
  return (await message.where("chat_id", "=", chat_id).where("id", "=", id).executeTakeFirst())?.datetime;
}
