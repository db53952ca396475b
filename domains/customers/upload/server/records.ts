import { folded } from "#core/folded.ts";
import type { Page } from "#core/server/table.ts";
import type { Db } from "#core/server/unit.ts";
import { searchWords } from "#domains/customers/rules.ts";
import type { UploadMapping, UploadRecord } from "../contract.ts";
import { readRow } from "../rules.ts";
import { type Chunk, chunkRows, countMarks, eachBundle, readChunks } from "./chunkStore.ts";
import { markName, marksFor } from "./marks.ts";
import type { UploadRow } from "./store.ts";

/** So far apart are the ids of the records of two uploads: more than any file has rows. */
const span = 131_072;

export const recordId = (upload_id: number, place: number) => upload_id * span + place;
export const placeOfRecord = (id: number) => ({ upload_id: Math.floor(id / span), place: id % span });

interface Asked {
  readonly filter: Parameters<typeof marksFor>[0];
  readonly start: number;
  readonly length: number;
  readonly search: string;
}

/** A page of an upload's rows in the order of the file. Without a search, only the chunks that it lies in are read. */
export async function recordPage(db: Db, upload: UploadRow, asked: Asked): Promise<Page<UploadRecord>> {
  const of = { dealer_id: upload.dealer_id, upload_id: upload.id };
  const marks = marksFor(asked.filter);
  const counts = await countMarks(db, of, marks);
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const words = searchWords(asked.search);
  if (words.length > 0) return { ...(await search(db, upload, asked, words)), recordsTotal: total };
  const rows: UploadRecord[] = [];
  let before = 0;
  for (const { chunk, count } of counts) {
    const from = Math.max(0, asked.start - before);
    before += count;
    if (from >= count) continue;
    const [read] = await readChunks(db, of, chunk, 1);
    if (read) rows.push(...recordsOf(upload, read, marks).slice(from, from + asked.length - rows.length));
    if (rows.length >= asked.length) break;
  }
  return { rows, recordsTotal: total, recordsFiltered: total };
}

async function search(db: Db, upload: UploadRow, { filter, start, length }: Asked, words: readonly string[]) {
  const rows: UploadRecord[] = [];
  let found = 0;
  for await (const bundle of eachBundle(db, { dealer_id: upload.dealer_id, upload_id: upload.id })) {
    for (const record of bundle.flatMap((chunk) => recordsOf(upload, chunk, marksFor(filter)))) {
      const text = textOf(record);
      if (!words.every((word) => text.includes(word))) continue;
      if (found >= start && rows.length < length) rows.push(record);
      found += 1;
    }
  }
  return { rows, recordsFiltered: found };
}

const textOf = ({ first_name, last_name, email, phone, company }: UploadRecord) =>
  folded(`${first_name} ${last_name} ${email} ${phone} ${company}`);

function recordsOf(
  upload: UploadRow,
  { chunk, lines, cells, marks, reasons }: Chunk,
  wanted: number[],
): UploadRecord[] {
  return lines.flatMap((row, index) => {
    const mark = marks[index];
    if (!wanted.includes(mark ?? 0)) return [];
    const { fields } = readRow(cells[index] ?? [], upload.mapping as UploadMapping);
    const id = recordId(upload.id, chunk * chunkRows + index);
    // A character that no page can show is no more than a mark.
    const shown = Object.fromEntries(
      Object.entries(fields).map(([field, value]) => [field, value.replaceAll("\u0000", "\uFFFD")]),
    ) as typeof fields;
    return [{ id, row, mark: markName(mark), reason: reasons[index] ?? "", ...shown }];
  });
}
