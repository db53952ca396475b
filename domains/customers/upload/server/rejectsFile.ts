import { csvOf } from "#core/csv.ts";
import type { Db } from "#core/server/unit.ts";
import { eachBundle } from "./chunkStore.ts";
import { Mark } from "./marks.ts";
import type { UploadRow } from "./store.ts";

/** The rows of an upload that become no customer, as a CSV with their cells as they were: to be put right and uploaded again. */
export async function rejectsFile(db: Db, upload: UploadRow): Promise<string> {
  const rows: (string | number)[][] = [["Row", "Reason", ...upload.labels]];
  for await (const bundle of eachBundle(db, { dealer_id: upload.dealer_id, upload_id: upload.id })) {
    for (const { lines, cells, marks, reasons } of bundle) {
      for (const [at, mark] of marks.entries()) {
        if (mark !== Mark.rejected && mark !== Mark.duplicate) continue;
        rows.push([lines[at] ?? 0, reasons[at] ?? "", ...(cells[at] ?? [])]);
      }
    }
  }
  return csvOf(rows);
}
