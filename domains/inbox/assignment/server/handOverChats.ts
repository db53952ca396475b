import { sql } from "kysely";
import type { HandOverRequest } from "#core/server/domainManifest.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import { inboxEvents } from "#domains/inbox/contract.ts";
import { recordChatEvent } from "#domains/inbox/timeline/server/public.ts";

/** Reassigns a departing member's chats, closed ones included: they reopen when the customer writes. */
export async function handOverChats(
  unit: UnitOfWork,
  { dealer_id, from, to, location_ids }: HandOverRequest,
): Promise<number> {
  const { db, publish } = unit;
  const locations = location_ids ? sql`${[...location_ids]}::bigint[]` : sql`array(${dealerLocations(db, dealer_id)})`;
  const chats = await db
    .updateTable("chats")
    .set({ assigned_to: to })
    .where("dealer_id", "=", dealer_id)
    .where(sql<boolean>`location_id = any(${locations})`)
    .where("assigned_to", "=", from)
    .returning(["id", "location_id"])
    .execute();
  for (const [location_id, chat_ids] of byLocation(chats))
    await recordChatEvent(unit, { dealer_id, location_id }, { chat_ids, kind: "assigned", assigned_to: to });
  for (const { id, location_id } of chats)
    publish(inboxEvents.chatChanged, { target_id: id }, { dealer_id, location_id });
  return chats.length;
}

function byLocation(chats: readonly { id: number; location_id: number }[]): ReadonlyMap<number, number[]> {
  const grouped = Map.groupBy(chats, ({ location_id }) => location_id);
  return new Map([...grouped].map(([location_id, own]) => [location_id, own.map(({ id }) => id)]));
}

/** The index on `assigned_to` starts with the location, so the query names all of them. */
function dealerLocations(db: Db, dealer_id: number) {
  return db.selectFrom("locations").where("dealer_id", "=", dealer_id).select("id");
}
