const units = [
  ["y", 60 * 24 * 365],
  ["w", 60 * 24 * 7],
  ["d", 60 * 24],
  ["h", 60],
  ["m", 1],
] as const;

/** `now`, `5m`, `3h`, `2d`, `6w`, `1y`: the elapsed time, short enough for a chat row. */
export function timeAgo(instant: string | Date, now: number = Date.now()): string {
  const minutesAgo = Math.floor((now - new Date(instant).getTime()) / 60_000);
  const [letter, minutes] = units.find(([, minutes]) => minutesAgo >= minutes) ?? [];
  return letter ? `${Math.floor(minutesAgo / minutes)}${letter}` : "now";
}
