import { useEffect, useRef } from "react";

/** Calls `onIdle` when nobody has touched or typed anything for so long. */
export function useIdle(milliseconds: number, onIdle: () => void): void {
  const act = useRef(onIdle);
  useEffect(() => {
    act.current = onIdle;
  });
  useEffect(() => {
    let timer = setTimeout(() => act.current(), milliseconds);
    const restart = () => {
      clearTimeout(timer);
      timer = setTimeout(() => act.current(), milliseconds);
    };
    const signs = ["pointerdown", "keydown", "input"] as const;
    for (const sign of signs) window.addEventListener(sign, restart, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const sign of signs) window.removeEventListener(sign, restart);
    };
  }, [milliseconds]);
}
