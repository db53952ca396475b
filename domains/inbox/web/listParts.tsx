import type { ComponentProps } from "react";
import type { ItemProps as RowProps } from "react-virtuoso";
import { More } from "./More.tsx";

/** A windowed list's own parts: to screen readers a list and its items. */
function List({ context: _, ...props }: ComponentProps<"ul"> & { context?: unknown }) {
  return <ul {...props} />;
}

function Item({ item: _, context: __, ...props }: RowProps<unknown> & ComponentProps<"li"> & { context?: unknown }) {
  return <li {...props} />;
}

export const listParts = { List, Item, Footer: More };
