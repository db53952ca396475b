import { Skeleton, Table } from "@mantine/core";
import classes from "./DataTable.module.css";

/** Stands for rows that are on their way, about as high as they will be. */
export function LoadingRows({ columns, rows }: { columns: number; rows: number }) {
  const lines = Array.from({ length: rows }, (_, line) => ({ line, width: `${90 - ((line * 17) % 35)}%` }));
  return lines.map(({ line, width }) => (
    <Table.Tr role="row" key={line} aria-hidden>
      <Table.Td role="cell" colSpan={columns}>
        <Skeleton height={14} my={5} width={width} />
      </Table.Td>
    </Table.Tr>
  ));
}

export function NoRows({ columns }: { columns: number }) {
  return (
    <Table.Tr role="row">
      <Table.Td role="cell" colSpan={columns} className={classes.nothing}>
        No matching records found
      </Table.Td>
    </Table.Tr>
  );
}
