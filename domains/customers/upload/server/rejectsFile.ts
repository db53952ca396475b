import { csvOf } from "#core/csv.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { rowName } from "../rules.ts";
import { chunkBatches } from "./chunkStore.ts";
import { RowMark } from "./marks.ts";
import type { UploadRow } from "./store.ts";

/** The rejected rows of an upload as CSV with their original cells, to be corrected and uploaded again. */
export async function rejectsFile(db: Db, upload: UploadRow): Promise<string> {
  const rows: (string | number)[][] = [["Row", "Reason", ...upload.labels]];
  for await (const batch of chunkBatches(db, { dealer_id: upload.dealer_id, upload_id: upload.id })) {
    for (const { lines, last_lines, cells, marks, reasons } of batch) {
      for (const [index, mark] of marks.entries()) {
        if (mark !== RowMark.rejected && mark !== RowMark.duplicate) continue;
        const line = lines[index] ?? 0;
        rows.push([rowName(line, last_lines[index] ?? line), reasons[index] ?? "", ...(cells[index] ?? [])]);
      }
    }
  }
  return csvOf(rows);
}
