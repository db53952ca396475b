import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { isFoundIn } from "#core/server/wordSearch.ts";

/** The location's templates whose title contains the term, by title. */
export async function searchEmailTemplates(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  term: string,
  limit: number,
) {
  return db
    .selectFrom("email_templates")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("deleted_at", "is", null)
    .where(isFoundIn(term, [sql.ref("title")]))
    .select(["id", "title", "template"])
    .select(sql<Date>`updated_at`.as("updated_at"))
    .orderBy(sql`title collate "und-x-icu"`)
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** A live template of the location. @returns undefined for an absent or foreign one. */
export async function emailTemplateById(db: Db, { dealer_id, location_id }: LocationKey, id: number) {
  return db
    .selectFrom("email_templates")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .select(["title", "template"])
    .executeTakeFirst();
}

interface NewEmailTemplate extends LocationKey {
  readonly title: string;
  readonly template: string;
  readonly created_by: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export async function insertEmailTemplate(db: Db, template: NewEmailTemplate): Promise<number> {
  const row = await db.insertInto("email_templates").values(template).returning("id").executeTakeFirstOrThrow();
  return row.id;
}

/** When a live template was last changed; its row stays locked. @returns undefined for an absent or foreign one. */
export async function lockEmailTemplate(db: Db, { dealer_id, location_id }: LocationKey, id: number) {
  return db
    .selectFrom("email_templates")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .select(sql<Date>`updated_at`.as("updated_at"))
    .forUpdate()
    .executeTakeFirst();
}

interface EmailTemplateChange {
  readonly title?: string;
  readonly template?: string;
  readonly updated_at?: Date;
  readonly deleted_at?: Date;
}

/** Changes a live template of the location. @returns undefined for an absent, foreign or deleted one. */
export async function changeEmailTemplate(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  id: number,
  change: EmailTemplateChange,
) {
  return db
    .updateTable("email_templates")
    .set(change)
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .returning(["id", "title"])
    .executeTakeFirst();
}
