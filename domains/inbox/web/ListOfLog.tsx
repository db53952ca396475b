import { useLayoutEffect } from "react";
import type { ListProps } from "react-virtuoso";

interface Props extends ListProps {
  context?: { onPlaced: (isPlaced: true) => void };
}

/** The rows of the list that scrolls, and word when they are where they belong: they are hidden before. */
export function ListOfLog({ context, ...list }: Props) {
  const isPlaced = list.style?.visibility !== "hidden";
  const onPlaced = context?.onPlaced;
  useLayoutEffect(() => {
    if (isPlaced) onPlaced?.(true);
  }, [isPlaced, onPlaced]);
  return <div {...list} />;
}
