import { sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";
import type { uploadMarks } from "../fields.ts";

/** Rows per stored chunk, and chunks per batch. */
export const rowsPerChunk = 1000;
export const chunksPerBatch = 5;

/** Up to a thousand rows of a file; all arrays are parallel. */
export interface Chunk {
  readonly chunk: number;
  /** The first and the last line of each row in the file. */
  readonly lines: number[];
  readonly last_lines: number[];
  readonly cells: string[][];
  readonly marks: number[];
  readonly reasons: string[];
  /** What is omitted of each row that comes in, and why. */
  readonly warnings: string[];
  /** What each row says its person opted out of: 1 texts, 2 emails, 3 both. */
  readonly opt_outs: number[];
  /** 1 for each row that names a lead. */
  readonly leads: number[];
  /** Why a row's quotation marks can't be trusted, whatever the columns are. */
  readonly problems: string[];
}

/** What an import did with a chunk's rows, stored for undoing. */
export interface ImportedChunkResult {
  readonly added: readonly number[];
  readonly joined: readonly number[];
  readonly changed: readonly CustomerChange[];
}

/** A customer that an import updated: the changed fields before and after. */
export interface CustomerChange {
  readonly id: number;
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
}

interface UploadKey {
  readonly dealer_id: number;
  readonly upload_id: number;
}

export const keyOf = ({ dealer_id, id }: { readonly dealer_id: number; readonly id: number }): UploadKey => ({
  dealer_id,
  upload_id: id,
});

/** Stores nothing when no row has a reason or a problem, as is usual. */
const packTexts = (texts: readonly string[]) => (texts.some((text) => text) ? [...texts] : []);

const packNumbers = (numbers: readonly number[]) => (numbers.some((number) => number) ? [...numbers] : []);

export async function insertChunk(
  db: Db,
  key: UploadKey,
  { chunk, lines, last_lines, cells, marks, reasons, warnings, opt_outs, leads, problems }: Chunk,
): Promise<void> {
  const spans = lines.some((line, index) => line !== last_lines[index]) ? last_lines : [];
  const texts = { reasons: packTexts(reasons), warnings: packTexts(warnings), problems: packTexts(problems) };
  const row = {
    ...key,
    chunk,
    lines,
    last_lines: spans,
    cells: JSON.stringify(cells),
    marks,
    opt_outs: packNumbers(opt_outs),
    leads: packNumbers(leads),
    ...texts,
  };
  await db.insertInto("upload_chunks").values(row).execute();
}

function chunksOf(db: Db, { dealer_id, upload_id }: UploadKey) {
  return db.selectFrom("upload_chunks").where("dealer_id", "=", dealer_id).where("upload_id", "=", upload_id);
}

/** `count` chunks, starting at `from`. */
export async function readChunks(
  db: Db,
  key: UploadKey,
  from: number,
  count: number,
): Promise<(Chunk & ImportedChunkResult)[]> {
  const rows = await chunksOf(db, key)
    .where("chunk", ">=", from)
    .where("chunk", "<", from + count)
    .selectAll()
    .orderBy("chunk")
    .execute();
  return rows as unknown as (Chunk & ImportedChunkResult)[];
}

/** Locks a chunk, so that no one is erased from it until the transaction ends; undefined after the last one. */
export async function lockChunk(
  db: Db,
  key: UploadKey,
  chunk: number,
): Promise<(Chunk & ImportedChunkResult) | undefined> {
  const row = await chunksOf(db, key).where("chunk", "=", chunk).selectAll().forNoKeyUpdate().executeTakeFirst();
  return row as unknown as (Chunk & ImportedChunkResult) | undefined;
}

/** The first chunk at or behind `from` with a row that says that its person opted out. */
export async function nextWithOptOuts(db: Db, key: UploadKey, from: number): Promise<Chunk | undefined> {
  const row = await chunksOf(db, key)
    .where("chunk", ">=", from)
    .where(sql<boolean>`cardinality(opt_outs) > 0`)
    .selectAll()
    .orderBy("chunk")
    .limit(1)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row as unknown as Chunk | undefined;
}

/** Yields all chunks in batches. */
export function chunkBatches(db: Db, key: UploadKey): AsyncGenerator<(Chunk & ImportedChunkResult)[]> {
  return mapChunkBatches(db, key, (batch) => batch);
}

/** Yields each batch transformed; reads and transforms the next batch while the caller works on this one. */
export async function* mapChunkBatches<T>(
  db: Db,
  key: UploadKey,
  transform: (batch: (Chunk & ImportedChunkResult)[]) => T,
): AsyncGenerator<T> {
  const read = (from: number) => {
    const pending = readChunks(db, key, from, chunksPerBatch).then((batch) => ({
      count: batch.length,
      value: transform(batch),
    }));
    // Avoids an unhandled rejection; the caller still sees the error.
    pending.catch(() => {});
    return pending;
  };
  for (let from = 0, next = read(0); ; ) {
    const { count, value } = await next;
    from += chunksPerBatch;
    if (count === chunksPerBatch) next = read(from);
    if (count > 0) yield value;
    if (count < chunksPerBatch) return;
  }
}

/** How many rows of each chunk have one of the marks. */
export async function countMarks(db: Db, key: UploadKey, marks: readonly number[]) {
  return chunksOf(db, key)
    .select("chunk")
    .select(sql<number>`(select count(*) from unnest(marks) as mark where mark = any(${marks}))::int`.as("count"))
    .orderBy("chunk")
    .execute();
}

type MarkedChunk = Pick<Chunk, "chunk" | "marks" | "reasons"> & Partial<Pick<Chunk, "warnings" | "opt_outs" | "leads">>;

export async function markChunk(
  db: Db,
  key: UploadKey,
  { chunk, marks, reasons, warnings, opt_outs, leads }: MarkedChunk,
) {
  const said =
    warnings && opt_outs && leads
      ? { warnings: packTexts(warnings), opt_outs: packNumbers(opt_outs), leads: packNumbers(leads) }
      : {};
  await db
    .updateTable("upload_chunks")
    .set({ marks, reasons: packTexts(reasons), ...said })
    .where("dealer_id", "=", key.dealer_id)
    .where("upload_id", "=", key.upload_id)
    .where("chunk", "=", chunk)
    .execute();
}

/** The chunks that contain a row with this reason. */
export async function chunksWithReason(db: Db, key: UploadKey, reason: string): Promise<Chunk[]> {
  const rows = await chunksOf(db, key)
    .where(sql<boolean>`reasons @> array[${reason}]`)
    .selectAll()
    .orderBy("chunk")
    .execute();
  return rows as unknown as Chunk[];
}

export async function saveChunkResult(
  db: Db,
  key: UploadKey,
  chunk: number,
  { added, joined, changed }: ImportedChunkResult,
): Promise<void> {
  await db
    .updateTable("upload_chunks")
    .set({ added: [...added], joined: [...joined], changed: JSON.stringify(changed) })
    .where("dealer_id", "=", key.dealer_id)
    .where("upload_id", "=", key.upload_id)
    .where("chunk", "=", chunk)
    .execute();
}

/** Forgets what an import did, so that it can start anew. */
export async function forgetResults(db: Db, { dealer_id, upload_id }: UploadKey): Promise<void> {
  await db
    .updateTable("upload_chunks")
    .set({ added: [], joined: [], changed: "[]" })
    .where("dealer_id", "=", dealer_id)
    .where("upload_id", "=", upload_id)
    .execute();
}

export async function deleteChunks(db: Db, { dealer_id, upload_id }: UploadKey): Promise<void> {
  await db.deleteFrom("upload_chunks").where("dealer_id", "=", dealer_id).where("upload_id", "=", upload_id).execute();
}

/** A row's outcome as stored in `upload_chunks.marks`. */
export const RowMark = { fine: 0, rejected: 1, duplicate: 2, removed: 3, known: 4, labels: 5 } as const;

type VisibleMark = (typeof uploadMarks)[number];

const markNames: Record<number, VisibleMark> = {
  [RowMark.fine]: "fine",
  [RowMark.rejected]: "rejected",
  [RowMark.duplicate]: "duplicate",
  [RowMark.known]: "known",
};

export const markName = (mark: number | undefined): VisibleMark => markNames[mark ?? RowMark.fine] ?? "fine";

/** What `opt_outs` holds of a row. */
export const OptOutBits = { texts: 1, emails: 2 } as const;

/** The marks that a filter includes; removed rows and the labels are never shown. */
export function marksFor(filter: "all" | "warned" | VisibleMark): number[] {
  if (filter === "warned") return [RowMark.fine, RowMark.known];
  return filter === "all" ? [RowMark.fine, RowMark.rejected, RowMark.duplicate, RowMark.known] : [RowMark[filter]];
}

/** True for rows that an import turns into customers or matches with existing ones. */
export const isImportable = (mark: number | undefined) => mark === RowMark.fine || mark === RowMark.known;
