import { Fragment, memo, type ReactNode } from "react";
import classes from "./DataTable.module.css";
import type { RowAction } from "./RowMenu.tsx";
import { TableRow } from "./TableRow.tsx";
import type { TableColumn } from "./tableColumn.ts";
import { tableRoleProps } from "./tableRoleProps.ts";
import type { RowSelection } from "./useRowSelection.ts";

/** Rows that follow each other under one head, such as those of a day. */
export interface RowGroup {
  key: string;
  head: ReactNode;
  /** Drawn above this row, first of its group or not. */
  line?: ReactNode;
}

interface Props<Row> {
  rows: readonly Row[];
  /** The screen's declaration of its rows; stable for the life of the screen. */
  of: {
    columns: TableColumn<Row>[];
    actions?: (row: Row) => RowAction[];
    nameOf?: (row: Row) => string;
    selection?: unknown;
    groupOf?: ((row: Row, previous: Row | undefined) => RowGroup) | undefined;
  };
  /** How many cells a row has. */
  width: number;
  keyOf: (row: Row) => string | number;
  chosen: RowSelection<Row>;
}

/** The rows; memoized, so that they render only when the rows or the selection change. */
export const TableBody = memo(function TableBody<Row>({ rows, of, width, keyOf, chosen }: Props<Row>) {
  let last: string | undefined;
  return rows.map((row, place) => {
    const group = of.groupOf?.(row, rows[place - 1]);
    const isFirst = group !== undefined && group.key !== last;
    last = group?.key;
    return (
      <Fragment key={keyOf(row)}>
        {group?.line && <Head className={classes.line} width={width} head={group.line} />}
        {isFirst && <Head className={classes.group} width={width} head={group.head} />}
        <TableRow row={row} of={of} chosen={chosen} />
      </Fragment>
    );
  });
}) as <Row>(props: Props<Row>) => ReactNode;

function Head({ className, width, head }: { className: string | undefined; width: number; head: ReactNode }) {
  return (
    <tr {...tableRoleProps.row} className={className}>
      <td {...tableRoleProps.cell} colSpan={width}>
        {head}
      </td>
    </tr>
  );
}
