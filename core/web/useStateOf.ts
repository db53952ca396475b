import { useCallback, useState } from "react";

/** State that belongs to something, such as the open chat; about something else it starts anew. */
export function useStateOf<T>(of: unknown, initial: T): readonly [T, (value: T) => void] {
  const [kept, keep] = useState({ of, value: initial });
  const set = useCallback((value: T) => keep({ of, value }), [of]);
  return [Object.is(kept.of, of) ? kept.value : initial, set];
}
