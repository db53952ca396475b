import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { isFoundIn } from "#core/server/wordSearch.ts";

/** The location's templates with the storage key of each picture. */
export function templateRows(db: Db, { dealer_id, location_id }: LocationKey) {
  return db
    .selectFrom("text_templates as t")
    .leftJoin("marketing_images as i", (join) =>
      join.on("i.dealer_id", "=", dealer_id).onRef("i.id", "=", "t.image_id"),
    )
    .where("t.dealer_id", "=", dealer_id)
    .where("t.location_id", "=", location_id)
    .where("t.deleted_at", "is", null)
    .select(["t.id", "t.title", "t.template", "t.image_id", "i.storage_key"])
    .select(sql<Date>`t.updated_at`.as("updated_at"));
}

/** Those whose title or text contains the term, by title. */
export async function searchTemplates(db: Db, location: LocationKey, term: string, limit: number) {
  return templateRows(db, location)
    .where(isFoundIn(term, [sql.ref("t.title"), sql.ref("t.template")]))
    .orderBy(sql`t.title collate "und-x-icu"`)
    .orderBy("t.id")
    .limit(limit)
    .execute();
}

/** A live template of the location. @returns undefined for an absent or foreign one. */
export async function templateById(db: Db, location: LocationKey, id: number) {
  return templateRows(db, location).where("t.id", "=", id).executeTakeFirst();
}

interface NewTemplate extends LocationKey {
  readonly title: string;
  readonly template: string;
  readonly image_id: number | null;
  readonly created_by: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export async function insertTemplate(db: Db, template: NewTemplate): Promise<number> {
  const row = await db.insertInto("text_templates").values(template).returning("id").executeTakeFirstOrThrow();
  return row.id;
}

interface TemplateChange {
  readonly title?: string;
  readonly template?: string;
  readonly image_id?: number | null;
  readonly updated_at?: Date;
  readonly deleted_at?: Date;
}

/** When a live template was last changed; its row stays locked. @returns undefined for an absent or foreign one. */
export async function lockTemplate(db: Db, { dealer_id, location_id }: LocationKey, id: number) {
  return db
    .selectFrom("text_templates")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .select(sql<Date>`updated_at`.as("updated_at"))
    .forUpdate()
    .executeTakeFirst();
}

/** Changes a live template of the location. @returns undefined for an absent, foreign or deleted one. */
export async function changeTemplate(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  id: number,
  change: TemplateChange,
) {
  return db
    .updateTable("text_templates")
    .set(change)
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .returning(["id", "title"])
    .executeTakeFirst();
}

interface NewImage {
  readonly dealer_id: number;
  readonly storage_key: string;
  readonly type: string;
  readonly size: number;
  readonly created_by: number;
  readonly created_at: Date;
}

export async function insertImage(db: Db, image: NewImage): Promise<number> {
  const row = await db.insertInto("marketing_images").values(image).returning("id").executeTakeFirstOrThrow();
  return row.id;
}

/** A picture of the business that texts can take along. @returns undefined for an absent or foreign one. */
export async function pictureByKey(db: Db, dealer_id: number, storage_key: string) {
  return db
    .selectFrom("marketing_images")
    .where("dealer_id", "=", dealer_id)
    .where("storage_key", "=", storage_key)
    .select(["id", "storage_key"])
    .executeTakeFirst();
}
