import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import { lockByName } from "#core/server/advisoryLock.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { StoredOpinion } from "#domains/reputation/reviews/server/store.ts";
import { type FileReview, identityOf } from "../rules.ts";

/** The identities of the location's reviews of the days of some others. */
export async function knownReviews(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  time_zone: string,
  reviews: readonly Pick<FileReview, "published_on">[],
): Promise<Set<string>> {
  const days = reviews.map(({ published_on }) => published_on).sort();
  const { rows } = await sql<Omit<FileReview, "rating" | "recommends">>`
    select site_id, author, body, to_char(published_at at time zone ${time_zone}, 'YYYY-MM-DD') as published_on
    from reviews where dealer_id = ${dealer_id} and location_id = ${location_id}
      and published_at >= ${days[0] ?? "2000-01-01"}::date - 2 and published_at < ${days.at(-1) ?? "2000-01-01"}::date + 3`.execute(
    db,
  );
  return new Set(rows.map(identityOf));
}

/** Keeps two imports of a location from adding the same reviews. */
export async function lockImports(db: Db, { dealer_id, location_id }: LocationKey): Promise<void> {
  await lockByName(db, `review imports ${dealer_id} ${location_id}`);
}

interface NewImport extends LocationKey {
  readonly file_name: string;
  readonly imported_by: number;
  readonly imported_at: Date;
  readonly rows_added: number;
  readonly rows_known: number;
  readonly rows_rejected: number;
}

export async function insertImport(db: Db, row: NewImport): Promise<number> {
  return (await db.insertInto("review_imports").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

interface ImportedReview extends LocationKey, StoredOpinion {
  readonly added_at: Date;
  readonly added_by: number;
  readonly import_id: number;
  readonly state: "open" | "settled";
}

/** Rows per statement, because its parameters are limited. */
const batchSize = 1_000;

/** Stores reviews of a file. @returns them with their ids. */
export async function insertImported(db: Db, reviews: readonly ImportedReview[]) {
  const stored: (ImportedReview & { id: number; invite_id: null })[] = [];
  for (let at = 0; at < reviews.length; at += batchSize) {
    const batch = reviews.slice(at, at + batchSize);
    const rows = await db.insertInto("reviews").values(batch).returning("id").execute();
    stored.push(
      ...batch.flatMap((review, index) => (rows[index] ? [{ ...review, ...rows[index], invite_id: null }] : [])),
    );
  }
  return stored;
}

/** Since when customers of the location followed invites; undefined while none did. */
export async function firstFollowed(db: Db, { dealer_id, location_id }: LocationKey): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`select min(followed_at) as at from review_invites
    where dealer_id = ${dealer_id} and location_id = ${location_id}`.execute(db);
  return rows[0]?.at ?? undefined;
}

/** The location's imports, newest first. */
export async function importsOf(db: Db, { dealer_id, location_id }: LocationKey, id?: number) {
  const rows = db
    .selectFrom("review_imports as i")
    .innerJoin("users as u", (join) =>
      join.onRef("u.dealer_id", "=", "i.dealer_id").onRef("u.id", "=", "i.imported_by"),
    )
    .where("i.dealer_id", "=", dealer_id)
    .where("i.location_id", "=", location_id)
    .select(["i.id", "i.file_name", "i.imported_at", "i.rows_added", "i.rows_known", "i.rows_rejected", "i.undone_at"])
    .select(sql<string>`trim(u.first_name || ' ' || u.last_name)`.as("imported_by"))
    .orderBy("i.imported_at", "desc")
    .limit(20);
  return (id === undefined ? rows : rows.where("i.id", "=", id)).execute();
}

/** Marks an import as undone. @returns when it was imported; undefined for an absent, foreign or undone one. */
export async function markUndone(db: Db, { dealer_id, location_id }: LocationKey, id: number, at: Date) {
  const row = await db
    .updateTable("review_imports")
    .set({ undone_at: at })
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("id", "=", id)
    .where("undone_at", "is", null)
    .returning("imported_at")
    .executeTakeFirst();
  return row?.imported_at;
}

/** Deletes an import's untouched reviews. @returns the invites that led to them, and how many are kept. */
export async function deleteImported(db: Db, dealer_id: number, import_id: number) {
  const { rows } = await sql<{ invite_id: number | null }>`delete from reviews r
    where r.dealer_id = ${dealer_id} and r.import_id = ${import_id} and r.edited_at is null and r.external_id is null
      and not exists (select from review_replies p where p.dealer_id = r.dealer_id and p.review_id = r.id)
      and not exists (select from review_assignees a where a.dealer_id = r.dealer_id and a.review_id = r.id)
    returning r.invite_id`.execute(db);
  const { rows: left } = await sql<{ kept: number }>`select count(*)::int as kept from reviews
    where dealer_id = ${dealer_id} and import_id = ${import_id}`.execute(db);
  const invites = rows.flatMap(({ invite_id }) => (invite_id === null ? [] : [invite_id]));
  return { deleted: rows.length, kept: left[0]?.kept ?? 0, invites };
}
