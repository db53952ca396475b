import { setImmediate } from "node:timers/promises";
import { countText } from "#core/count.ts";
import { invalidField } from "#core/failure.ts";
import { type CsvFormat, type CsvRow, csvRows, UnreadableCsv } from "#domains/customers/csv/rules.ts";
import { type RepairedCells, repairCells } from "./repairCells.ts";

const maxColumns = 200;
/** Other requests get their turn after this many lines. */
const linesAtOnce = 5000;

/** A row whose cells are repaired. */
export type ParsedCsvRow = CsvRow & RepairedCells;

/**
 * Parses CSV piece by piece, leaving out empty rows.
 *
 * @param field where a failure is shown.
 * @throws Failure `invalid` that names the row and column that can't be read.
 */
export async function* parseRows(
  pieces: Iterable<string>,
  format: CsvFormat,
  field = "csv_file",
): AsyncGenerator<ParsedCsvRow> {
  let pauseAfter = linesAtOnce;
  try {
    for (const csvRow of csvRows(pieces, format)) {
      const { row, cells } = csvRow;
      if (row > pauseAfter) {
        pauseAfter = row + linesAtOnce;
        await setImmediate();
      }
      if (cells.length > maxColumns) throw invalidField(field, tooManyColumns(row, cells.length));
      if (cells.every((cell) => cell.trim() === "")) continue;
      yield { ...csvRow, ...repairCells(cells) };
    }
  } catch (error) {
    throw error instanceof UnreadableCsv ? invalidField(field, error.message) : error;
  }
}

function tooManyColumns(row: number, count: number): string {
  return `Row ${row} has ${countText(count)} columns; at most ${maxColumns} can be read. Please delete the columns that aren't needed.`;
}
