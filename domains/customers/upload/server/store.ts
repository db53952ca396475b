import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { DB } from "#database/types.ts";
import type { UploadMapping, UploadState } from "../fields.ts";
import { RowMark } from "./chunkStore.ts";

/** The location's uploads with the list's title and the uploader's name. */
export function uploadRows(db: Db, { dealer_id, location_id }: LocationKey) {
  return db
    .selectFrom("uploads")
    .innerJoin("users", (join) =>
      join.onRef("users.dealer_id", "=", "uploads.dealer_id").onRef("users.id", "=", "uploads.user_id"),
    )
    .leftJoin("customer_lists", (join) =>
      join
        .onRef("customer_lists.dealer_id", "=", "uploads.dealer_id")
        .onRef("customer_lists.id", "=", "uploads.list_id"),
    )
    .where("uploads.dealer_id", "=", dealer_id)
    .where("uploads.location_id", "=", location_id)
    .selectAll("uploads")
    .select(sql<string>`coalesce(customer_lists.title, uploads.list_title)`.as("list_name"))
    .select(sql<string>`trim(users.first_name || ' ' || users.last_name)`.as("created_by"));
}

export type UploadRow = Awaited<ReturnType<ReturnType<typeof uploadRows>["executeTakeFirstOrThrow"]>>;

/** The uploads a member may see: all imports, and their own previews. */
export function visibleUploads(db: Db, location: LocationKey, user_id: number) {
  return uploadRows(db, location).where((row) =>
    row.or([row("uploads.user_id", "=", user_id), row("uploads.state", "not in", ["preview", "discarded"])]),
  );
}

export async function findUpload(
  db: Db,
  location: LocationKey,
  user_id: number,
  id: number,
): Promise<UploadRow | undefined> {
  return visibleUploads(db, location, user_id).where("uploads.id", "=", id).executeTakeFirst();
}

/** Locks an upload of the location until the transaction ends, for jobs that act for no member. */
export async function lockUpload(db: Db, location: LocationKey, id: number): Promise<UploadRow | undefined> {
  return uploadRows(db, location).where("uploads.id", "=", id).forNoKeyUpdate("uploads").executeTakeFirst();
}

/**
 * Locks the member's own upload until the transaction ends; without an id, their newest one. An import that has started
 * counts, too: asked again, it is the answer, and no older preview takes its place.
 */
export async function lockOwnUpload(
  db: Db,
  location: LocationKey,
  user_id: number,
  id?: number,
): Promise<UploadRow | undefined> {
  const own = uploadRows(db, location).where("uploads.user_id", "=", user_id);
  const one = id === undefined ? own.where("uploads.state", "!=", "discarded") : own.where("uploads.id", "=", id);
  return one.orderBy("uploads.id", "desc").limit(1).forUpdate("uploads").executeTakeFirst();
}

export interface NewUpload extends LocationKey {
  readonly user_id: number;
  readonly file_name: string;
  readonly file_hash: Buffer;
  readonly file_key: string;
  readonly size: number;
  readonly encoding: string;
  readonly delimiter: string;
  readonly labels: string[];
  readonly has_labels: boolean;
  readonly notes: string[];
  readonly mapping: string[];
  readonly samples: string;
  readonly list_id: number | null;
  readonly list_title: string;
  readonly created_at: Date;
}

export async function insertUpload(db: Db, upload: NewUpload): Promise<number> {
  return (await db.insertInto("uploads").values(upload).returning("id").executeTakeFirstOrThrow()).id;
}

export type UploadChange = Partial<{ [Column in keyof DB["uploads"]]: unknown }>;

/** Updates an upload if it is in one of `states`. @returns whether it was. */
export async function changeUpload(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  id: number,
  change: UploadChange,
  states?: readonly UploadState[],
): Promise<boolean> {
  let rows = db
    .updateTable("uploads")
    .set(change as never)
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("id", "=", id);
  if (states) rows = rows.where("state", "in", states);
  return (await rows.executeTakeFirst()).numUpdatedRows > 0n;
}

/** Recounts a preview's rows by mark. */
export async function recountRows(db: Db, location: LocationKey, id: number): Promise<void> {
  const countOf = (mark: number) => sql`(count(*) filter (where mark = ${mark}))::int`;
  await sql`
    update uploads set rows_total = counted.total, rows_rejected = counted.rejected,
      rows_duplicate = counted.duplicate, rows_removed = counted.removed, rows_known = counted.known,
      rows_warned = counted.warned, rows_opted_out = counted.opted_out, rows_leads = counted.leads
    from (
      select (count(*) filter (where mark <> ${RowMark.labels}))::int as total, ${countOf(RowMark.rejected)} as rejected, ${countOf(RowMark.duplicate)} as duplicate,
        ${countOf(RowMark.removed)} as removed, ${countOf(RowMark.known)} as known,
        (count(*) filter (where warning <> '' and mark <> ${RowMark.removed}))::int as warned,
        (count(*) filter (where opt_out > 0 and mark <> ${RowMark.removed}))::int as opted_out,
        (count(*) filter (where lead > 0 and mark in (${RowMark.fine}, ${RowMark.known})))::int as leads
      from upload_chunks cross join unnest(marks, warnings, opt_outs, leads) as row (mark, warning, opt_out, lead)
      where dealer_id = ${location.dealer_id} and upload_id = ${id}
    ) as counted
    where dealer_id = ${location.dealer_id} and location_id = ${location.location_id} and id = ${id}`.execute(db);
}

/** A case-insensitive key for a row of labels. */
const labelsKey = (labels: readonly string[]) => labels.map((label) => label.toLowerCase()).join("\n");

/** The mapping that the dealer last chose for these labels. */
export async function rememberedMapping(db: Db, dealer_id: number, labels: readonly string[]) {
  const row = await db
    .selectFrom("upload_mappings")
    .where("dealer_id", "=", dealer_id)
    .where("labels", "=", labelsKey(labels))
    .select("mapping")
    .executeTakeFirst();
  return row?.mapping.length === labels.length ? (row.mapping as UploadMapping) : undefined;
}

export async function rememberMapping(db: Db, dealer_id: number, labels: readonly string[], mapping: UploadMapping) {
  await db
    .insertInto("upload_mappings")
    .values({ dealer_id, labels: labelsKey(labels), mapping })
    .onConflict((conflict) => conflict.columns(["dealer_id", "labels"]).doUpdateSet({ mapping }))
    .execute();
}

/** Imports and undos that started before `before` and have not finished. */
export async function runningUploads(db: Db, before: Date) {
  return db
    .selectFrom("uploads")
    .where("state", "in", ["importing", "undoing"])
    .where("started_at", "<=", before)
    .select(["dealer_id", "location_id", "id as upload_id", "user_id", "state"])
    .execute();
}

/** Uploads whose rows are no longer needed: abandoned previews, and imports past their undo period. */
export async function staleUploads(db: Db, previewsBefore: Date, importsBefore: Date, most: number) {
  return db
    .selectFrom("uploads")
    .where("has_rows", "=", true)
    .where((row) =>
      row.or([
        row.and([row("state", "in", ["preview", "failed"]), row("created_at", "<", previewsBefore)]),
        row.and([row("state", "in", ["done", "undone"]), row("finished_at", "<", importsBefore)]),
      ]),
    )
    .select(["dealer_id", "location_id", "id", "state", "file_key", "consent_words"])
    .limit(most)
    .execute();
}

/** True while another import is filling this list. */
export async function isFilledByOther(
  db: Db,
  dealer_id: number,
  list_id: number,
  exceptUpload: number,
): Promise<boolean> {
  const row = await db
    .selectFrom("uploads")
    .where("dealer_id", "=", dealer_id)
    .where("list_id", "=", list_id)
    .where("state", "=", "importing")
    .where("id", "!=", exceptUpload)
    .select("id")
    .executeTakeFirst();
  return row !== undefined;
}
