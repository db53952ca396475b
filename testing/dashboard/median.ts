/** The middle of sorted values, or of the two middle ones; 0 without any. */
export function medianOf(sorted: readonly number[]): number {
  const middle = sorted.length / 2;
  if (sorted.length === 0) return 0;
  return sorted.length % 2
    ? (sorted[Math.floor(middle)] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** Seconds as the dashboard shows them: `1h 5m`. */
export function inWords(seconds: number): string {
  if (seconds === 0) return "0m";
  const minutes = Math.max(1, Math.round(seconds / 60));
  if (minutes < 60) return `${minutes}m`;
  return [`${Math.floor(minutes / 60)}h`, minutes % 60 ? `${minutes % 60}m` : ""].join(" ").trim();
}
