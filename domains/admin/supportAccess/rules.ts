/** "14 minutes left" */
export function timeLeft(expires_at: string, now: number): string {
  const minutes = Math.ceil((Date.parse(expires_at) - now) / 60_000);
  if (minutes <= 0) return "Time's up";
  return minutes === 1 ? "1 minute left" : `${minutes} minutes left`;
}
