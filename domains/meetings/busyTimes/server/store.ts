import { sql } from "kysely";
import type { LocationKey, PersonKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";

export async function findSource(db: Db, { dealer_id, user_id }: PersonKey) {
  const sources = db.selectFrom("calendar_sources").where("dealer_id", "=", dealer_id);
  return sources
    .where("user_id", "=", user_id)
    .select(["url_sealed", "etag", "read_at", "file_read_at", "problem"])
    .executeTakeFirst();
}

/** Sets a person's calendar in place of the one before, of which nothing stays. */
export async function saveSource(db: Db, person: PersonKey, url_sealed: string, asked_at: Date): Promise<void> {
  await deleteSource(db, person);
  await db
    .insertInto("calendar_sources")
    .values({ ...person, url_sealed, asked_at })
    .execute();
}

export async function deleteSource(db: Db, { dealer_id, user_id }: PersonKey): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("calendar_sources")
    .where("dealer_id", "=", dealer_id)
    .where("user_id", "=", user_id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function markSource(
  db: Db,
  { dealer_id, user_id }: PersonKey,
  change: { readonly problem?: string; readonly etag?: string; readonly read_at?: Date; readonly file_read_at?: Date },
): Promise<void> {
  await db
    .updateTable("calendar_sources")
    .set(change)
    .where("dealer_id", "=", dealer_id)
    .where("user_id", "=", user_id)
    .execute();
}

/** The calendars that no one asked since, now taken as asked; none of people who left, or who connected theirs. */
export async function takeDueSources(db: Db, since: Date, now: Date): Promise<PersonKey[]> {
  const { rows } = await sql<PersonKey>`
    update calendar_sources s set asked_at = ${now} from (
      select due.dealer_id, due.user_id from calendar_sources due
      join users on users.dealer_id = due.dealer_id and users.id = due.user_id and users.is_active
      where (due.asked_at is null or due.asked_at < ${since}) and not exists (
        select from calendar_accounts c where c.dealer_id = due.dealer_id and c.user_id = due.user_id)
      order by due.asked_at nulls first limit 200 for update of due skip locked) due
    where s.dealer_id = due.dealer_id and s.user_id = due.user_id
    returning s.dealer_id, s.user_id`.execute(db);
  return rows;
}

/** Replaces everything that was read of a calendar. */
export async function replaceBusyTimes(
  db: Db,
  { dealer_id, user_id }: PersonKey,
  spans: readonly { readonly start: Date; readonly end: Date }[],
): Promise<void> {
  const busyTimes = db.deleteFrom("busy_times").where("dealer_id", "=", dealer_id);
  await busyTimes.where("user_id", "=", user_id).execute();
  const rows = spans.map(({ start, end }) => ({ dealer_id, user_id, starts_at: start, ends_at: end }));
  if (rows.length > 0) await db.insertInto("busy_times").values(rows).execute();
}

/** The zone of the location that a member works at; of several, the first. */
export async function zoneOfMember(db: Db, { dealer_id, user_id }: PersonKey): Promise<string> {
  const { rows } = await sql<{ time_zone: string }>`
    select time_zone from locations place where place.dealer_id = ${dealer_id}
    order by exists (select from location_members member where member.dealer_id = place.dealer_id
      and member.location_id = place.id and member.user_id = ${user_id}) desc, place.id limit 1`.execute(db);
  return rows[0]?.time_zone ?? "UTC";
}

export interface BusyMember {
  readonly user_id: number;
  readonly name: string;
  readonly starts_at: Date;
  readonly ends_at: Date;
}

/** When these people are busy in their own calendars between two instants: in the connected one, else in that of an address. */
export async function busyBetween(
  db: Db,
  { dealer_id }: Pick<LocationKey, "dealer_id">,
  user_ids: readonly number[],
  { start, end }: { readonly start: Date; readonly end: Date },
): Promise<BusyMember[]> {
  const { rows } = await sql<BusyMember>`
    select b.user_id, trim(users.first_name || ' ' || users.last_name) as name, b.starts_at, b.ends_at
    from (
      select dealer_id, user_id, starts_at, ends_at from calendar_times
      union all
      select dealer_id, user_id, starts_at, ends_at from busy_times f where not exists (
        select from calendar_accounts c where c.dealer_id = f.dealer_id and c.user_id = f.user_id)
    ) b join users on users.dealer_id = b.dealer_id and users.id = b.user_id
    where b.dealer_id = ${dealer_id} and b.user_id = any(${[...user_ids]}::bigint[])
      and b.starts_at < ${end} and b.ends_at > ${start}
    order by b.starts_at, b.user_id limit 200`.execute(db);
  return rows;
}
