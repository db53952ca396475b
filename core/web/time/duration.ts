/** `0:07`, `3:12`, `1:02:03`. */
export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const parts = hours > 0 ? [hours, String(minutes).padStart(2, "0")] : [minutes];
  return [...parts, String(rest).padStart(2, "0")].join(":");
}

/** `7 seconds`, `3 minutes 12 seconds`, for screen readers. */
export function spokenDuration(seconds: number): string {
  const whole = Math.round(seconds);
  const units = [
    [Math.floor(whole / 60), "minute"],
    [whole % 60, "second"],
  ] as const;
  const parts = units.filter(([count, name]) => count > 0 || (whole === 0 && name === "second"));
  return parts.map(([count, name]) => `${count} ${name}${count === 1 ? "" : "s"}`).join(" ");
}
