import { Button, Loader } from "@mantine/core";
import type { ComponentProps } from "react";
import type { ItemProps as RowProps } from "react-virtuoso";
import classes from "./LoadMoreRow.module.css";

/** The loading state of a virtualized list's next rows. */
export interface LoadMoreState {
  loading?: boolean;
  /** Why the next rows could not be loaded. */
  failure: string | undefined;
  retry: () => void;
}

/** Shown at the end of a list where more rows load. */
export function LoadMoreRow({ context }: { context?: LoadMoreState }) {
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
      <Loader size="sm" role="img" aria-label="Loading" />
    </div>
  );
}

/** Elements of a virtualized list, so that screen readers see a list and its items. */
function List({ context: _, ...props }: ComponentProps<"ul"> & { context?: unknown }) {
  return <ul {...props} />;
}

function Item({ item: _, context: __, ...props }: RowProps<unknown> & ComponentProps<"li"> & { context?: unknown }) {
  return <li {...props} />;
}

export const listComponents = { List, Item, Footer: LoadMoreRow };
