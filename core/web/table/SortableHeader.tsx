import { UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import { Suspense } from "react";
import { lazyNamed } from "../loading/lazyNamed.ts";
import classes from "./DataTable.module.css";
import { tableRoleProps } from "./tableRoleProps.ts";

/** Few tables explain a column, and its tooltip is heavier than the table's header. */
const InfoTooltip = lazyNamed(() => import("../feedback/InfoTooltip.tsx"), "InfoTooltip");

interface Props {
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
export function SortableHeader({ label, info, align, width, wraps, sorted, onSort }: Props) {
  const Arrow = sorted === "asc" ? IconArrowUp : sorted === "desc" ? IconArrowDown : IconArrowsSort;
  return (
    <th
      {...tableRoleProps.header}
      data-align={align}
      style={{ width, ...(wraps && { whiteSpace: "normal" }) }}
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
