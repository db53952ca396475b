const units = [
  ["y", 60 * 24 * 365],
  ["w", 60 * 24 * 7],
  ["d", 60 * 24],
  ["h", 60],
  ["m", 1],
] as const;

/** `now`, `5m`, `3h`, `2d`, `6w`, `1y`: how long ago, as short as a chat row needs it. */
export function timeAgo(instant: string | Date, now: number = Date.now()): string {
  const passed = Math.floor((now - new Date(instant).getTime()) / 60_000);
  const [letter, minutes] = units.find(([, minutes]) => passed >= minutes) ?? [];
  return letter ? `${Math.floor(passed / minutes)}${letter}` : "now";
}
