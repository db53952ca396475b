import { found } from "#core/failure.ts";
import type { Db } from "#core/server/unit.ts";
import { sameAs } from "../rules.ts";
import { type Chunk, chunkRows, chunksWithReason, markChunk, readChunks } from "./chunkStore.ts";
import { Mark } from "./marks.ts";
import { recount, type UploadRow } from "./store.ts";

/** Removes a row from a preview; the next row with the same phone replaces it. Idempotent. */
export async function removeRecord(db: Db, upload: UploadRow, position: number): Promise<void> {
  const key = { dealer_id: upload.dealer_id, upload_id: upload.id };
  const index = position % chunkRows;
  const [chunk] = await readChunks(db, key, Math.floor(position / chunkRows), 1);
  const mark = found(chunk?.marks[index]);
  if (!chunk || mark === Mark.removed) return;
  await markChunk(db, key, withRow(chunk, index, Mark.removed, ""));
  if (mark === Mark.fine || mark === Mark.known) await promote(db, key, chunk.lines[index] ?? 0, mark);
  await recount(db, upload, upload.id);
}

function withRow({ chunk, marks, reasons }: Chunk, index: number, mark: number, reason: string) {
  const all = marks.map((_, at) => reasons[at] ?? "");
  return { chunk, marks: marks.with(index, mark), reasons: all.with(index, reason) };
}

/** The first duplicate of a removed row takes over its mark; the other duplicates then refer to that one. */
async function promote(db: Db, key: { dealer_id: number; upload_id: number }, removedLine: number, mark: number) {
  let next: number | undefined;
  for (const chunk of await chunksWithReason(db, key, sameAs(removedLine))) {
    let { marks, reasons } = chunk;
    for (const [at, reason] of reasons.entries()) {
      if (reason !== sameAs(removedLine)) continue;
      marks = next === undefined ? marks.with(at, mark) : marks;
      reasons = reasons.with(at, next === undefined ? "" : sameAs(next));
      next ??= chunk.lines[at];
    }
    await markChunk(db, key, { chunk: chunk.chunk, marks, reasons });
  }
}
