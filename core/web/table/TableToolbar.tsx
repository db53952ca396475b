import { ActionIcon, TextInput } from "@mantine/core";
import { IconAdjustmentsHorizontal, IconColumns3, IconDotsVertical, IconSearch } from "@tabler/icons-react";
import { type ReactNode, useContext, useState } from "react";
import { FilterChip } from "../filter/FilterChip.tsx";
import { OtherCommands } from "../layout/screenCommands.ts";
import { lazyDialog } from "../loading/lazyDialog.tsx";
import { DropMenu } from "../menu/DropMenu.tsx";
import type { MenuOption } from "../menu/menuOption.ts";
import { useSession } from "../session/session.ts";
import classes from "./DataTable.module.css";
import { type Density, setDensity } from "./density.ts";
import type { ColumnChoice } from "./useColumnChoice.ts";
import { useDensity } from "./useDensity.ts";
import type { TableModel } from "./useTable.ts";

interface Props {
  table: Pick<TableModel<unknown>, "state" | "searchText" | "setSearchText" | "change">;
  label: string;
  searchHint: string;
  /** Between the search box and the filters. */
  besideSearch: ReactNode;
  filters: ReactNode;
  sortable: readonly { key: string; label: string }[];
  /** What a phone's menu beside the search box offers besides the screen's commands. */
  menu: readonly MenuOption[];
  /** The columns that people choose from; undefined: they can't. */
  choice: ColumnChoice | undefined;
}

/** The search box, the screen's filters and, on a phone without column headers, the sort order. */
export function TableToolbar({ table, label, searchHint, besideSearch, filters, sortable, menu, choice }: Props) {
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
      {besideSearch}
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
        <ViewMenu choice={choice} />
      </span>
    </div>
  );
}

/** On a phone, the menu beside the search box: the screen's other commands, and selecting rows. */
function TableMenu({ label, items }: { label: string; items: readonly MenuOption[] }) {
  const commands = useContext(OtherCommands);
  return (
    <span className={classes.phoneMenu}>
      <DropMenu
        items={[...commands, ...items]}
        trigger={
          <ActionIcon variant="default" size={40} aria-label={`More for ${label.toLowerCase()}`}>
            <IconDotsVertical size={18} aria-hidden />
          </ActionIcon>
        }
      />
    </span>
  );
}

const choices: readonly { density: Density; label: string }[] = [
  { density: "compact", label: "Compact rows" },
  { density: "comfortable", label: "Comfortable rows" },
];

/** The menu at the end of a table's toolbar: the height of rows, and which columns are shown. */
function ViewMenu({ choice }: { choice: ColumnChoice | undefined }) {
  const id = useSession()?.user_id ?? 0;
  const current = useDensity();
  const [isChoosing, setChoosing] = useState(false);
  const heights = choices.map(({ density, label }) => ({
    label,
    checked: density === current,
    onClick: () => setDensity(localStorage, id, density),
  }));
  const columns = choice ? [{ label: "Columns", icon: IconColumns3, onClick: () => setChoosing(true) }] : [];
  return (
    <>
      <RowHeightMenu items={[...columns, ...heights]} isOnlyHeight={!choice} />
      {choice && <ColumnsDialog opened={isChoosing} onClose={() => setChoosing(false)} choice={choice} />}
    </>
  );
}

function RowHeightMenu({ items, isOnlyHeight }: { items: readonly MenuOption[]; isOnlyHeight: boolean }) {
  return (
    <DropMenu
      width={190}
      trigger={
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={isOnlyHeight ? "Row height" : "Columns and row height"}
        >
          <IconAdjustmentsHorizontal size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      }
      items={items}
    />
  );
}

const ColumnsDialog = lazyDialog(() => import("./ColumnsDialog.tsx"), "ColumnsDialog");
