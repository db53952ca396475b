import { Fragment, memo, type ReactNode } from "react";
import classes from "./DataTable.module.css";
import type { RowAction } from "./RowMenu.tsx";
import { TableRow } from "./TableRow.tsx";
import { tableRoleProps } from "./tableRoleProps.ts";
import type { RowSelection } from "./useRowSelection.ts";

/**
 * Where a column stands in the card that a row is on a phone. Above, `title` and at its right `status`; below, each
 * `line` and at their right `aside`; `more` behind a tap.
 */
export type CardPlace = "title" | "status" | "line" | "aside" | "more";

export interface TableColumn<Row> {
  /** The field's name: sent as `columns[i][data]`, and shown without `render`. */
  key: string;
  label: string;
  sortable?: boolean;
  render?: (row: Row) => ReactNode;
  align?: "left" | "right" | "center";
  width?: string | number;
  /** The field is a number, and 0 says nothing: aligned right, and empty for 0. */
  isCount?: boolean;
  /** Its place in a phone's card. A table in which no column has one lists names and values instead. */
  card?: CardPlace;
  /** Hidden in the cards on a phone. */
  hideOnPhone?: boolean;
}

/** Rows that follow each other under one head, such as those of a day. */
export interface RowGroup {
  key: string;
  head: ReactNode;
}

interface Props<Row> {
  rows: readonly Row[];
  /** The screen's declaration of its rows; stable for the life of the screen. */
  of: {
    columns: TableColumn<Row>[];
    actions?: (row: Row) => RowAction[];
    nameOf?: (row: Row) => string;
    selection?: unknown;
    groupOf?: ((row: Row) => RowGroup) | undefined;
  };
  /** How many cells a row has. */
  width: number;
  keyOf: (row: Row) => string | number;
  chosen: RowSelection<Row>;
}

/** The rows; memoized, so that they render only when the rows or the selection change. */
export const TableBody = memo(function TableBody<Row>({ rows, of, width, keyOf, chosen }: Props<Row>) {
  let last: string | undefined;
  return rows.map((row) => {
    const group = of.groupOf?.(row);
    const isFirst = group !== undefined && group.key !== last;
    last = group?.key;
    return (
      <Fragment key={keyOf(row)}>
        {isFirst && (
          <tr {...tableRoleProps.row} className={classes.group}>
            <td {...tableRoleProps.cell} colSpan={width}>
              {group.head}
            </td>
          </tr>
        )}
        <TableRow row={row} of={of} chosen={chosen} />
      </Fragment>
    );
  });
}) as <Row>(props: Props<Row>) => ReactNode;
