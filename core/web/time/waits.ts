import { useSyncExternalStore } from "react";

/** How urgent a wait is: `new` under 15 minutes, `long` under an hour, then `late`. */
export type WaitLevel = "new" | "long" | "late";

export const waitColors: Readonly<Record<WaitLevel, string>> = { new: "gray", long: "yellow", late: "red" };

/** How long something took: `2m`, `1h 11m`, `3d`; never less than a minute. */
export function waitText(seconds: number): string {
  const minutes = Math.max(1, Math.floor(seconds / 60));
  const hours = Math.floor(minutes / 60);
  if (hours >= 24) return `${Math.floor(hours / 24)}d`;
  if (hours === 0) return `${minutes}m`;
  return minutes % 60 === 0 ? `${hours}h` : `${hours}h ${minutes % 60}m`;
}

/** How long someone has waited, and how urgent that is. */
export function waitLength(since: string, now: Date): { text: string; level: WaitLevel } {
  const seconds = (now.getTime() - Date.parse(since)) / 1_000;
  const minutes = seconds / 60;
  return { text: waitText(seconds), level: minutes < 15 ? "new" : minutes < 60 ? "long" : "late" };
}

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer, however many rows show a time that passes. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, 15_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const currentMinute = () => Math.floor(Date.now() / 60_000);

/** Renders again each minute. */
export const useMinute = (): number => useSyncExternalStore(subscribe, currentMinute, currentMinute);
