import { timeName } from "#domains/locations/hours/web/public.tsx";
import type { WorkingHours } from "../contract.ts";

/** What the dialog of working hours says. */
export const workingHoursTexts = {
  title: "Working hours",
  about: "Leads are assigned to people on shift.",
  aboutDetails:
    "Team members without their own hours work the location's business hours. No one is on shift on its closed days or during their time off.",
  failed: "Couldn't load working hours",
  edit: "Edit",
  editOf: (name: string) => `Edit working hours of ${name}`,
  titleOf: (name: string) => `Working hours of ${name}`,
  locationHours: "Same as the location's business hours",
  never: "Never on shift",
  off: "Off",
  save: "Save",
} as const;

const days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** A week in words: `Mon to Fri 9:00 AM to 6:00 PM, Sat 10:00 AM to 4:00 PM`. */
export function weekText(week: WorkingHours["week"]): string {
  // From Monday on, because most weeks begin with it.
  const spans = [1, 2, 3, 4, 5, 6, 0].map((day) => ({ day: days[day] ?? "", span: week[day] ?? null }));
  const runs: { first: string; last: string; hours: string }[] = [];
  for (const [at, { day, span }] of spans.entries()) {
    if (!span) continue;
    const hours = `${timeName(span.opens)} to ${timeName(span.closes)}`;
    const before = runs.at(-1);
    if (before?.hours === hours && before.last === spans[at - 1]?.day) before.last = day;
    else runs.push({ first: day, last: day, hours });
  }
  const text = runs.map(({ first, last, hours }) => `${first === last ? first : `${first} to ${last}`} ${hours}`);
  return text.join(", ") || workingHoursTexts.never;
}
