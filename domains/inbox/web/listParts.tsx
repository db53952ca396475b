import { Button, Loader } from "@mantine/core";
import type { ComponentProps } from "react";
import type { ItemProps as RowProps } from "react-virtuoso";
import classes from "./listParts.module.css";

/** What a windowed list says about the rows that are not there yet. */
export interface MoreState {
  loading?: boolean;
  /** Why the next ones could not be loaded. */
  failure: string | undefined;
  retry: () => void;
}

/** The windowed list's own parts, told to screen readers as a list and its items. */
export function List(props: ComponentProps<"ul">) {
  return <ul {...props} className={classes.list} />;
}

export function Item({ item: _, ...props }: RowProps<unknown> & ComponentProps<"li">) {
  return <li {...props} />;
}

/** Stands at the end where more rows belong. */
export function More({ context }: { context?: MoreState }) {
  if (context?.failure) {
    return (
      <div className={classes.more} role="alert">
        <p>{context.failure}</p>
        <Button size="compact-sm" variant="default" onClick={context.retry}>
          Try again
        </Button>
      </div>
    );
  }
  if (!context?.loading) return null;
  return (
    <div className={classes.more}>
      <Loader size="sm" aria-label="Loading" />
    </div>
  );
}
