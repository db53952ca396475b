import type { ComponentProps } from "react";
import type { ItemProps as RowProps } from "react-virtuoso";
import { LoadMoreRow } from "./LoadMoreRow.tsx";

/** Elements of a virtualized list, so that screen readers see a list and its items. */
function List({ context: _, ...props }: ComponentProps<"ul"> & { context?: unknown }) {
  return <ul {...props} />;
}

function Item({ item: _, context: __, ...props }: RowProps<unknown> & ComponentProps<"li"> & { context?: unknown }) {
  return <li {...props} />;
}

export const listComponents = { List, Item, Footer: LoadMoreRow };
