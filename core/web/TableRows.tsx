import { Skeleton } from "@mantine/core";
import classes from "./DataTable.module.css";
import { as } from "./tableRoles.ts";

/** Stands for rows that are on their way, about as high as they will be. */
export function LoadingRows({ columns, rows }: { columns: number; rows: number }) {
  const lines = Array.from({ length: rows }, (_, line) => ({ line, width: `${90 - ((line * 17) % 35)}%` }));
  return lines.map(({ line, width }) => (
    <tr {...as.row} key={line} aria-hidden>
      <td {...as.cell} colSpan={columns}>
        <Skeleton height={14} my={5} width={width} />
      </td>
    </tr>
  ));
}

export function NoRows({ columns }: { columns: number }) {
  return (
    <tr {...as.row}>
      <td {...as.cell} colSpan={columns} className={classes.nothing}>
        No matching records found
      </td>
    </tr>
  );
}
