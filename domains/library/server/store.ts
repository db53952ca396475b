import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { isFoundIn } from "#core/server/wordSearch.ts";

/** A file as it is stored. */
export interface StoredFileRow {
  readonly id: number;
  readonly name: string;
  readonly kind: "image" | "file";
  readonly type: string;
  readonly size: number;
  readonly storage_key: string;
  readonly folder_id: number | null;
  readonly created_by: number;
  readonly created_at: Date;
  readonly deleted_at: Date | null;
  /** Who uploaded it. */
  readonly uploader: string;
}

const filesAt = (db: Db, { dealer_id, location_id }: LocationKey) =>
  db
    .selectFrom("library_files as f")
    .innerJoin("users as u", (join) => join.onRef("u.dealer_id", "=", "f.dealer_id").onRef("u.id", "=", "f.created_by"))
    .where("f.dealer_id", "=", dealer_id)
    .where("f.location_id", "=", location_id)
    .select(["f.id", "f.name", "f.type", "f.size", "f.storage_key", "f.folder_id", "f.created_by", "f.created_at"])
    .select(["f.deleted_at", sql<"image" | "file">`f.kind`.as("kind")])
    .select(sql<string>`trim(u.first_name || ' ' || u.last_name)`.as("uploader"));

export interface FileFilter {
  /** Of this folder; undefined: of any. */
  readonly folder_id: number | undefined;
  /** Only those in none. */
  readonly isUnfiled: boolean;
  readonly search: string;
  readonly onlyPictures: boolean;
  /** Only older ones than this. */
  readonly after: number | undefined;
  readonly limit: number;
}

/** Live files, newest first. */
export async function searchFiles(
  db: Db,
  location: LocationKey,
  { folder_id, isUnfiled, search, onlyPictures, after, limit }: FileFilter,
): Promise<StoredFileRow[]> {
  let files = filesAt(db, location).where("f.deleted_at", "is", null);
  if (isUnfiled) files = files.where("f.folder_id", "is", null);
  if (folder_id !== undefined) files = files.where("f.folder_id", "=", folder_id);
  if (search !== "") files = files.where(isFoundIn(search, [sql.ref("f.name")]));
  if (onlyPictures) files = files.where("f.kind", "=", "image");
  if (after !== undefined) files = files.where("f.id", "<", after);
  return files.orderBy("f.id", "desc").limit(limit).execute();
}

/** The files with these ids, deleted ones included. */
export async function filesByIds(db: Db, location: LocationKey, ids: readonly number[]): Promise<StoredFileRow[]> {
  return ids.length === 0 ? [] : filesAt(db, location).where("f.id", "in", ids).orderBy("f.id").execute();
}

/** The same, kept from being changed or removed until the transaction ends. */
export async function shareFiles(db: Db, location: LocationKey, ids: readonly number[]): Promise<StoredFileRow[]> {
  return ids.length === 0 ? [] : filesAt(db, location).where("f.id", "in", ids).orderBy("f.id").forShare("f").execute();
}

/** A live or deleted file, locked for a change. @returns undefined for an absent or foreign one. */
export async function lockFile(db: Db, location: LocationKey, id: number): Promise<StoredFileRow | undefined> {
  return filesAt(db, location).where("f.id", "=", id).forUpdate("f").executeTakeFirst();
}

export async function fileByDigest(db: Db, location: LocationKey, digest: Buffer): Promise<StoredFileRow | undefined> {
  return filesAt(db, location).where("f.digest", "=", digest).forUpdate("f").executeTakeFirst();
}

interface NewFile extends LocationKey {
  readonly folder_id: number | null;
  readonly name: string;
  readonly kind: "image" | "file";
  readonly type: string;
  readonly size: number;
  readonly storage_key: string;
  readonly digest: Buffer;
  readonly created_by: number;
  readonly created_at: Date;
}

/** @returns its id; undefined when the location has the same file already. */
export async function insertFile(db: Db, file: NewFile): Promise<number | undefined> {
  const row = db.insertInto("library_files").values(file);
  const added = row.onConflict((conflict) => conflict.columns(["dealer_id", "location_id", "digest"]).doNothing());
  return (await added.returning("id").executeTakeFirst())?.id;
}

export interface FileChange {
  readonly name?: string;
  readonly folder_id?: number | null;
  readonly deleted_at?: Date | null;
}

/** Changes a file that the caller has locked. */
export async function changeFile(db: Db, dealer_id: number, id: number, change: FileChange): Promise<void> {
  await db.updateTable("library_files").set(change).where("dealer_id", "=", dealer_id).where("id", "=", id).execute();
}

/** A file that was deleted some time ago. */
export interface DeletedFile {
  readonly dealer_id: number;
  readonly id: number;
  readonly storage_key: string;
}

/** Files of all businesses that were deleted before; locked until the transaction ends. */
export async function lockDeletedFiles(
  db: Db,
  before: Date,
  after: DeletedFile | undefined,
  limit: number,
): Promise<DeletedFile[]> {
  const next = after ? sql`and (dealer_id, id) > (${after.dealer_id}::bigint, ${after.id}::bigint)` : sql``;
  const { rows } = await sql<DeletedFile>`select dealer_id, id, storage_key from library_files
    where deleted_at < ${before} ${next} order by dealer_id, id limit ${sql.lit(limit)}
    for update skip locked`.execute(db);
  return rows;
}

export async function deleteFile(db: Db, { dealer_id, id }: DeletedFile): Promise<void> {
  await db.deleteFrom("library_files").where("dealer_id", "=", dealer_id).where("id", "=", id).execute();
}

/** The folders by name, with how many live files are in each. */
export async function foldersAt(db: Db, { dealer_id, location_id }: LocationKey) {
  return db
    .selectFrom("library_folders as d")
    .where("d.dealer_id", "=", dealer_id)
    .where("d.location_id", "=", location_id)
    .select(["d.id", "d.name", "d.created_by"])
    .select(
      sql<number>`(select count(*)::int from library_files f where f.dealer_id = d.dealer_id and f.folder_id = d.id
        and f.deleted_at is null)`.as("files"),
    )
    .orderBy(sql`d.name collate "und-x-icu"`)
    .orderBy("d.id")
    .execute();
}

/** How many live files there are, and how many of them are in no folder. */
export async function countFiles(db: Db, { dealer_id, location_id }: LocationKey) {
  const { rows } = await sql<{ files: number; unfiled: number }>`select count(*)::int as files,
      count(*) filter (where folder_id is null)::int as unfiled
    from library_files where dealer_id = ${dealer_id} and location_id = ${location_id} and deleted_at is null`.execute(
    db,
  );
  return rows[0] ?? { files: 0, unfiled: 0 };
}

/** A folder of the location, locked: `share` keeps it, `update` is for who changes it. */
export async function lockFolder(db: Db, { dealer_id, location_id }: LocationKey, id: number, how: "share" | "update") {
  const folder = db
    .selectFrom("library_folders")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("id", "=", id)
    .select(["id", "name", "created_by"]);
  return (how === "share" ? folder.forKeyShare() : folder.forUpdate()).executeTakeFirst();
}

interface NewFolder extends LocationKey {
  readonly name: string;
  readonly created_by: number;
  readonly created_at: Date;
}

export async function insertFolder(db: Db, folder: NewFolder): Promise<number> {
  return (await db.insertInto("library_folders").values(folder).returning("id").executeTakeFirstOrThrow()).id;
}

export async function renameFolder(db: Db, dealer_id: number, id: number, name: string): Promise<void> {
  await db
    .updateTable("library_folders")
    .set({ name })
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", id)
    .execute();
}

/** Deletes a folder that the caller has locked; its files stay, in none. @returns how many live ones. */
export async function deleteFolder(db: Db, dealer_id: number, id: number): Promise<number> {
  const { rows } = await sql<{ moved: number }>`select count(*)::int as moved from library_files
    where dealer_id = ${dealer_id} and folder_id = ${id} and deleted_at is null`.execute(db);
  await db.deleteFrom("library_folders").where("dealer_id", "=", dealer_id).where("id", "=", id).execute();
  return rows[0]?.moved ?? 0;
}
