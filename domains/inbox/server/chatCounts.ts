import { sql } from "kysely";
import type { Scope } from "#core/people.ts";
import { compactChanges } from "#core/server/compactChanges.ts";
import { plannedOnce } from "#core/server/prepared.ts";
import type { Server } from "#core/server/serve.ts";
import type { Db } from "#core/server/unit.ts";

const counts = {
  table: "chat_counts",
  of: ["dealer_id", "location_id", "is_closed"],
  numbers: ["unread", "unreplied"],
};

/** How many of the location's chats are unread and unreplied: as quick with a million chats as with ten. */
export async function countChats(db: Db, { dealer_id, location_id }: Scope) {
  const sum = (number: "unread" | "unreplied", of = sql`true`) =>
    sql<number>`coalesce(sum(${sql.ref(number)}) filter (where ${of}), 0)::int`;
  return db
    .selectFrom("chat_counts")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .select([
      sum("unread").as("unread_count"),
      sum("unreplied").as("unreplied_count"),
      sum("unread", sql`is_closed = 0`).as("unread_count_active"),
      sum("unread", sql`is_closed = 1`).as("unread_count_inactive"),
    ])
    .modifyFront(plannedOnce)
    .executeTakeFirstOrThrow();
}

/** Adds up what has changed the numbers of chats that wait. */
export async function compactChatCounts({ within }: Pick<Server, "within">): Promise<void> {
  await within.platform("compact chat counts", ({ db }) => compactChanges(db, counts));
}
