import { countText } from "#core/count.ts";
import { invalidField } from "#core/failure.ts";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { RowOptOut } from "#domains/customers/cells/rules.ts";
import { detectMapping, findTable, labelSearchRows } from "#domains/customers/columns/rules.ts";
import { foldName } from "#domains/customers/custom/rules.ts";
import { fieldsInUse } from "#domains/customers/custom/server/store.ts";
import { leadBook } from "#domains/customers/leadFields/server/store.ts";
import { allowedCountries } from "#domains/locations/countries/server/public.ts";
import { maxRows } from "../contract.ts";
import { hasLeadColumns, isOwnField, keyOfOwn, ownField, type UploadMapping } from "../fields.ts";
import { columnLabels, createRowReader, firstRowNotes, joinedNote, type RowContext, skippedNote } from "../rules.ts";
import {
  type Chunk,
  chunkBatches,
  deleteChunks,
  insertChunk,
  markChunk,
  OptOutBits,
  RowMark,
  readChunks,
  rowsPerChunk,
} from "./chunkStore.ts";
import { knownCustomers } from "./customerStore.ts";
import type { DecodedFile } from "./decode.ts";
import { damagedNote, detectFormat, misreadNote, type ParsedCsvRow, parseRows } from "./parseRows.ts";
import { changeUpload, insertUpload, type NewUpload, recountRows, rememberedMapping, type UploadRow } from "./store.ts";

type ReadColumns = "encoding" | "delimiter" | "labels" | "has_labels" | "notes" | "mapping" | "samples";
/** A new upload, or a preview that is read in another encoding. */
type UploadSource = Omit<NewUpload, ReadColumns> | UploadRow;

const guessedNote =
  "The file doesn't say which encoding it uses, so we guessed. If names such as José look wrong below, choose another encoding.";

const noRecords = () => invalidField("csv_file", "No record found");

/**
 * Streams a file into a preview, storing a thousand rows at a time so that memory stays flat. The first row stored is
 * that of the labels, so that it can be made a customer's later.
 *
 * @throws Failure `invalid` at `csv_file` with a readable text when the file can't be read.
 */
export async function readUpload(
  db: Db,
  source: UploadSource,
  { encoding, isGuess, head, pieces, damaged }: DecodedFile,
): Promise<number> {
  const format = detectFormat(head);
  const rows = parseRows(pieces(), format);
  const firstRows = await take(rows, labelSearchRows);
  const { labels: labelsAt, data } = findTable(firstRows.map(({ cells }) => cells));
  const has_labels = labelsAt !== undefined;
  const table = firstRows.slice(labelsAt ?? data);
  const labelCells = table[0]?.cells ?? [];
  const dataCells = table.slice(has_labels ? 1 : 0).map(({ cells }) => cells);
  if (dataCells.length === 0) throw noRecords();
  const width = has_labels ? labelCells.length : Math.max(...dataCells.map((cells) => cells.length));
  const labels = labelsOf(labelCells, has_labels, width);
  const mapping = await mappingOf(db, source.dealer_id, { labels, has_labels, dataCells });
  const titles = firstRows.slice(0, labelsAt ?? data).map(({ cells }) => cells);
  const notes = [
    ...firstRowNotes(labelCells, has_labels),
    ...skippedNote(titles),
    ...(isGuess ? [guessedNote] : []),
    ...damagedNote(damaged),
  ];
  const samples = samplesOf(dataCells, labels);
  const read = { encoding, delimiter: format.delimiter, labels, has_labels, mapping, notes, samples };
  const upload_id =
    "id" in source ? await replaceRead(db, source, read) : await insertUpload(db, { ...source, ...read });
  const key = { dealer_id: source.dealer_id, upload_id };
  const { dealer_id, location_id, created_at } = source;
  const context = await rowContext(db, { dealer_id, location_id, labels, mapping, created_at });
  const mark = createMarker(db, source, mapping, has_labels, context);
  const joined: [number, number][] = [];
  const misread = { rows: 0, example: "" };
  let chunk = 0;
  for await (const chunkOfRows of inChunks(table, rows, has_labels)) {
    const lines = chunkOfRows.map(({ row }) => row);
    const last_lines = chunkOfRows.map(({ last_row }) => last_row);
    const cells = chunkOfRows.map((row) => row.cells);
    const problems = chunkOfRows.map(({ problem }) => problem);
    for (const { row, last_row, problem } of chunkOfRows) if (row < last_row && !problem) joined.push([row, last_row]);
    for (const row of chunkOfRows) {
      if (row.misread === undefined) continue;
      misread.rows += 1;
      misread.example ||= row.misread;
    }
    const marks = await mark({ chunk, lines, cells, problems });
    await insertChunk(db, key, { chunk, lines, last_lines, cells, problems, ...marks });
    chunk += 1;
  }
  const later = [...joinedNote(joined), ...misreadNote(misread)];
  if (later.length > 0) await changeUpload(db, source, upload_id, { notes: [...notes, ...later] });
  await recountRows(db, source, upload_id);
  return upload_id;
}

async function replaceRead(db: Db, upload: UploadRow, read: Pick<NewUpload, ReadColumns>): Promise<number> {
  await deleteChunks(db, { dealer_id: upload.dealer_id, upload_id: upload.id });
  await changeUpload(db, upload, upload.id, read);
  return upload.id;
}

/** The columns' labels; those of a file without labels are numbered. */
function labelsOf(cells: readonly string[], has_labels: boolean, width: number): string[] {
  return columnLabels(Array.from({ length: width }, (_, index) => (has_labels && cells[index]) || ""));
}

interface ReadTable {
  readonly labels: readonly string[];
  readonly has_labels: boolean;
  readonly dataCells: readonly string[][];
}

async function mappingOf(db: Db, dealer_id: number, { labels, has_labels, dataCells }: ReadTable) {
  const remembered = has_labels ? await rememberedMapping(db, dealer_id, labels) : undefined;
  const own = await fieldsInUse(db, dealer_id);
  const isArchived = (field: string) => isOwnField(field) && !own.some(({ key }) => key === keyOfOwn(field));
  if (remembered) return remembered.map((field) => (isArchived(field) ? "" : field));
  const detected = detectMapping(labels, dataCells);
  if (!has_labels) return detected;
  const named = labels.map((label) => own.find(({ name }) => foldName(name) === foldName(label)));
  // A column that is called like an own field is that field, but for the phone that every row needs.
  return detected.map((field, at) => {
    const column = named[at];
    return column === undefined || field === "phone" || named.indexOf(column) < at ? field : ownField(column.key);
  });
}

function samplesOf(rows: readonly (readonly string[])[], labels: readonly string[]): string {
  return JSON.stringify(rows.slice(0, 3).map((cells) => labels.map((_, index) => sampleOf(cells[index]))));
}

const sampleOf = (cell = "") => cell.trim().replaceAll("\u0000", "\uFFFD").slice(0, 100);

/** Says whether a preview's first row is the labels, and matches the columns again. */
export async function changeFirstRow(db: Db, upload: UploadRow, has_labels: boolean): Promise<UploadMapping> {
  const [first] = await readChunks(db, { dealer_id: upload.dealer_id, upload_id: upload.id }, 0, 1);
  const rows = (first?.cells ?? []).slice(0, labelSearchRows);
  const [cells = []] = rows;
  const dataCells = rows.slice(has_labels ? 1 : 0);
  if (dataCells.length === 0) throw noRecords();
  const labels = labelsOf(cells, has_labels, upload.labels.length);
  const mapping = await mappingOf(db, upload.dealer_id, { labels, has_labels, dataCells });
  const earlier = firstRowNotes(cells, upload.has_labels);
  const notes = [...firstRowNotes(cells, has_labels), ...upload.notes.filter((note) => !earlier.includes(note))];
  const samples = samplesOf(dataCells, labels);
  await changeUpload(db, upload, upload.id, { has_labels, labels, notes, samples });
  return mapping;
}

/** What reading an upload's rows takes besides its mapping. */
export async function rowContext(
  db: Db,
  upload: Pick<UploadRow, "dealer_id" | "location_id" | "labels" | "mapping" | "created_at">,
): Promise<RowContext> {
  const own = await fieldsInUse(db, upload.dealer_id);
  const leads = hasLeadColumns(upload.mapping) ? await leadBook(db, upload, upload.created_at) : undefined;
  return { labels: upload.labels, allowed: await allowedCountries(db, upload.dealer_id), own, leads };
}

const optOutBits = ({ texts, emails }: RowOptOut) => (texts ? OptOutBits.texts : 0) + (emails ? OptOutBits.emails : 0);

/** Reads a preview's rows again with another mapping. Removed rows stay removed. */
export async function remapRows(
  db: Db,
  upload: Pick<UploadRow, "dealer_id" | "location_id" | "id" | "labels" | "created_at">,
  mapping: UploadMapping,
  has_labels: boolean,
): Promise<void> {
  const key = { dealer_id: upload.dealer_id, upload_id: upload.id };
  const context = await rowContext(db, { ...upload, mapping });
  const mark = createMarker(db, upload, mapping, has_labels, context);
  for await (const chunks of chunkBatches(db, key)) {
    for (const chunk of chunks) {
      await markChunk(db, key, { chunk: chunk.chunk, ...(await mark(chunk, chunk.marks)) });
    }
  }
  await recountRows(db, upload, upload.id);
}

async function take(rows: AsyncGenerator<ParsedCsvRow>, count: number): Promise<ParsedCsvRow[]> {
  const taken: ParsedCsvRow[] = [];
  while (taken.length < count) {
    const next = await rows.next();
    if (next.done) break;
    taken.push(next.value);
  }
  return taken;
}

const tooManyRows = `This file has more than ${countText(maxRows)} rows. Split it into smaller files.`;

async function* inChunks(
  first: readonly ParsedCsvRow[],
  rest: AsyncIterable<ParsedCsvRow>,
  has_labels: boolean,
): AsyncGenerator<ParsedCsvRow[], undefined> {
  let chunkOfRows = [...first];
  let count = first.length;
  for await (const row of rest) {
    count += 1;
    if (count > maxRows + (has_labels ? 1 : 0)) throw invalidField("csv_file", tooManyRows);
    chunkOfRows.push(row);
    if (chunkOfRows.length < rowsPerChunk) continue;
    yield chunkOfRows;
    chunkOfRows = [];
  }
  if (chunkOfRows.length > 0) yield chunkOfRows;
}

type RowMarks = Pick<Chunk, "marks" | "reasons" | "warnings" | "opt_outs" | "leads">;
type RowsToMark = Pick<Chunk, "chunk" | "lines" | "cells" | "problems">;

/** Marks each row with its outcome; it has to see the rows in file order. */
function createMarker(db: Db, location: LocationKey, mapping: UploadMapping, has_labels: boolean, context: RowContext) {
  const read = createRowReader(mapping, context);
  return async (
    { chunk, lines, cells, problems }: RowsToMark,
    previousMarks: readonly number[] = [],
  ): Promise<RowMarks> => {
    const reasons = lines.map(() => "");
    const phones = lines.map(() => "");
    const warnings = lines.map(() => "");
    const opt_outs = lines.map(() => 0);
    const leads = lines.map(() => 0);
    const marks: number[] = lines.map((line, index) => {
      if (has_labels && chunk === 0 && index === 0) return RowMark.labels;
      if (previousMarks[index] === RowMark.removed) return RowMark.removed;
      const { fields, reason, hasPhone, first, warning, optOut, lead } = read(
        line,
        cells[index] ?? [],
        problems[index],
      );
      reasons[index] = reason;
      warnings[index] = warning;
      // What else is wrong with a row doesn't take back that its person opted out.
      if (hasPhone) opt_outs[index] = optOutBits(optOut);
      if (reason) return first === undefined ? RowMark.rejected : RowMark.duplicate;
      phones[index] = fields.phone;
      leads[index] = lead ? 1 : 0;
      return RowMark.fine;
    });
    const known = await knownCustomers(
      db,
      location,
      phones.filter((phone) => phone),
    );
    return {
      reasons,
      warnings,
      opt_outs,
      leads,
      marks: marks.map((mark, index) => (known.has(phones[index] ?? "") ? RowMark.known : mark)),
    };
  };
}
