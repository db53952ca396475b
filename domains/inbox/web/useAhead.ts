import { type SyntheticEvent, useEffect, useMemo } from "react";
import { useInbox } from "./useInbox.ts";

/** A pointer that stays on a row for so many milliseconds is about to press it. */
const rest = 60;

/** Loads the messages of the chat that one is about to open, so that they are there by then. */
export function useAhead() {
  const { reading } = useInbox();
  const { stop, ...handlers } = useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = () => clearTimeout(timer);
    const load = ({ target }: SyntheticEvent, after: number) => {
      stop();
      const row = target instanceof Element && target.closest<HTMLElement>("[data-chat]");
      if (row) timer = setTimeout(() => void reading.ahead(Number(row.dataset.chat)), after);
    };
    return {
      stop,
      onPointerOver: (event: SyntheticEvent) => load(event, rest),
      onPointerLeave: stop,
      onPointerDown: (event: SyntheticEvent) => load(event, 0),
      onFocus: (event: SyntheticEvent) => load(event, rest),
    };
  }, [reading]);
  useEffect(() => stop, [stop]);
  return handlers;
}
