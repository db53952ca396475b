import "@mantine/core/styles/Pagination.layer.css";
import { NativeSelect, Pagination } from "@mantine/core";
import classes from "./DataTable.module.css";
import { pageSizes, showing } from "./table.ts";
import type { Table } from "./useTable.ts";

const sizes = pageSizes.map((size) => ({ value: String(size), label: `${size} per page` }));
const controls = { first: "First page", previous: "Previous page", next: "Next page", last: "Last page" } as const;

type Props = { table: Pick<Table<unknown>, "state" | "rows" | "total" | "loading" | "failure" | "change"> };

/** What part of the records is shown, and the way to the others. */
export function TableFoot({ table }: Props) {
  const { page, size } = table.state;
  const pages = Math.max(1, Math.ceil(table.total / size));
  const words = table.loading ? "Loading…" : showing((page - 1) * size, table.rows.length, table.total);
  return (
    <div className={classes.foot}>
      <p role="status" className={classes.showing}>
        {table.failure && table.rows.length === 0 ? "" : words}
      </p>
      <div className={classes.pages}>
        <NativeSelect
          size="xs"
          aria-label="Records per page"
          value={String(size)}
          data={sizes}
          onChange={(event) => table.change({ size: Number(event.currentTarget.value), page: 1 })}
        />
        <Pagination
          component="nav"
          aria-label="Pages"
          size="sm"
          total={pages}
          value={Math.min(page, pages)}
          onChange={(page) => table.change({ page })}
          getItemProps={(page) => ({ "aria-label": `Page ${page}` })}
          getControlProps={(control) => ({ "aria-label": controls[control] })}
        />
      </div>
    </div>
  );
}
