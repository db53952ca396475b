import { ActionIcon, Checkbox, UnstyledButton } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { countText } from "#core/count.ts";
import classes from "./RowSelection.module.css";
import { pageSelectionState, type RowSelection } from "./useRowSelection.ts";

interface PageProps<Row> {
  chosen: RowSelection<Row>;
  /** This page's rows. */
  shown: readonly Row[];
  /** Shows the label beside the checkbox; otherwise only screen readers get it. */
  withLabel?: boolean;
}

/** Selects all rows of this page, or none. */
export function SelectPageCheckbox<Row>({ chosen, shown, withLabel }: PageProps<Row>) {
  const state = pageSelectionState(chosen, shown);
  const label = "Select all on this page";
  return (
    <Checkbox
      {...(withLabel ? { label } : { "aria-label": label })}
      checked={state === "all"}
      indeterminate={state === "some"}
      disabled={shown.length === 0}
      onChange={() => chosen.set(shown, state !== "all")}
    />
  );
}

/** Selects one row. */
export function SelectRowCheckbox<Row>({
  chosen,
  row,
  name,
}: {
  chosen: RowSelection<Row>;
  row: Row;
  name: string | undefined;
}) {
  return (
    <Checkbox
      aria-label={name ? `Select ${name}` : "Select this row"}
      checked={chosen.has(row)}
      onChange={(event) => chosen.set([row], event.currentTarget.checked)}
    />
  );
}

interface BarProps<Row> {
  chosen: RowSelection<Row>;
  actions: (chosen: Row[], clear: () => void) => ReactNode;
  /** All rows that match, of which more may be selected than are named. */
  all: { total: number; isMore: boolean; isChosen: boolean; choose: () => void } | undefined;
}

/** How many rows are selected, and their actions, above the pages so that no row moves. Always mounted, so that screen readers announce the count. */
export function SelectionBar<Row>({ chosen, actions, all }: BarProps<Row>) {
  const { rows, clear } = chosen;
  const total = all && `${countText(all.total)}${all.isMore ? "+" : ""}`;
  const said = all?.isChosen ? `All ${total} selected` : `${countText(rows.length)} selected`;
  return (
    <div className={classes.floating}>
      <div className={classes.chosen} data-open={rows.length > 0 || undefined}>
        <p role="status">{rows.length > 0 && said}</p>
        {rows.length > 0 && (
          <>
            {all && !all.isChosen && (all.isMore || all.total > rows.length) && (
              <UnstyledButton className={classes.all} onClick={all.choose}>
                Select all {total}
              </UnstyledButton>
            )}
            {actions([...rows], clear)}
            <ActionIcon variant="subtle" aria-label="Clear" onClick={clear}>
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </>
        )}
      </div>
    </div>
  );
}
