import { countText } from "#core/count.ts";
import "@mantine/core/styles/Table.layer.css";
import { Table } from "@mantine/core";
import type { Upload } from "../fields.ts";
import classes from "./ResultTable.module.css";
import { resultParts } from "./uploadTexts.ts";

/** The outcomes of the file's rows, with their total. */
export function ResultTable({ counts, isUndone }: { counts: Upload["counts"]; isUndone: boolean }) {
  return (
    <Table withTableBorder maw="28rem" aria-label={isUndone ? "What the import had done" : "What the import did"}>
      <Table.Tbody>
        {resultParts(counts).map(({ label, value }) => (
          <Table.Tr key={label}>
            <Table.Th scope="row" fw={400}>
              {label}
            </Table.Th>
            <Table.Td ta="right">{countText(value)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
      <Table.Tfoot className={classes.sum}>
        <Table.Tr>
          <Table.Th scope="row">Rows in the file</Table.Th>
          <Table.Th ta="right">{countText(counts.total)}</Table.Th>
        </Table.Tr>
      </Table.Tfoot>
    </Table>
  );
}
