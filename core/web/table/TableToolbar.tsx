import { NativeSelect, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./DataTable.module.css";
import { DensityMenu } from "./DensityMenu.tsx";
import type { TableModel } from "./useTable.ts";

interface Props {
  table: Pick<TableModel<unknown>, "state" | "searchText" | "setSearchText" | "change">;
  label: string;
  searchHint: string;
  filters: ReactNode;
  sortable: readonly { key: string; label: string }[];
}

/** The search box, the screen's filters and, on a phone without column headers, the sort order. */
export function TableToolbar({ table, label, searchHint, filters, sortable }: Props) {
  const { sort } = table.state;
  const orders = sortable.flatMap(({ key, label }) => [
    { value: `asc:${key}`, label: `${label}, ascending` },
    { value: `desc:${key}`, label: `${label}, descending` },
  ]);
  const choose = (value: string) => {
    const [dir, key] = value.split(":");
    if (key) table.change({ sort: { key, dir: dir === "desc" ? "desc" : "asc" }, page: 1 });
  };
  return (
    <div className={classes.toolbar}>
      <TextInput
        type="search"
        className={classes.search}
        aria-label={`Search ${label.toLowerCase()}`}
        placeholder={searchHint}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={table.searchText}
        onChange={(event) => table.setSearchText(event.currentTarget.value)}
      />
      {filters}
      {orders.length > 0 && (
        <NativeSelect
          className={classes.phoneSort}
          aria-label="Sort by"
          value={sort ? `${sort.dir}:${sort.key}` : ""}
          onChange={(event) => choose(event.currentTarget.value)}
          data={sort ? orders : [{ value: "", label: "Sort by" }, ...orders]}
        />
      )}
      <span className={classes.density}>
        <DensityMenu />
      </span>
    </div>
  );
}
