import { Button, Checkbox } from "@mantine/core";
import type { ReactNode } from "react";
import { countText } from "#core/count.ts";
import classes from "./DataTable.module.css";
import { type Chosen, pageChoice } from "./useChosen.ts";

interface PageProps<Row> {
  chosen: Chosen<Row>;
  /** The rows of this page. */
  shown: readonly Row[];
  /** Beside the box; without it the words are for screen readers only. */
  withLabel?: boolean;
}

/** Chooses all rows of this page, or none of them. */
export function ChoosePage<Row>({ chosen, shown, withLabel }: PageProps<Row>) {
  const choice = pageChoice(chosen, shown);
  const words = "Choose all on this page";
  return (
    <Checkbox
      {...(withLabel ? { label: words } : { "aria-label": words })}
      checked={choice === "all"}
      indeterminate={choice === "some"}
      disabled={shown.length === 0}
      onChange={() => chosen.set(shown, choice !== "all")}
    />
  );
}

/** Chooses one row. */
export function ChooseRow<Row>({ chosen, row, name }: { chosen: Chosen<Row>; row: Row; name: string | undefined }) {
  return (
    <Checkbox
      aria-label={name ? `Choose ${name}` : "Choose this row"}
      checked={chosen.has(row)}
      onChange={(event) => chosen.set([row], event.currentTarget.checked)}
    />
  );
}

interface BarProps<Row> {
  chosen: Chosen<Row>;
  actions: (chosen: Row[], clear: () => void) => ReactNode;
}

/** How many rows are chosen and what can be done with them. It is there before, so that the number is announced. */
export function ChosenBar<Row>({ chosen, actions }: BarProps<Row>) {
  const { rows, clear } = chosen;
  return (
    <div className={classes.chosen} data-open={rows.length > 0 || undefined}>
      <p role="status">{rows.length > 0 && `${countText(rows.length)} chosen`}</p>
      {rows.length > 0 && (
        <>
          {actions([...rows], clear)}
          <Button variant="subtle" size="xs" onClick={clear}>
            Clear
          </Button>
        </>
      )}
    </div>
  );
}
