import { sql } from "kysely";
import type { EventPosition } from "#core/event.ts";
import { audienceId } from "#core/server/eventLog.ts";
import { preparedStatement } from "#core/server/preparedStatement.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { SequencedRoom } from "#ports/realtime/realtime.ts";

/** The last event sequence of each room, in the given order; 0 without events. */
export async function lastSequencesOf(db: Db, rooms: readonly SequencedRoom[]): Promise<number[]> {
  const dealers = rooms.map(({ dealer_id }) => dealer_id);
  const kinds = rooms.map(({ kind }) => kind);
  const { rows } = await sql<{ seq: number }>`${preparedStatement}
    select coalesce(h.seq, 0) as seq
    from unnest(${dealers}::bigint[], ${kinds}::text[], ${rooms.map(audienceId)}::bigint[])
      with ordinality as room (dealer_id, audience, audience_id, place)
    left join event_heads h using (dealer_id, audience, audience_id)
    order by place`.execute(db);
  return rows.map(({ seq }) => seq);
}

export interface StoredEvent {
  readonly event: string;
  readonly payload: Record<string, unknown>;
  readonly mark: EventPosition;
}

/** Up to `limit` events of a room after a sequence, oldest first. */
export async function eventsAfter(db: Db, room: SequencedRoom, seq: number, limit: number): Promise<StoredEvent[]> {
  const rows = await db
    .selectFrom("events")
    .select(["id", "seq", "after", "event", "payload"])
    .where("dealer_id", "=", room.dealer_id)
    .where("audience", "=", room.kind)
    .where("audience_id", "=", audienceId(room))
    .where("seq", ">", seq)
    .orderBy("seq")
    .limit(limit)
    .execute();
  return rows.map(({ id, seq, after, event, payload }) => ({
    event,
    payload: payload as Record<string, unknown>,
    mark: { id, seq: seq ?? 0, to: room.kind, after: after ?? 0 },
  }));
}

export async function deleteEventsBefore(db: Db, at: Date): Promise<void> {
  await db.deleteFrom("events").where("at", "<", at).where("seq", "is not", null).execute();
}
