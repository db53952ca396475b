import { sql } from "kysely";
import type { Db } from "#core/server/unit.ts";

/** How many rows are stored together, and how many of those bundles are worked on at once. */
export const chunkRows = 1000;
export const chunksAtOnce = 5;

/** Some rows of a file with what is said of them, place by place. */
export interface Chunk {
  readonly chunk: number;
  /** Their numbers in the file. */
  readonly lines: number[];
  readonly cells: string[][];
  readonly marks: number[];
  readonly reasons: string[];
}

/** What an import did with a bundle of chunks; kept with the first of them. */
export interface Done {
  readonly added: readonly number[];
  readonly joined: readonly number[];
  readonly changed: readonly Changed[];
}

/** A customer whom an import changed: the fields as they were, and as the file has them. */
export interface Changed {
  readonly id: number;
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
}

interface Of {
  readonly dealer_id: number;
  readonly upload_id: number;
}

/** Most rows have no reason; a list of empty texts is not worth its place. */
const packed = (reasons: readonly string[]) => (reasons.some((reason) => reason) ? [...reasons] : []);

export async function insertChunk(db: Db, of: Of, { chunk, lines, cells, marks, reasons }: Chunk): Promise<void> {
  const row = { ...of, chunk, lines, cells: JSON.stringify(cells), marks, reasons: packed(reasons) };
  await db.insertInto("upload_chunks").values(row).execute();
}

function chunksOf(db: Db, { dealer_id, upload_id }: Of) {
  return db.selectFrom("upload_chunks").where("dealer_id", "=", dealer_id).where("upload_id", "=", upload_id);
}

/** The chunks from one on, up to another. */
export async function readChunks(db: Db, of: Of, from: number, count: number): Promise<(Chunk & Done)[]> {
  const rows = await chunksOf(db, of)
    .where("chunk", ">=", from)
    .where("chunk", "<", from + count)
    .selectAll()
    .orderBy("chunk")
    .execute();
  return rows as unknown as (Chunk & Done)[];
}

/** All chunks, some at a time. */
export function eachBundle(db: Db, of: Of): AsyncGenerator<(Chunk & Done)[]> {
  return eachBundleAs(db, of, (bundle) => bundle);
}

/** What is made of all chunks, some at a time. The next ones are read, and made, while the last are worked on. */
export async function* eachBundleAs<T>(db: Db, of: Of, make: (bundle: (Chunk & Done)[]) => T): AsyncGenerator<T> {
  const read = (from: number) => {
    const made = readChunks(db, of, from, chunksAtOnce).then((bundle) => ({ count: bundle.length, it: make(bundle) }));
    // It fails again for whoever waits for it; when nobody does, the transaction has failed before.
    made.catch(() => {});
    return made;
  };
  for (let from = 0, next = read(0); ; ) {
    const { count, it } = await next;
    from += chunksAtOnce;
    if (count === chunksAtOnce) next = read(from);
    if (count > 0) yield it;
    if (count < chunksAtOnce) return;
  }
}

/** How many rows of each chunk have one of the marks. */
export async function countMarks(db: Db, of: Of, marks: readonly number[]) {
  return chunksOf(db, of)
    .select("chunk")
    .select(sql<number>`(select count(*) from unnest(marks) as mark where mark = any(${marks}))::int`.as("count"))
    .orderBy("chunk")
    .execute();
}

export async function markChunk(db: Db, of: Of, { chunk, marks, reasons }: Pick<Chunk, "chunk" | "marks" | "reasons">) {
  await db
    .updateTable("upload_chunks")
    .set({ marks, reasons: packed(reasons) })
    .where("dealer_id", "=", of.dealer_id)
    .where("upload_id", "=", of.upload_id)
    .where("chunk", "=", chunk)
    .execute();
}

/** The chunks with a row for this reason. */
export async function chunksWithReason(db: Db, of: Of, reason: string): Promise<Chunk[]> {
  const rows = await chunksOf(db, of)
    .where(sql<boolean>`reasons @> array[${reason}]`)
    .selectAll()
    .orderBy("chunk")
    .execute();
  return rows as unknown as Chunk[];
}

export async function keepDone(db: Db, of: Of, chunk: number, { added, joined, changed }: Done): Promise<void> {
  await db
    .updateTable("upload_chunks")
    .set({ added: [...added], joined: [...joined], changed: JSON.stringify(changed) })
    .where("dealer_id", "=", of.dealer_id)
    .where("upload_id", "=", of.upload_id)
    .where("chunk", "=", chunk)
    .execute();
}

export async function deleteChunks(db: Db, { dealer_id, upload_id }: Of): Promise<void> {
  await db.deleteFrom("upload_chunks").where("dealer_id", "=", dealer_id).where("upload_id", "=", upload_id).execute();
}
