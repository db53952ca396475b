import { Readable } from "node:stream";
import type { CsvError } from "csv-parse";
import { countText } from "#core/count.ts";
import { invalidField } from "#core/failure.ts";
import { maxRows } from "../contract.ts";

const maxColumns = 200;
/** A longer row usually has a quotation mark that is never closed. */
const maxRowLength = 100_000;

/** A non-empty row with its spreadsheet row number: empty rows count, and the labels are row 1. */
export interface CsvRow {
  readonly row: number;
  readonly cells: string[];
}

/**
 * Parses CSV as a stream. Quotation marks inside an unquoted cell are part of it.
 *
 * @throws Failure `invalid` that names the row and column that can't be read.
 */
export async function* parseRows(pieces: Iterable<string>, delimiter: string): AsyncGenerator<CsvRow> {
  const csv = await import("csv-parse");
  const parser = csv.parse({
    delimiter,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: maxRowLength,
  });
  const source = Readable.from(pieces);
  source.on("error", (error) => parser.destroy(error));
  source.pipe(parser);
  let row = 0;
  let rows = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      row += 1;
      if (row === 1 && /^sep=/i.test(cells[0] ?? "")) continue;
      if (cells.length > maxColumns) throw invalidField("csv_file", tooManyColumns(row, cells.length));
      if (cells.every((cell) => cell.trim() === "")) continue;
      rows += 1;
      // The first row holds the labels.
      if (rows > maxRows + 1) throw invalidField("csv_file", tooManyRows);
      yield { row, cells };
    }
  } catch (error) {
    throw error instanceof csv.CsvError ? unreadable(error) : error;
  } finally {
    source.destroy();
    parser.destroy();
  }
}

const tooManyRows = `This file has more than ${countText(maxRows)} rows. Please split it into smaller files.`;

function tooManyColumns(row: number, count: number): string {
  return `Row ${row} has ${countText(count)} columns; at most ${maxColumns} can be read. Please delete the columns that aren't needed.`;
}

/** The parser's counters are the rows and cells before the error, so the position is one more. */
function unreadable(error: CsvError) {
  const where = `Row ${Number(error.records ?? 0) + 1}, column ${Number(error.index ?? 0) + 1}`;
  if (error.code === "CSV_QUOTE_NOT_CLOSED") {
    return invalidField(
      "csv_file",
      `${where}: a quotation mark (") is opened and never closed. Please close or remove it.`,
    );
  }
  const limit = countText(maxRowLength);
  return invalidField(
    "csv_file",
    error.code === "CSV_MAX_RECORD_SIZE"
      ? `${where}: this row is longer than ${limit} characters. Often a quotation mark (") that is never closed is the reason.`
      : `${where}: this can't be read as CSV.`,
  );
}
