import { found } from "#core/failure.ts";
import type { Db } from "#core/server/unit.ts";
import { sameAs } from "../rules.ts";
import { type Chunk, chunkRows, chunksWithReason, markChunk, readChunks } from "./chunkStore.ts";
import { Mark } from "./marks.ts";
import { recount, type UploadRow } from "./store.ts";

/** Takes a row out of a preview; a later one with the same phone takes its place. Taking it out again changes nothing. */
export async function removeRecord(db: Db, upload: UploadRow, place: number): Promise<void> {
  const of = { dealer_id: upload.dealer_id, upload_id: upload.id };
  const index = place % chunkRows;
  const [chunk] = await readChunks(db, of, Math.floor(place / chunkRows), 1);
  const mark = found(chunk?.marks[index]);
  if (!chunk || mark === Mark.removed) return;
  await markChunk(db, of, withRow(chunk, index, Mark.removed, ""));
  if (mark === Mark.fine || mark === Mark.known) await promote(db, of, chunk.lines[index] ?? 0, mark);
  await recount(db, upload, upload.id);
}

function withRow({ chunk, marks, reasons }: Chunk, index: number, mark: number, reason: string) {
  const all = marks.map((_, at) => reasons[at] ?? "");
  return { chunk, marks: marks.with(index, mark), reasons: all.with(index, reason) };
}

/** The first of the rows that have the same phone as one that is gone is as that one was; the others follow it. */
async function promote(db: Db, of: { dealer_id: number; upload_id: number }, gone: number, mark: number) {
  let next: number | undefined;
  for (const chunk of await chunksWithReason(db, of, sameAs(gone))) {
    let { marks, reasons } = chunk;
    for (const [at, reason] of reasons.entries()) {
      if (reason !== sameAs(gone)) continue;
      marks = next === undefined ? marks.with(at, mark) : marks;
      reasons = reasons.with(at, next === undefined ? "" : sameAs(next));
      next ??= chunk.lines[at];
    }
    await markChunk(db, of, { chunk: chunk.chunk, marks, reasons });
  }
}
