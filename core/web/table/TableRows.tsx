import { Skeleton } from "@mantine/core";
import classes from "./DataTable.module.css";
import { tableRoleProps } from "./tableRoleProps.ts";

interface Props {
  columns: number;
  rows: number;
  /** How many lines a row has. */
  lines: number;
  /** True: on a phone the rows will be cards of two lines. */
  areCards: boolean;
}

/** The width of a bar, in percent of its column: different from row to row, as words are. */
const widthOf = (row: number, column: number) => 45 + ((row * 17 + column * 29) % 40);

/** Placeholders for loading rows, as high as the real ones and in their columns. Shown after a moment only. */
export function LoadingRows({ columns, rows, lines, areCards }: Props) {
  const cells = Array.from({ length: columns }, (_, column) => column);
  return Array.from({ length: rows }, (_, row) => row).map((row) => (
    <tr
      {...tableRoleProps.row}
      key={row}
      aria-hidden
      className={classes.loading}
      data-loading
      data-cards={areCards || undefined}
    >
      {cells.map((column) => (
        <td {...tableRoleProps.cell} key={column}>
          <Skeleton height={10} my={5} mb={5 + (lines - 1) * 20} width={`${widthOf(row, column)}%`} />
        </td>
      ))}
    </tr>
  ));
}

export function NoRows({ columns }: { columns: number }) {
  return (
    <tr {...tableRoleProps.row}>
      <td {...tableRoleProps.cell} colSpan={columns} className={classes.nothing} data-cell="nothing">
        No matching records found
      </td>
    </tr>
  );
}
