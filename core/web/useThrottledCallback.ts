import { useCallback, useEffect, useRef } from "react";

/** Calls back at once, and then at most once per `intervalMs`: for bursts of events. */
export function useThrottledCallback(callback: () => void, intervalMs = 2_000): () => void {
  const latest = useRef(callback);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hasPending = useRef(false);
  useEffect(() => {
    latest.current = callback;
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return useCallback(
    function invoke() {
      if (timer.current !== undefined) {
        hasPending.current = true;
        return;
      }
      latest.current();
      timer.current = setTimeout(() => {
        timer.current = undefined;
        const runAgain = hasPending.current;
        hasPending.current = false;
        if (runAgain) invoke();
      }, intervalMs);
    },
    [intervalMs],
  );
}
