import { sql } from "kysely";
import type { PersonKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { AppointmentStatus, AppointmentType } from "#domains/appointments/contract.ts";

const feedOf = (db: Db, { dealer_id, user_id }: PersonKey) =>
  db.selectFrom("calendar_feeds").where("dealer_id", "=", dealer_id).where("user_id", "=", user_id);

export async function findFeed(db: Db, person: PersonKey) {
  return feedOf(db, person).select(["token_hash", "created_at", "read_at"]).executeTakeFirst();
}

/** Stores a feed's secret in place of the one before. */
export async function saveFeed(db: Db, person: PersonKey, token_hash: Buffer, created_at: Date): Promise<void> {
  const fresh = { token_hash, created_at, read_at: null };
  await db
    .insertInto("calendar_feeds")
    .values({ ...person, ...fresh })
    .onConflict((conflict) => conflict.columns(["dealer_id", "user_id"]).doUpdateSet(fresh))
    .execute();
}

export async function deleteFeed(db: Db, { dealer_id, user_id }: PersonKey): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("calendar_feeds")
    .where("dealer_id", "=", dealer_id)
    .where("user_id", "=", user_id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function setRead(db: Db, { dealer_id, user_id }: PersonKey, read_at: Date): Promise<void> {
  await db
    .updateTable("calendar_feeds")
    .set({ read_at })
    .where("dealer_id", "=", dealer_id)
    .where("user_id", "=", user_id)
    .execute();
}

export interface FeedRow {
  readonly id: number;
  readonly title: string;
  readonly customer_name: string;
  readonly datetime: Date;
  readonly ends_at: Date;
  readonly type: AppointmentType;
  readonly status: AppointmentStatus;
  readonly version: number;
  readonly created: Date;
  readonly url: string;
  readonly place: string;
  readonly time_zone: string;
}

/** What this person hosts or was invited to; without a host, what they made; at all locations, between two instants; undefined for one who left. */
export async function feedRows(
  db: Db,
  { dealer_id, user_id }: PersonKey,
  { from, before }: { readonly from: Date; readonly before: Date },
): Promise<FeedRow[] | undefined> {
  const person = db.selectFrom("users").where("dealer_id", "=", dealer_id).where("id", "=", user_id);
  if (!(await person.where("is_active", "=", true).select("id").executeTakeFirst())) return undefined;
  const { rows } = await sql<FeedRow>`
    select a.id, a.title, customers.customer_name, a.datetime, appointment_end(a.datetime, a.duration) as ends_at, a.type,
      a.status, a.version, a.created, coalesce(m.url, '') as url, concat_ws(', ', nullif(a.place, ''), place.title) as place, place.time_zone
    from appointments a
    join customers on customers.dealer_id = a.dealer_id and customers.id = a.customer_id
    join locations place on place.dealer_id = a.dealer_id and place.id = a.location_id
    left join meetings m on m.dealer_id = a.dealer_id and m.appointment_id = a.id
    where a.dealer_id = ${dealer_id} and a.datetime >= ${from} and a.datetime < ${before}
      and (coalesce(a.host_id, a.created_by) = ${user_id} or exists (
        select from meeting_people invited where invited.dealer_id = a.dealer_id
          and invited.appointment_id = a.id and invited.user_id = ${user_id}))
    order by a.datetime, a.id limit 5000`.execute(db);
  return rows;
}
