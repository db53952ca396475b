import { UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import classes from "./DataTable.module.css";
import { as } from "./tableRoles.ts";

interface Props {
  label: string;
  align?: "left" | "right" | "center";
  width?: string | number;
  sorted?: "asc" | "desc";
  /** Left out: the column can't be sorted. */
  onSort?: (dir: "asc" | "desc") => void;
}

const said = { asc: "ascending", desc: "descending" } as const;

/** A column's header; the sort control is a button inside it, so that it stays a column header to screen readers. */
export function SortableHeader({ label, align, width, sorted, onSort }: Props) {
  const Arrow = sorted === "asc" ? IconArrowUp : sorted === "desc" ? IconArrowDown : IconArrowsSort;
  return (
    <th
      {...as.header}
      data-align={align}
      style={{ width }}
      aria-sort={sorted ? said[sorted] : onSort ? "none" : undefined}
    >
      {onSort ? (
        <UnstyledButton className={classes.sort} onClick={() => onSort(sorted === "asc" ? "desc" : "asc")}>
          {label}
          <Arrow size={14} aria-hidden data-active={sorted ? true : undefined} />
        </UnstyledButton>
      ) : (
        label
      )}
    </th>
  );
}
