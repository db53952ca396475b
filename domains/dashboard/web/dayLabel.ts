const day = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
const hour = new Intl.DateTimeFormat("en-US", { hour: "numeric", timeZone: "UTC" });

/** A day or an hour of a chart (`2026-11-21`, `2026-11-21 09`) in words: `Nov 21`, `9 AM`. */
export function dayLabel(at: string): string {
  const [date, hours] = at.split(" ");
  const text = (hours === undefined ? day : hour).format(new Date(`${date}T${hours ?? "00"}:00:00Z`));
  // Newer browsers put a narrow no-break space before AM and PM, older ones a space.
  return text.replace(/\u202f/g, " ");
}
