import { ActionIcon, Button } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { dayAfter } from "../rules.ts";
import { calendarTexts as texts } from "./calendarTexts.ts";
import classes from "./DayNavigation.module.css";
import type { ShownCalendar } from "./useCalendarQuery.ts";

const dayFormat = new Intl.DateTimeFormat("en-US", {
  timeZone: "UTC",
  weekday: "long",
  month: "short",
  day: "numeric",
});
const yearFormat = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", dateStyle: "full" });
const rangeFormat = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", dateStyle: "long" });
const atNoon = (day: string) => new Date(`${day}T12:00:00Z`);

/** `Saturday, Nov 21`, or with its year in another one; of a week from when to when. */
export function daysText(days: readonly string[], today: string): string {
  const [first = today, last = first] = [days[0], days.at(-1)];
  if (days.length > 1) return rangeFormat.formatRange(atNoon(first), atNoon(last));
  return (first.slice(0, 4) === today.slice(0, 4) ? dayFormat : yearFormat).format(atNoon(first));
}

/** Which days a calendar shows: back, on, and today. */
export function DayNavigation({ shown }: { shown: ShownCalendar }) {
  const { days, day, span, today, showDay } = shown;
  const step = (sign: number) => showDay(dayAfter(day, sign * days.length));
  return (
    <div className={classes.days}>
      <ActionIcon variant="subtle" color="gray" size={32} aria-label={texts.previous(span)} onClick={() => step(-1)}>
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <h2 className={classes.range}>{daysText(days, today)}</h2>
      <ActionIcon variant="subtle" color="gray" size={32} aria-label={texts.next(span)} onClick={() => step(1)}>
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
      <Button variant="default" onClick={() => showDay(today)}>
        {texts.today}
      </Button>
    </div>
  );
}
