import { undoDays } from "../contract.ts";
import type { Upload, UploadMapping } from "../fields.ts";
import { mappingProblems } from "../rules.ts";
import type { UploadRow } from "./store.ts";

const aDay = 24 * 3_600_000;

/** An upload as the API returns it; `now` decides whether it can still be undone. */
export function uploadView(row: UploadRow, now: Date) {
  const mapping = row.mapping as UploadMapping;
  const isOver = row.state !== "importing" && row.state !== "undoing";
  const undoUntil = row.finished_at && new Date(row.finished_at.getTime() + undoDays * aDay);
  const canUndo = row.state === "done" && row.has_rows && undoUntil !== null && undoUntil > now;
  const excludedRows = row.rows_rejected + row.rows_duplicate + row.rows_removed + row.rows_known;
  return {
    id: row.id,
    file_name: row.file_name,
    size: row.size,
    state: row.state as Upload["state"],
    encoding: row.encoding as Upload["encoding"],
    delimiter: row.delimiter,
    labels: row.labels,
    has_labels: row.has_labels,
    samples: row.samples as string[][],
    mapping,
    problems: mappingProblems(mapping, row.labels),
    notes: row.notes,
    counts: {
      total: row.rows_total,
      fine: row.rows_total - excludedRows,
      known: row.rows_known,
      rejected: row.rows_rejected,
      duplicate: row.rows_duplicate,
      removed: row.rows_removed,
      added: row.rows_added,
      updated: row.rows_updated,
      unchanged: row.rows_unchanged,
      kept: row.rows_kept,
      suppressed: row.rows_suppressed,
      attested: row.rows_attested,
      warned: row.rows_warned,
      opted_out: row.rows_opted_out,
    },
    list_id: row.list_id,
    list_title: row.list_name,
    known: row.known as Upload["known"],
    consent_words: row.consent_words,
    progress: { done: isOver ? row.rows_total : Math.min(row.rows_done, row.rows_total), total: row.rows_total },
    error: row.error,
    created_by: row.created_by,
    created_at: row.created_at,
    finished_at: row.finished_at,
    undone_at: row.undone_at,
    undo_until: canUndo ? undoUntil : null,
    undone:
      row.state === "undone"
        ? { deleted: row.undone_deleted, restored: row.undone_restored, stayed: row.undone_stayed }
        : null,
    has_rows: row.has_rows,
  };
}
