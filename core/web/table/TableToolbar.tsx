import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { FilterChip } from "../filter/FilterChip.tsx";
import type { MenuOption } from "../menu/menuOption.ts";
import classes from "./DataTable.module.css";
import { DensityMenu } from "./DensityMenu.tsx";
import { TableMenu } from "./TableMenu.tsx";
import type { TableModel } from "./useTable.ts";

interface Props {
  table: Pick<TableModel<unknown>, "state" | "searchText" | "setSearchText" | "change">;
  label: string;
  searchHint: string;
  filters: ReactNode;
  sortable: readonly { key: string; label: string }[];
  /** What a phone's menu beside the search box offers besides the screen's commands. */
  menu: readonly MenuOption[];
}

/** The search box, the screen's filters and, on a phone without column headers, the sort order. */
export function TableToolbar({ table, label, searchHint, filters, sortable, menu }: Props) {
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
      <TableMenu label={label} items={menu} />
      <div className={classes.filters}>
        {filters}
        {orders.length > 0 && (
          <span className={classes.phoneSort}>
            <FilterChip
              label="Sort"
              value={sort ? `${sort.dir}:${sort.key}` : ""}
              onChange={choose}
              options={[{ value: "", label: "Default" }, ...orders]}
            />
          </span>
        )}
      </div>
      <span className={classes.density}>
        <DensityMenu />
      </span>
    </div>
  );
}
