import { sql } from "kysely";
import { lockByName } from "#core/server/advisoryLock.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { CustomField, CustomKind } from "../fields.ts";

/** A field with whether it is in use. */
export interface StoredField extends CustomField {
  readonly archived_at: Date | null;
}

/** All fields of a business in order, archived ones too. */
export async function declaredFields(db: Db, dealer_id: number): Promise<StoredField[]> {
  const rows = await db
    .selectFrom("custom_fields")
    .where("dealer_id", "=", dealer_id)
    .select(["id", "name", "kind", "options", "key", "archived_at"])
    .orderBy("position")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ ...row, kind: row.kind as CustomKind }));
}

/** The fields in use, in order. */
export async function fieldsInUse(db: Db, dealer_id: number): Promise<CustomField[]> {
  const rows = await declaredFields(db, dealer_id);
  return rows.filter(({ archived_at }) => archived_at === null).map(({ archived_at: _, ...field }) => field);
}

/** Holds a business's fields until the transaction ends, so that two changes at once keep to the limits. */
export async function lockFields(db: Db, dealer_id: number): Promise<void> {
  await lockByName(db, `custom fields ${dealer_id}`);
}

interface NewField {
  readonly dealer_id: number;
  readonly name: string;
  readonly kind: CustomKind;
  readonly options: string[];
  readonly key: string;
  readonly position: number;
  readonly created_at: Date;
}

export async function insertField(db: Db, field: NewField): Promise<number> {
  return (await db.insertInto("custom_fields").values(field).returning("id").executeTakeFirstOrThrow()).id;
}

interface FieldChange {
  readonly name?: string;
  readonly options?: string[];
  readonly position?: number;
  readonly archived_at?: Date | null;
}

export async function updateField(db: Db, dealer_id: number, id: number, change: FieldChange): Promise<void> {
  await db.updateTable("custom_fields").set(change).where("dealer_id", "=", dealer_id).where("id", "=", id).execute();
}

/** How many live customers of all locations have a value, by the field's key. */
export async function countValues(db: Db, dealer_id: number): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; count: number }>`
    select key, count(*)::int as count from customers, jsonb_object_keys(custom) as key
    where dealer_id = ${dealer_id} and deleted_at is null and custom <> '{}' group by key`.execute(db);
  return new Map(rows.map(({ key, count }) => [key, count]));
}
