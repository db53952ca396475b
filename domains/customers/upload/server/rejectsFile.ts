import { csvOf } from "#core/csv.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { rowName } from "../rules.ts";
import { type Chunk, chunkBatches } from "./chunkStore.ts";
import { RowMark } from "./marks.ts";
import type { UploadRow } from "./store.ts";

/** Why a row is in a file of rows to be looked at; empty: it isn't. */
type WhyRow = (chunk: Chunk, index: number) => string;

/** The rejected rows of an upload as CSV with their original cells, to be corrected and uploaded again. */
export const rejectsFile = (db: Db, upload: UploadRow) =>
  rowsFile(db, upload, "Reason", ({ marks, reasons }, index) => {
    const isLeftOut = marks[index] === RowMark.rejected || marks[index] === RowMark.duplicate;
    return isLeftOut ? (reasons[index] ?? "") : "";
  });

/** The rows of an upload that come in without one of their values, as CSV with their original cells. */
export const warningsFile = (db: Db, upload: UploadRow) =>
  rowsFile(db, upload, "Warning", ({ marks, warnings }, index) =>
    marks[index] === RowMark.removed ? "" : (warnings[index] ?? ""),
  );

async function rowsFile(db: Db, upload: UploadRow, label: string, whyOf: WhyRow): Promise<string> {
  const rows: (string | number)[][] = [["Row", label, ...upload.labels]];
  for await (const batch of chunkBatches(db, { dealer_id: upload.dealer_id, upload_id: upload.id })) {
    for (const chunk of batch) {
      for (const [index, line] of chunk.lines.entries()) {
        const why = whyOf(chunk, index);
        if (why) rows.push([rowName(line, chunk.last_lines[index] ?? line), why, ...(chunk.cells[index] ?? [])]);
      }
    }
  }
  return csvOf(rows);
}
