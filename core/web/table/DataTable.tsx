import { Skeleton, UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowsSort, IconArrowUp, IconChecks } from "@tabler/icons-react";
import { type ReactNode, Suspense, useDeferredValue, useState } from "react";
import type { BodyInput, ParamsInput, RowOf } from "#core/call.ts";
import { LoadFailure } from "#core/web/feedback/LoadFailure.tsx";
import { lazyNamed } from "../loading/lazyNamed.ts";
import classes from "./DataTable.module.css";
import type { RowAction } from "./RowMenu.tsx";
import { SelectionBar, SelectPageCheckbox } from "./RowSelection.tsx";
import { type RowGroup, TableBody, tableRoleProps } from "./TableBody.tsx";
import cards from "./TableCards.module.css";
import { TableFoot } from "./TableFoot.tsx";
import { TableToolbar } from "./TableToolbar.tsx";
import type { TableColumn } from "./tableColumn.ts";
import type { FirstState, RecordGroups } from "./tableState.ts";
import { useColumnChoice } from "./useColumnChoice.ts";
import { useDensity } from "./useDensity.ts";
import { useRowSelection } from "./useRowSelection.ts";
import { type TableCall, useTable } from "./useTable.ts";

export type { TableColumn } from "./tableColumn.ts";

interface Props<C extends TableCall> extends FirstState {
  call: C;
  /** What the table lists, for screen readers: "Appointments". */
  label: string;
  /** The search box's placeholder: what the search covers. */
  searchHint?: string;
  /** Stands beside the search box, where a phone has no heading to stand beside. */
  besideSearch?: ReactNode;
  /** How many lines a row usually has, so that loading rows don't shift the layout. */
  lines?: number;
  columns: TableColumn<RowOf<C>>[];
  params?: ParamsInput<C>;
  /** Filters sent with every request. */
  body?: Partial<BodyInput<C>>;
  /** The controls beside the search box that set those filters. */
  filters?: ReactNode;
  /** Puts rows that follow each other under one head, such as a day's. */
  groupOf?: ((row: RowOf<C>, previous: RowOf<C> | undefined) => RowGroup) | undefined;
  /** Splits the count in the foot where a filter's own count is only a part of it. */
  recordGroups?: ((total: number) => RecordGroups) | undefined;
  rowKey?: (row: RowOf<C>) => string | number;
  /** The row's action menu; `nameOf` labels it: "Actions for Maria Lopez". */
  actions?: (row: RowOf<C>) => RowAction[];
  nameOf?: (row: RowOf<C>) => string;
  /** The heading of that menu's column. */
  actionsLabel?: string;
  /** Makes rows selectable and offers actions on the selected ones; `clear` deselects them. */
  selection?:
    | {
        actions: (selected: RowOf<C>[], clear: () => void, all: AllRows) => ReactNode;
        /** Offers to select all rows that search and filters match, also those on other pages. */
        takesAll?: boolean;
      }
    | undefined;
  /** Lets each person choose and order the columns, remembered in the browser under this name. */
  columnsName?: string;
  /** Replaces the rows when there are none at all yet, and none were searched for; leave it out while filters are set. */
  empty?: ReactNode;
  /** True in a dialog: page, size, search and sort then stay out of the address, which belongs to the table below. */
  localState?: boolean;
}

/** All rows that search and filters match. */
export interface AllRows {
  /** True: all of them are selected, whatever is on this page. */
  readonly isChosen: boolean;
  readonly search: string;
}

const idOf = (row: unknown) => (row as { id: number }).id;

/**
 * A server-paged table over a `table: true` call; page, size, search and sort live in the address. On a phone each row
 * is a card; explicit roles keep it a table to screen readers.
 */
export function DataTable<C extends TableCall>(given: Props<C>) {
  const choice = useColumnChoice(given.columnsName, given.columns);
  const props = { ...given, columns: choice.columns };
  const {
    call,
    label,
    searchHint = "Search",
    lines = 1,
    columns,
    body,
    filters,
    firstSort,
    firstSize,
    rowKey = idOf,
    actions,
    actionsLabel = "Action",
    selection,
    empty,
    params,
    localState,
  } = props;
  const keys = columns.map((column) => column.key);
  const sortable = columns.filter((column) => column.sortable);
  const order = { sortable: sortable.map((column) => column.key), firstSort, firstSize };
  const table = useTable({ call, params, body, columns: keys, ...order, localState });
  const { rows, failure, loading, change } = table;
  const { sort, search } = table.state;
  // Rendered with low priority, so that clicks and typing don't wait for a page of rows.
  const deferredRows = useDeferredValue(rows);
  const showsPlaceholder = loading || (rows.length > 0 && deferredRows.length === 0);
  const matching = JSON.stringify({ body, search });
  const [allOf, setAllOf] = useState<string>();
  const chosenRows = useRowSelection(rows, rowKey, JSON.stringify(body ?? {}));
  const selected: typeof chosenRows = {
    ...chosenRows,
    set: (some, chosen) => {
      setAllOf(undefined);
      chosenRows.set(some, chosen);
    },
    clear: () => {
      setAllOf(undefined);
      chosenRows.clear();
    },
  };
  const isAllChosen = allOf === matching;
  // On a phone the checkboxes come when they are asked for.
  const [isSelecting, setSelecting] = useState(false);
  const endSelecting = () => {
    selected.clear();
    setSelecting(false);
  };
  const selectOption = isSelecting
    ? { label: "Stop selecting", icon: IconChecks, onClick: endSelecting }
    : { label: `Select ${label.toLowerCase()}`, icon: IconChecks, onClick: () => setSelecting(true) };
  const width = columns.length + (actions ? 1 : 0) + (selection ? 1 : 0);
  const density = useDensity();
  const areCards = columns.some(({ card }) => card);
  const loadingRows = { columns: width, rows: Math.min(table.state.size, 10), lines, areCards };
  const isEmpty = !loading && !failure && rows.length === 0;
  const showsEmpty = isEmpty && Boolean(empty) && !search;
  if (showsEmpty && !filters) return <>{empty}</>;

  return (
    <section
      className={classes.table}
      data-bleeds={!localState || undefined}
      data-density={density}
      data-selecting={isSelecting || undefined}
      aria-label={label}
      aria-busy={loading || table.updating}
    >
      <TableToolbar
        table={table}
        label={label}
        searchHint={searchHint}
        besideSearch={given.besideSearch}
        filters={filters}
        sortable={sortable}
        menu={selection && rows.length > 0 ? [selectOption] : []}
        choice={given.columnsName === undefined ? undefined : choice}
      />
      {selection && isSelecting && rows.length > 0 && (
        <div className={classes.choosePage}>
          <SelectPageCheckbox chosen={selected} shown={rows} withLabel />
        </div>
      )}
      {failure && <LoadFailure failure={failure} retry={table.retry} m="md" mt={0} />}
      {showsEmpty && empty}
      {!(failure && rows.length === 0) && !showsEmpty && (
        <div className={classes.scroll} data-updating={table.updating || undefined}>
          <table {...tableRoleProps.table} aria-label={label} className={`${classes.grid} ${cards.grid}`}>
            <thead {...tableRoleProps.group}>
              <tr {...tableRoleProps.row}>
                {selection && (
                  <th {...tableRoleProps.header} className={classes.choose} data-cell="choose">
                    <SelectPageCheckbox chosen={selected} shown={rows} />
                  </th>
                )}
                {columns.map(({ key, label, info, align, isCount, width, sortable }) => (
                  <SortableHeader
                    key={key}
                    label={label}
                    info={info}
                    align={align ?? (isCount ? "right" : undefined)}
                    width={width}
                    wraps={isCount}
                    sorted={sort?.key === key ? sort.dir : undefined}
                    onSort={sortable ? (dir) => change({ sort: { key, dir }, page: 1 }) : undefined}
                  />
                ))}
                {actions && <SortableHeader label={actionsLabel} align="right" width="4rem" wraps />}
              </tr>
            </thead>
            <tbody {...tableRoleProps.group}>
              {showsPlaceholder && <LoadingRows {...loadingRows} />}
              {isEmpty && <NoRows columns={width} />}
              <TableBody rows={deferredRows} of={props} width={width} keyOf={rowKey} chosen={selected} />
            </tbody>
          </table>
        </div>
      )}
      {selection && (
        <SelectionBar
          chosen={{ ...selected, clear: endSelecting }}
          all={
            selection.takesAll && table.total > 0
              ? { total: table.total, isMore: table.isMore, isChosen: isAllChosen, choose: () => setAllOf(matching) }
              : undefined
          }
          actions={(chosen, clear) => selection.actions(chosen, clear, { isChosen: isAllChosen, search })}
        />
      )}
      {!showsEmpty && <TableFoot table={table} groupsOf={props.recordGroups} label={label} />}
    </section>
  );
}

interface LoadingRowsProps {
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
function LoadingRows({ columns, rows, lines, areCards }: LoadingRowsProps) {
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

function NoRows({ columns }: { columns: number }) {
  return (
    <tr {...tableRoleProps.row}>
      <td {...tableRoleProps.cell} colSpan={columns} className={classes.nothing} data-cell="nothing">
        No matching records found
      </td>
    </tr>
  );
}

/** Few tables explain a column, and its tooltip is heavier than the table's header. */
const InfoTooltip = lazyNamed(() => import("../feedback/InfoTooltip.tsx"), "InfoTooltip");

interface SortableHeaderProps {
  label: string;
  info?: string | undefined;
  align?: "left" | "right" | "center" | undefined;
  width?: string | number;
  /** Breaks a long label into lines, where the cells below are narrow. */
  wraps?: boolean | undefined;
  sorted?: "asc" | "desc";
  /** Omitted: the column can't be sorted. */
  onSort?: (dir: "asc" | "desc") => void;
}

const ariaSort = { asc: "ascending", desc: "descending" } as const;

/** A column header with the sort control as a button inside it, so that screen readers still see a column header. */
function SortableHeader({ label, info, align, width, wraps, sorted, onSort }: SortableHeaderProps) {
  const Arrow = sorted === "asc" ? IconArrowUp : sorted === "desc" ? IconArrowDown : IconArrowsSort;
  return (
    <th
      {...tableRoleProps.header}
      data-align={align}
      data-wraps={(wraps && label.includes(" ")) || undefined}
      style={{ width }}
      aria-sort={sorted ? ariaSort[sorted] : onSort ? "none" : undefined}
    >
      {onSort ? (
        <UnstyledButton className={classes.sort} onClick={() => onSort(sorted === "asc" ? "desc" : "asc")}>
          {label}
          <Arrow size={14} aria-hidden data-active={sorted ? true : undefined} />
        </UnstyledButton>
      ) : (
        label
      )}
      {info && (
        <Suspense>
          <InfoTooltip about={label}>{info}</InfoTooltip>
        </Suspense>
      )}
    </th>
  );
}
