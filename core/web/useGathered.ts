import { useCallback, useEffect, useRef } from "react";

/** Acts at once, and then at most once in `milliseconds`, however often it is asked to: for events that come in crowds. */
export function useGathered(act: () => void, milliseconds = 2_000): () => void {
  const latest = useRef(act);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const missed = useRef(false);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(
    () => () => {
      clearTimeout(pause.current);
      pause.current = undefined;
    },
    [],
  );
  return useCallback(
    function ask() {
      if (pause.current !== undefined) {
        missed.current = true;
        return;
      }
      latest.current();
      pause.current = setTimeout(() => {
        pause.current = undefined;
        const again = missed.current;
        missed.current = false;
        if (again) ask();
      }, milliseconds);
    },
    [milliseconds],
  );
}
