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

type Received = Omit<NewUpload, "encoding" | "delimiter" | "labels" | "notes" | "mapping" | "samples">;

const noRecords = () => invalid("csv_file", "No record found");

/**
 * Reads a file into a preview: row by row, a thousand rows stored at a time, so that memory stays flat.
 *
 * @throws Failure `invalid` at `csv_file` in words for what can't be read.
 */
export async function readUpload(db: Db, received: Received, { encoding, head, pieces }: Decoded): Promise<number> {
  const delimiter = delimiterOf(head);
  const rows = parseRows(pieces(), delimiter);
  const first = await rows.next();
  if (first.done) throw noRecords();
  const problem = labelsProblem(first.value.cells);
  if (problem) throw invalid("csv_file", problem);
  const labels = labelsOf(first.value.cells);
  const bundles = inThousands(rows);
  let bundle = await bundles.next();
  if (bundle.done) throw noRecords();
  const beginning = bundle.value.slice(0, 20).map(({ cells }) => cells);
  const mapping = (await rememberedMapping(db, received.dealer_id, labels)) ?? mappingOf(labels, beginning);
  const upload_id = await insertUpload(db, {
    ...received,
    ...{ encoding, delimiter, labels, mapping, notes: labelNotes(first.value.cells) },
    samples: JSON.stringify(beginning.slice(0, 3).map((cells) => labels.map((_, at) => sampleOf(cells[at])))),
  });
  const mark = createMarker(db, received, mapping);
  for (let chunk = 0; !bundle.done; chunk++) {
    const lines = bundle.value.map(({ row }) => row);
    const cells = bundle.value.map((row) => row.cells);
    await insertChunk(
      db,
      { dealer_id: received.dealer_id, upload_id },
      { chunk, lines, cells, ...(await mark(lines, cells)) },
    );
    bundle = await bundles.next();
  }
  await recount(db, received, upload_id);
  return upload_id;
}

const sampleOf = (cell = "") => cell.trim().replaceAll("\u0000", "\uFFFD").slice(0, 100);

/** Reads the rows of a preview again, by another mapping. What was taken out stays out. */
export async function remark(db: Db, place: Place, upload_id: number, mapping: UploadMapping): Promise<void> {
  const of = { dealer_id: place.dealer_id, upload_id };
  const mark = createMarker(db, place, mapping);
  for await (const bundle of eachBundle(db, of)) {
    for (const { chunk, lines, cells, marks } of bundle) {
      await markChunk(db, of, { chunk, ...(await mark(lines, cells, marks)) });
    }
  }
  await recount(db, place, upload_id);
}

async function* inThousands(rows: AsyncIterable<FileRow>): AsyncGenerator<FileRow[], undefined> {
  let bundle: FileRow[] = [];
  for await (const row of rows) {
    bundle.push(row);
    if (bundle.length < chunkRows) continue;
    yield bundle;
    bundle = [];
  }
  if (bundle.length > 0) yield bundle;
}

type Marks = Pick<Chunk, "marks" | "reasons">;

/** Says of each row what becomes of it; rows are given in the order of the file. */
function createMarker(db: Db, place: Place, mapping: UploadMapping) {
  const read = createRowReader(mapping);
  return async (lines: number[], cells: string[][], before: readonly number[] = []): Promise<Marks> => {
    const reasons = lines.map(() => "");
    const phones = lines.map(() => "");
    const marks: number[] = lines.map((line, at) => {
      if (before[at] === Mark.removed) return Mark.removed;
      const { fields, reason, first } = read(line, cells[at] ?? []);
      reasons[at] = reason;
      if (reason) return first === undefined ? Mark.rejected : Mark.duplicate;
      phones[at] = fields.phone;
      return Mark.fine;
    });
    const known = await knownCustomers(
      db,
      place,
      phones.filter((phone) => phone),
    );
    return { reasons, marks: marks.map((mark, at) => (known.has(phones[at] ?? "") ? Mark.known : mark)) };
  };
}
