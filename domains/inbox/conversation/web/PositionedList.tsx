import { useLayoutEffect } from "react";
import type { ListProps } from "react-virtuoso";

interface Props extends ListProps {
  context?: { onPlaced: (isPlaced: true) => void };
}

/** The virtualized list's element. It is hidden until its rows are in position, and reports when they are. */
export function PositionedList({ context, ...list }: Props) {
  const isPlaced = list.style?.visibility !== "hidden";
  const onPlaced = context?.onPlaced;
  useLayoutEffect(() => {
    if (isPlaced) onPlaced?.(true);
  }, [isPlaced, onPlaced]);
  return <div {...list} />;
}
