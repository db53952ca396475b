import { Skeleton } from "@mantine/core";
import classes from "./DataTable.module.css";
import { tableRoleProps } from "./tableRoleProps.ts";

/** Placeholders for loading rows, about as high as the real ones. */
export function LoadingRows({ columns, rows, lines }: { columns: number; rows: number; lines: number }) {
  const widths = Array.from({ length: rows }, (_, row) => ({ row, width: `${90 - ((row * 17) % 35)}%` }));
  return widths.map(({ row, width }) => (
    <tr {...tableRoleProps.row} key={row} aria-hidden>
      <td {...tableRoleProps.cell} colSpan={columns}>
        <Skeleton height={14} mt={5} mb={5 + (lines - 1) * 20} width={width} />
      </td>
    </tr>
  ));
}

export function NoRows({ columns }: { columns: number }) {
  return (
    <tr {...tableRoleProps.row}>
      <td {...tableRoleProps.cell} colSpan={columns} className={classes.nothing}>
        No matching records found
      </td>
    </tr>
  );
}
