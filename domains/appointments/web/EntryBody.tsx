import { IconCheck, IconUserX, IconVideo } from "@tabler/icons-react";
import classes from "./CalendarGrid.module.css";
import type { GridEntry } from "./calendarEntries.ts";
import { calendarTexts as texts } from "./calendarTexts.ts";

/** What an entry says: when, who and what for. Its look repeats what its icon says. */
export function EntryBody({ entry: { appointment, more }, time }: { entry: GridEntry; time: string }) {
  if (!appointment) return texts.more(more);
  const { status, type, customer_name, title } = appointment;
  const Icon = status === 1 ? IconCheck : status === 2 ? IconUserX : type === 1 ? IconVideo : undefined;
  const label = status === 1 ? texts.completed : status === 2 ? texts.noShow : undefined;
  return (
    <span className={classes.entry} data-status={status}>
      {Icon && <Icon size={12} aria-label={label} aria-hidden={label === undefined} />} {time} <b>{customer_name}</b>{" "}
      {title}
    </span>
  );
}
