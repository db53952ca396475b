import "@mantine/core/styles/Pagination.layer.css";
import { ActionIcon, NativeSelect, Pagination } from "@mantine/core";
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from "@tabler/icons-react";
import type { Cursors } from "#core/envelope.ts";
import classes from "./DataTable.module.css";
import { maxNumberedRows, pageSizes, type RecordGroups, recordRangeText, type TableState } from "./tableState.ts";
import type { TableModel } from "./useTable.ts";

const sizes = pageSizes.map((size) => ({ value: String(size), label: `${size} per page` }));
const controls = { first: "First page", previous: "Previous page", next: "Next page", last: "Last page" } as const;

type TableFields = "state" | "rows" | "total" | "isMore" | "cursors" | "loading" | "failure" | "change";
interface Props {
  table: Pick<TableModel<unknown>, TableFields>;
  /** How many records each group of the table has, given how many there are. */
  groupsOf?: ((total: number) => RecordGroups) | undefined;
  /** What the table lists: a page can have two tables. */
  label: string;
}

/** The shown range of records, and the pagination. */
export function TableFoot({ table, groupsOf, label }: Props) {
  const { total, isMore, cursors, change } = table;
  const { page, size } = table.state;
  const pages = Math.max(1, Math.ceil(total / size));
  const start = cursors ? cursors.start : (page - 1) * size;
  const status = table.loading
    ? "Loading…"
    : recordRangeText(start, table.rows.length, total, isMore, isMore ? {} : groupsOf?.(total));
  return (
    <div className={classes.foot}>
      <p role="status" className={classes.showing}>
        {table.failure && table.rows.length === 0 ? "" : status}
      </p>
      <div className={classes.pages}>
        <NativeSelect
          size="xs"
          aria-label="Records per page"
          value={String(size)}
          data={sizes}
          onChange={(event) => change({ size: Number(event.currentTarget.value), page: 1 })}
        />
        {cursors && (isMore || total > maxNumberedRows) ? (
          <Steps cursors={cursors} size={size} change={change} label={label} />
        ) : (
          <Pagination
            component="nav"
            aria-label={`Pages of ${label.toLowerCase()}`}
            size="sm"
            total={pages}
            value={Math.min(page, pages)}
            onChange={(page) => change({ page })}
            getItemProps={(page) => ({ "aria-label": `Page ${page}` })}
            getControlProps={(control) => ({ "aria-label": controls[control] })}
          />
        )}
      </div>
    </div>
  );
}

interface StepsProps {
  cursors: Cursors;
  size: number;
  change: (change: Partial<TableState>) => void;
  label: string;
}

/** Large tables offer first, previous, next and last instead of page numbers. */
function Steps({ cursors: { start, previous, next, last }, size, change, label }: StepsProps) {
  const first = start === 0 ? null : () => change({ page: 1 });
  const to = (at: string | null) => (at === null ? null : () => change({ page: 1, cursor: at }));
  const isSecond = start !== null && start <= size;
  const buttons = [
    { name: controls.first, Icon: IconChevronsLeft, go: first },
    { name: controls.previous, Icon: IconChevronLeft, go: isSecond ? first : to(previous) },
    { name: controls.next, Icon: IconChevronRight, go: to(next) },
    { name: controls.last, Icon: IconChevronsRight, go: to(last) },
  ];
  return (
    <nav aria-label={`Pages of ${label.toLowerCase()}`} className={classes.steps}>
      {buttons.map(({ name, Icon, go }) => (
        <ActionIcon
          key={name}
          variant="default"
          size="lg"
          aria-label={name}
          aria-disabled={!go}
          data-disabled={!go || undefined}
          onClick={() => go?.()}
        >
          <Icon size={16} aria-hidden />
        </ActionIcon>
      ))}
    </nav>
  );
}
