import { foldForSearch } from "#core/foldForSearch.ts";
import { searchWords } from "#core/searchWords.ts";
import type { TablePage } from "#core/server/table.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import { consentStatesOf } from "#domains/customers/consent/server/customerConsent.ts";
import { searchedFields } from "#domains/customers/fields.ts";
import { leadInWords } from "#domains/customers/leadFields/rules.ts";
import { previewLength, undoDays } from "../contract.ts";
import type { Upload, UploadMapping, UploadRecord } from "../fields.ts";
import { kindOfOptOut, mappingProblems, type RowContext, readRow } from "../rules.ts";
import { type Chunk, chunkBatches, countMarks, markName, marksFor, readChunks, rowsPerChunk } from "./chunkStore.ts";
import { rowContext } from "./readUpload.ts";
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
      leads: row.rows_leads,
      leads_added: row.leads_added,
      leads_joined: row.leads_joined,
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
        ? {
            deleted: row.undone_deleted,
            restored: row.undone_restored,
            stayed: row.undone_stayed,
            leads: row.undone_leads,
            leads_stayed: row.undone_leads_stayed,
          }
        : null,
    has_rows: row.has_rows,
  };
}

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

/** Record ids reserved per upload: more than a file can have rows. */
const recordIdSpan = 131_072;

export const recordId = (upload_id: number, index: number) => upload_id * recordIdSpan + index;
export const parseRecordId = (id: number) => ({ upload_id: Math.floor(id / recordIdSpan), index: id % recordIdSpan });

interface RecordQuery {
  readonly filter: Parameters<typeof marksFor>[0];
  readonly start: number;
  readonly length: number;
  readonly search: string;
}

/** A page of an upload's rows in file order. Without a search, it reads only the chunks that contain the page. */
export async function recordPage(db: Db, upload: UploadRow, query: RecordQuery): Promise<TablePage<UploadRecord>> {
  const key = { dealer_id: upload.dealer_id, upload_id: upload.id };
  const marks = marksFor(query.filter);
  const counts = await countMarks(db, key, marks);
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const context = await rowContext(db, upload);
  const words = searchWords(query.search);
  if (words.length > 0 || query.filter === "warned") {
    const found = await search(db, upload, query, words, context);
    const recordsTotal = query.filter === "warned" ? upload.rows_warned : total;
    return { ...found, rows: await withConsent(db, upload, found.rows), recordsTotal };
  }
  const rows: ReadRecord[] = [];
  let before = 0;
  for (const { chunk, count } of counts) {
    const from = Math.max(0, query.start - before);
    before += count;
    if (from >= count) continue;
    const [loaded] = await readChunks(db, key, chunk, 1);
    if (loaded) rows.push(...recordsOf(upload, loaded, marks, context).slice(from, from + query.length - rows.length));
    if (rows.length >= query.length) break;
  }
  return { rows: await withConsent(db, upload, rows), recordsTotal: total, recordsFiltered: total };
}

/** A row before anyone's consent was looked up. */
type ReadRecord = Omit<UploadRecord, "consent_state">;

async function withConsent(db: Db, { dealer_id }: UploadRow, rows: readonly ReadRecord[]): Promise<UploadRecord[]> {
  const phones = rows.filter(({ mark }) => mark !== "rejected").map(({ phone }) => phone);
  const states = phones.length === 0 ? undefined : await consentStatesOf(db, dealer_id, phones);
  return rows.map((row) => {
    const optsOut = row.opt_out === "texts" || row.opt_out === "both";
    return { ...row, consent_state: optsOut ? "revoked" : (states?.get(row.phone) ?? "unknown") };
  });
}

async function search(
  db: Db,
  upload: UploadRow,
  { filter, start, length }: RecordQuery,
  words: readonly string[],
  context: RowContext,
) {
  const rows: ReadRecord[] = [];
  let matchCount = 0;
  for await (const batch of chunkBatches(db, { dealer_id: upload.dealer_id, upload_id: upload.id })) {
    for (const record of batch.flatMap((chunk) => recordsOf(upload, chunk, marksFor(filter), context))) {
      if (filter === "warned" && record.warning === "") continue;
      const text = textOf(record);
      if (!words.every((word) => text.includes(word))) continue;
      if (matchCount >= start && rows.length < length) rows.push(record);
      matchCount += 1;
    }
  }
  return { rows, recordsFiltered: matchCount };
}

/** What a search reads of a row: its values, and the same without what is between words. */
function textOf(record: ReadRecord): string {
  const text = foldForSearch(searchedFields.map((field) => record[field]).join(" "));
  return `${text} ${text.replace(/[ .-]/g, "")}`;
}

function recordsOf(
  upload: UploadRow,
  { chunk, lines, last_lines, cells, marks, reasons, warnings }: Chunk,
  shownMarks: number[],
  context: RowContext,
): ReadRecord[] {
  return lines.flatMap((row, index) => {
    const mark = marks[index];
    if (!shownMarks.includes(mark ?? 0)) return [];
    const { fields, custom, optOut, lead } = readRow(cells[index] ?? [], upload.mapping as UploadMapping, context);
    const id = recordId(upload.id, chunk * rowsPerChunk + index);
    // NUL can't be displayed or sent, so a replacement character takes its place.
    const shown = Object.fromEntries(
      Object.entries(fields).map(([field, value]) => [field, value.replaceAll("\u0000", "\uFFFD")]),
    ) as typeof fields;
    const last_row = last_lines[index] ?? row;
    return [
      {
        id,
        row,
        last_row,
        mark: markName(mark),
        reason: reasons[index] ?? "",
        warning: warnings[index] ?? "",
        opt_out: kindOfOptOut(optOut),
        custom,
        lead: lead ? leadInWords(lead, context.leads) : "",
        ...shown,
      },
    ];
  });
}
