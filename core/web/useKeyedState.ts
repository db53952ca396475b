import { useCallback, useState } from "react";

/** State bound to a key, such as the open chat; it resets when the key changes. */
export function useKeyedState<T>(key: unknown, initial: T): readonly [T, (value: T) => void] {
  const [stored, store] = useState({ key, value: initial });
  const set = useCallback((value: T) => store({ key, value }), [key]);
  return [Object.is(stored.key, key) ? stored.value : initial, set];
}
