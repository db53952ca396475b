import { invalid } from "#core/failure.ts";
import type { Db } from "#core/server/unit.ts";
import { mappingOf } from "#domains/customers/columns/rules.ts";
import type { UploadMapping } from "../contract.ts";
import { createRowReader, delimiterOf, labelNotes, labelsOf, labelsProblem } from "../rules.ts";
import { type Chunk, chunkRows, eachBundle, insertChunk, markChunk } from "./chunkStore.ts";
import { knownCustomers } from "./customerStore.ts";
import type { Decoded } from "./decode.ts";
import { Mark } from "./marks.ts";
import { type FileRow, parseRows } from "./parseRows.ts";
import { insertUpload, type NewUpload, type Place, recount, rememberedMapping } from "./store.ts";

type UploadSource = Omit<NewUpload, "encoding" | "delimiter" | "labels" | "notes" | "mapping" | "samples">;

const noRecords = () => invalid("csv_file", "No record found");

/**
 * Streams a file into a preview, storing a thousand rows at a time so that memory stays flat.
 *
 * @throws Failure `invalid` at `csv_file` with a readable text when the file can't be read.
 */
export async function readUpload(db: Db, source: UploadSource, { encoding, head, pieces }: Decoded): Promise<number> {
  const delimiter = delimiterOf(head);
  const rows = parseRows(pieces(), delimiter);
  const first = await rows.next();
  if (first.done) throw noRecords();
  const problem = labelsProblem(first.value.cells);
  if (problem) throw invalid("csv_file", problem);
  const labels = labelsOf(first.value.cells);
  const chunks = inChunks(rows);
  let chunkOfRows = await chunks.next();
  if (chunkOfRows.done) throw noRecords();
  const firstRows = chunkOfRows.value.slice(0, 20).map(({ cells }) => cells);
  const mapping = (await rememberedMapping(db, source.dealer_id, labels)) ?? mappingOf(labels, firstRows);
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
  await recount(db, source, upload_id);
  return upload_id;
}

const sampleOf = (cell = "") => cell.trim().replaceAll("\u0000", "\uFFFD").slice(0, 100);

/** Reads a preview's rows again with another mapping. Removed rows stay removed. */
export async function remark(db: Db, location: Place, upload_id: number, mapping: UploadMapping): Promise<void> {
  const key = { dealer_id: location.dealer_id, upload_id };
  const mark = createMarker(db, location, mapping);
  for await (const chunkOfRows of eachBundle(db, key)) {
    for (const { chunk, lines, cells, marks } of chunkOfRows) {
      await markChunk(db, key, { chunk, ...(await mark(lines, cells, marks)) });
    }
  }
  await recount(db, location, upload_id);
}

async function* inChunks(rows: AsyncIterable<FileRow>): AsyncGenerator<FileRow[], undefined> {
  let chunkOfRows: FileRow[] = [];
  for await (const row of rows) {
    chunkOfRows.push(row);
    if (chunkOfRows.length < chunkRows) continue;
    yield chunkOfRows;
    chunkOfRows = [];
  }
  if (chunkOfRows.length > 0) yield chunkOfRows;
}

type RowMarks = Pick<Chunk, "marks" | "reasons">;

/** Marks each row with its outcome; it has to see the rows in file order. */
function createMarker(db: Db, location: Place, mapping: UploadMapping) {
  const read = createRowReader(mapping);
  return async (lines: number[], cells: string[][], previousMarks: readonly number[] = []): Promise<RowMarks> => {
    const reasons = lines.map(() => "");
    const phones = lines.map(() => "");
    const marks: number[] = lines.map((line, index) => {
      if (previousMarks[index] === Mark.removed) return Mark.removed;
      const { fields, reason, first } = read(line, cells[index] ?? []);
      reasons[index] = reason;
      if (reason) return first === undefined ? Mark.rejected : Mark.duplicate;
      phones[index] = fields.phone;
      return Mark.fine;
    });
    const known = await knownCustomers(
      db,
      location,
      phones.filter((phone) => phone),
    );
    return { reasons, marks: marks.map((mark, index) => (known.has(phones[index] ?? "") ? Mark.known : mark)) };
  };
}
