import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { previewLength } from "../contract.ts";
import { recordPage } from "./records.ts";
import type { UploadRow } from "./store.ts";
import { uploadView } from "./uploadView.ts";

/** An upload with its first records. */
export async function previewView({ db, now }: Pick<UnitOfWork, "db" | "now">, row: UploadRow) {
  const { rows, recordsTotal } = await recordPage(db, row, {
    filter: "all",
    start: 0,
    length: previewLength,
    search: "",
  });
  return {
    csvCustomers: rows,
    truncated: recordsTotal > rows.length,
    list_id: row.list_id ?? (row.list_title ? ("new" as const) : null),
    upload: uploadView(row, now()),
  };
}
