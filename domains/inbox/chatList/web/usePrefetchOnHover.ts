import { type SyntheticEvent, useEffect, useMemo } from "react";
import { useInbox } from "#domains/inbox/sync/web/useInbox.ts";

/** Milliseconds after which a pointer that rests on a row is likely to press it. */
const restDelay = 60;

/**
 * Prefetches the messages of a chat that is about to be opened.
 *
 * @param preloadCode fetches the code that shows them.
 */
export function usePrefetchOnHover(preloadCode: () => void) {
  const { messageLoader } = useInbox();
  const { stop, ...handlers } = useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = () => clearTimeout(timer);
    const load = ({ target }: SyntheticEvent, after: number) => {
      stop();
      const row = target instanceof Element && target.closest<HTMLElement>("[data-chat]");
      if (!row) return;
      preloadCode();
      timer = setTimeout(() => void messageLoader.prefetch(Number(row.dataset.chat)), after);
    };
    return {
      stop,
      onPointerOver: (event: SyntheticEvent) => load(event, restDelay),
      onPointerLeave: stop,
      onPointerDown: (event: SyntheticEvent) => load(event, 0),
      onFocus: (event: SyntheticEvent) => load(event, restDelay),
    };
  }, [messageLoader, preloadCode]);
  useEffect(() => stop, [stop]);
  return handlers;
}
