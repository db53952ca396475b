import { Failure, orNotFound } from "#core/failure.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { duplicateReason } from "../rules.ts";
import { type Chunk, chunksWithReason, markChunk, readChunks, rowsPerChunk } from "./chunkStore.ts";
import { RowMark } from "./marks.ts";
import { recountRows, type UploadRow } from "./store.ts";

/** Removes a row from a preview; the next row with the same phone replaces it. Idempotent. */
export async function removeRecord(db: Db, upload: UploadRow, position: number): Promise<void> {
  const key = { dealer_id: upload.dealer_id, upload_id: upload.id };
  const index = position % rowsPerChunk;
  const [chunk] = await readChunks(db, key, Math.floor(position / rowsPerChunk), 1);
  const mark = orNotFound(chunk?.marks[index]);
  if (mark === RowMark.labels) throw new Failure("absent");
  if (!chunk || mark === RowMark.removed) return;
  await markChunk(db, key, withRow(chunk, index, RowMark.removed, ""));
  if (mark === RowMark.fine || mark === RowMark.known) await promote(db, key, chunk.lines[index] ?? 0, mark);
  await recountRows(db, upload, upload.id);
}

function withRow({ chunk, marks, reasons }: Chunk, index: number, mark: number, reason: string) {
  const all = marks.map((_, at) => reasons[at] ?? "");
  return { chunk, marks: marks.with(index, mark), reasons: all.with(index, reason) };
}

/** The first duplicate of a removed row takes over its mark; the other duplicates then refer to that one. */
async function promote(db: Db, key: { dealer_id: number; upload_id: number }, removedLine: number, mark: number) {
  let next: number | undefined;
  for (const chunk of await chunksWithReason(db, key, duplicateReason(removedLine))) {
    let { marks, reasons } = chunk;
    for (const [at, reason] of reasons.entries()) {
      if (reason !== duplicateReason(removedLine)) continue;
      marks = next === undefined ? marks.with(at, mark) : marks;
      reasons = reasons.with(at, next === undefined ? "" : duplicateReason(next));
      next ??= chunk.lines[at];
    }
    await markChunk(db, key, { chunk: chunk.chunk, marks, reasons });
  }
}
