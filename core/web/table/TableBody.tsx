import { IconChevronDown } from "@tabler/icons-react";
import { Fragment, type MouseEvent, memo, type ReactNode, useId, useState } from "react";
import { countText } from "#core/count.ts";
import classes from "./DataTable.module.css";
import { type RowAction, RowMenu } from "./RowMenu.tsx";
import { SelectRowCheckbox } from "./RowSelection.tsx";
import cards from "./TableCards.module.css";
import type { TableColumn } from "./tableColumn.ts";
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

interface TableRowProps<Row> {
  row: Row;
  of: {
    columns: TableColumn<Row>[];
    actions?: (row: Row) => RowAction[];
    nameOf?: (row: Row) => string;
    selection?: unknown;
  };
  chosen: RowSelection<Row>;
}

/** One row; on a phone a card of two lines, which a tap opens. */
export function TableRow<Row>({ row, of: { columns, actions, nameOf, selection }, chosen }: TableRowProps<Row>) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const isCard = columns.some(({ card }) => card);
  const rest = isCard ? columns.filter((column) => placeOf(column) === "more" && !column.hideOnPhone) : [];
  const name = nameOf?.(row);
  const toggle = (event: MouseEvent) => {
    if (rest.length > 0 && !isControl(event.target)) setOpen(!isOpen);
  };
  return (
    <tr
      {...tableRoleProps.row}
      data-row={(row as { id?: number }).id}
      data-chosen={chosen.has(row) || undefined}
      data-card={isCard || undefined}
      data-open={isOpen || undefined}
      onClick={toggle}
    >
      {Boolean(selection) && (
        <td {...tableRoleProps.cell} className={classes.choose} data-cell="choose">
          <SelectRowCheckbox chosen={chosen} row={row} name={name} />
        </td>
      )}
      {columns.map((column) => (
        <td
          {...tableRoleProps.cell}
          key={column.key}
          id={column === rest[0] ? id : undefined}
          data-align={column.align ?? (column.isCount ? "right" : undefined)}
          data-label={column.label}
          data-place={isCard ? placeOf(column) : undefined}
          data-hide-on-phone={column.hideOnPhone || undefined}
        >
          <div>{cellOf(column, row)}</div>
        </td>
      ))}
      {(actions || rest.length > 0) && (
        <td
          {...tableRoleProps.cell}
          className={classes.actions}
          data-cell="actions"
          data-only-phone={!actions || undefined}
        >
          {rest.length > 0 && (
            <button
              type="button"
              className={cards.more}
              aria-label={name ? `Details of ${name}` : "Details"}
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={() => setOpen(!isOpen)}
            >
              <IconChevronDown size={16} aria-hidden />
            </button>
          )}
          {actions && <RowMenu actions={actions(row)} of={name} />}
        </td>
      )}
    </tr>
  );
}

const placeOf = <Row,>({ card }: TableColumn<Row>) => card ?? "more";

/** A tap on a link or a button is for that alone, also on one in a menu, whose events React passes on to the row. */
const isControl = (target: EventTarget) =>
  !(target instanceof Element) ||
  target.closest("a, button, input, select, label, [role=dialog], [role=menu]") !== null ||
  target.closest("tr") === null;

function cellOf<Row>({ key, render, isCount }: TableColumn<Row>, row: Row): ReactNode {
  if (render) return render(row);
  const value = (row as Record<string, unknown>)[key];
  if (isCount) return countCell(value);
  return String(value ?? "");
}

/** A count as a cell shows it: nothing for 0. */
export function countCell(value: unknown): string {
  const count = Number(value);
  return count ? countText(count) : "";
}

/**
 * Phones display rows and cells as blocks, and some browsers then drop the table semantics: explicit roles restore
 * them.
 */
export const tableRoleProps = {
  table: { role: "table" },
  group: { role: "rowgroup" },
  row: { role: "row" },
  header: { role: "columnheader", scope: "col" },
  cell: { role: "cell" },
} as const;
