import type { Unit } from "#core/server/unit.ts";
import { firstRecords } from "../contract.ts";
import { recordPage } from "./records.ts";
import { showUpload } from "./showUpload.ts";
import type { UploadRow } from "./store.ts";

/** An upload with its first records. */
export async function showPreview({ db, now }: Pick<Unit, "db" | "now">, row: UploadRow) {
  const { rows, recordsTotal } = await recordPage(db, row, {
    filter: "all",
    start: 0,
    length: firstRecords,
    search: "",
  });
  return {
    csvCustomers: rows,
    truncated: recordsTotal > rows.length,
    list_id: row.list_id ?? (row.list_title ? ("new" as const) : null),
    upload: showUpload(row, now()),
  };
}
