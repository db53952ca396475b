import { memo, type ReactNode } from "react";
import classes from "./DataTable.module.css";
import { type RowAction, RowMenu } from "./RowMenu.tsx";
import { SelectRowCheckbox } from "./RowSelection.tsx";
import { tableRoleProps } from "./tableRoleProps.ts";
import type { RowSelection } from "./useRowSelection.ts";

export interface TableColumn<Row> {
  /** The field's name: sent as `columns[i][data]`, and shown without `render`. */
  key: string;
  label: string;
  sortable?: boolean;
  render?: (row: Row) => ReactNode;
  align?: "left" | "right" | "center";
  width?: string | number;
  /** Hidden in the cards on a phone. */
  hideOnPhone?: boolean;
}

interface Props<Row> {
  rows: readonly Row[];
  /** The screen's declaration of its rows; stable for the life of the screen. */
  of: {
    columns: TableColumn<Row>[];
    actions?: (row: Row) => RowAction[];
    nameOf?: (row: Row) => string;
    selection?: unknown;
  };
  keyOf: (row: Row) => string | number;
  chosen: RowSelection<Row>;
}

/** The rows; memoized, so that they render only when the rows or the selection change. */
export const TableBody = memo(function TableBody<Row>({ rows, of, keyOf, chosen }: Props<Row>) {
  const { columns, actions, nameOf, selection } = of;
  return rows.map((row) => (
    <tr {...tableRoleProps.row} key={keyOf(row)} data-chosen={chosen.has(row) || undefined}>
      {Boolean(selection) && (
        <td {...tableRoleProps.cell} className={classes.choose}>
          <SelectRowCheckbox chosen={chosen} row={row} name={nameOf?.(row)} />
        </td>
      )}
      {columns.map(({ key, label, align, hideOnPhone, render }) => (
        <td
          {...tableRoleProps.cell}
          key={key}
          data-align={align}
          data-label={label}
          data-hide-on-phone={hideOnPhone || undefined}
        >
          <div>{render ? render(row) : String((row as Record<string, unknown>)[key] ?? "")}</div>
        </td>
      ))}
      {actions && (
        <td {...tableRoleProps.cell} className={classes.actions}>
          <RowMenu actions={actions(row)} of={nameOf?.(row)} />
        </td>
      )}
    </tr>
  ));
}) as <Row>(props: Props<Row>) => ReactNode;
