import { useEffect, useState } from "react";

/** How long something took or has taken: `4m`, `1h 11m`, `3d`; never less than a minute. */
export function elapsedText(seconds: number): string {
  const minutes = Math.max(1, Math.floor(seconds / 60));
  const hours = Math.floor(minutes / 60);
  if (hours >= 24) return `${Math.floor(hours / 24)}d`;
  if (hours === 0) return `${minutes}m`;
  return minutes % 60 === 0 ? `${hours}h` : `${hours}h ${minutes % 60}m`;
}

/** How urgent an unanswered lead is: plain under 15 minutes, amber under an hour, then red. */
export function urgencyOf(seconds: number): "gray" | "yellow" | "red" {
  if (seconds < 15 * 60) return "gray";
  return seconds < 60 * 60 ? "yellow" : "red";
}

/** Seconds since an instant, counted on as they pass; never negative. */
export function useSecondsSince(instant: string): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 15_000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, (now - Date.parse(instant)) / 1000);
}
