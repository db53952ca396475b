import { sql } from "kysely";
import type { Db, Unit } from "#core/server/unit.ts";
import type { HandOver } from "#domains/team/server/public.ts";
import { inboxEvents } from "../contract.ts";

/** A colleague's chats become another's, closed ones too: they open again when the customer writes. */
export async function handOverChats(
  { db, tell }: Unit,
  { dealer_id, from, to, location_ids }: HandOver,
): Promise<number> {
  const atPlaces = location_ids ? sql`${[...location_ids]}::bigint[]` : sql`array(${ownPlaces(db, dealer_id)})`;
  const chats = await db
    .updateTable("chats")
    .set({ assigned_to: to })
    .where("dealer_id", "=", dealer_id)
    .where(sql<boolean>`location_id = any(${atPlaces})`)
    .where("assigned_to", "=", from)
    .returning(["id", "location_id"])
    .execute();
  for (const { id, location_id } of chats) tell(inboxEvents.chatChanged, { target_id: id }, { dealer_id, location_id });
  return chats.length;
}

/** The index of a member's chats begins with these. */
function ownPlaces(db: Db, dealer_id: number) {
  return db.selectFrom("locations").where("dealer_id", "=", dealer_id).select("id");
}
