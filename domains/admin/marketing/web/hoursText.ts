import { states } from "#core/states.ts";
import { marketingRulesTexts as texts } from "./texts.ts";

/** `570` → `9:30 AM` */
export function clockText(minutes: number): string {
  const [hour, minute] = [Math.floor(minutes / 60) % 24, minutes % 60];
  const half = hour < 12 ? "AM" : "PM";
  return `${hour % 12 || 12}${minute === 0 ? "" : `:${String(minute).padStart(2, "0")}`} ${half}`;
}

/** `62` → `Mon–Fri`; `65` → `Sun, Sat` */
export function daysText(weekdays: number): string {
  if (weekdays === 127) return texts.everyDay;
  const on = texts.days.map((_, day) => (weekdays & (1 << day)) !== 0);
  const first = on.indexOf(true);
  const last = on.lastIndexOf(true);
  const isRun = last - first > 1 && on.slice(first, last + 1).every(Boolean);
  if (isRun) return `${texts.days[first]}–${texts.days[last]}`;
  return texts.days.filter((_, day) => on[day]).join(", ");
}

/** A state's name; empty for the rule that holds everywhere. */
export const stateText = (state: string): string =>
  state === "" ? texts.hours.everywhere : (states[state as keyof typeof states] ?? state);
