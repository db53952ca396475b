import { invalidField } from "#core/failure.ts";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { detectMapping } from "#domains/customers/columns/rules.ts";
import type { UploadMapping } from "../contract.ts";
import { columnLabels, createRowReader, detectDelimiter, labelNotes, labelsProblem } from "../rules.ts";
import { type Chunk, chunkBatches, insertChunk, markChunk, rowsPerChunk } from "./chunkStore.ts";
import { knownCustomers } from "./customerStore.ts";
import type { DecodedFile } from "./decode.ts";
import { RowMark } from "./marks.ts";
import { type CsvRow, parseRows } from "./parseRows.ts";
import { insertUpload, type NewUpload, recountRows, rememberedMapping } from "./store.ts";

type UploadSource = Omit<NewUpload, "encoding" | "delimiter" | "labels" | "notes" | "mapping" | "samples">;

const noRecords = () => invalidField("csv_file", "No record found");

/**
 * Streams a file into a preview, storing a thousand rows at a time so that memory stays flat.
 *
 * @throws Failure `invalid` at `csv_file` with a readable text when the file can't be read.
 */
export async function readUpload(
  db: Db,
  source: UploadSource,
  { encoding, head, pieces }: DecodedFile,
): Promise<number> {
  const delimiter = detectDelimiter(head);
  const rows = parseRows(pieces(), delimiter);
  const first = await rows.next();
  if (first.done) throw noRecords();
  const problem = labelsProblem(first.value.cells);
  if (problem) throw invalidField("csv_file", problem);
  const labels = columnLabels(first.value.cells);
  const chunks = inChunks(rows);
  let chunkOfRows = await chunks.next();
  if (chunkOfRows.done) throw noRecords();
  const firstRows = chunkOfRows.value.slice(0, 20).map(({ cells }) => cells);
  const mapping = (await rememberedMapping(db, source.dealer_id, labels)) ?? detectMapping(labels, firstRows);
  const upload_id = await insertUpload(db, {
    ...source,
    encoding,
    delimiter,
    labels,
    mapping,
    notes: labelNotes(first.value.cells),
    samples: JSON.stringify(firstRows.slice(0, 3).map((cells) => labels.map((_, index) => sampleOf(cells[index])))),
  });
  const mark = createMarker(db, source, mapping);
  for (let chunk = 0; !chunkOfRows.done; chunk++) {
    const lines = chunkOfRows.value.map(({ row }) => row);
    const cells = chunkOfRows.value.map((row) => row.cells);
    await insertChunk(
      db,
      { dealer_id: source.dealer_id, upload_id },
      { chunk, lines, cells, ...(await mark(lines, cells)) },
    );
    chunkOfRows = await chunks.next();
  }
  await recountRows(db, source, upload_id);
  return upload_id;
}

const sampleOf = (cell = "") => cell.trim().replaceAll("\u0000", "\uFFFD").slice(0, 100);

/** Reads a preview's rows again with another mapping. Removed rows stay removed. */
export async function remapRows(
  db: Db,
  location: LocationKey,
  upload_id: number,
  mapping: UploadMapping,
): Promise<void> {
  const key = { dealer_id: location.dealer_id, upload_id };
  const mark = createMarker(db, location, mapping);
  for await (const chunkOfRows of chunkBatches(db, key)) {
    for (const { chunk, lines, cells, marks } of chunkOfRows) {
      await markChunk(db, key, { chunk, ...(await mark(lines, cells, marks)) });
    }
  }
  await recountRows(db, location, upload_id);
}

async function* inChunks(rows: AsyncIterable<CsvRow>): AsyncGenerator<CsvRow[], undefined> {
  let chunkOfRows: CsvRow[] = [];
  for await (const row of rows) {
    chunkOfRows.push(row);
    if (chunkOfRows.length < rowsPerChunk) continue;
    yield chunkOfRows;
    chunkOfRows = [];
  }
  if (chunkOfRows.length > 0) yield chunkOfRows;
}

type RowMarks = Pick<Chunk, "marks" | "reasons">;

/** Marks each row with its outcome; it has to see the rows in file order. */
function createMarker(db: Db, location: LocationKey, mapping: UploadMapping) {
  const read = createRowReader(mapping);
  return async (lines: number[], cells: string[][], previousMarks: readonly number[] = []): Promise<RowMarks> => {
    const reasons = lines.map(() => "");
    const phones = lines.map(() => "");
    const marks: number[] = lines.map((line, index) => {
      if (previousMarks[index] === RowMark.removed) return RowMark.removed;
      const { fields, reason, first } = read(line, cells[index] ?? []);
      reasons[index] = reason;
      if (reason) return first === undefined ? RowMark.rejected : RowMark.duplicate;
      phones[index] = fields.phone;
      return RowMark.fine;
    });
    const known = await knownCustomers(
      db,
      location,
      phones.filter((phone) => phone),
    );
    return { reasons, marks: marks.map((mark, index) => (known.has(phones[index] ?? "") ? RowMark.known : mark)) };
  };
}
