import { IconCheck, IconUserX, IconVideo } from "@tabler/icons-react";
import classes from "./AppointmentCalendar.module.css";
import type { GridEntry } from "./calendarEntries.ts";
import { calendarTexts as texts } from "./calendarTexts.ts";

/** What an entry of the week says: when, who and what for. Its look repeats what its icon says. */
export function WeekEntry({ entry: { appointment, more }, time }: { entry: GridEntry; time: string }) {
  if (!appointment) return texts.more(more);
  const { status, type, customer_name, title } = appointment;
  const Icon = status === 1 ? IconCheck : status === 2 ? IconUserX : type === 1 ? IconVideo : undefined;
  const label = texts.stateOf(status, false);
  return (
    <span className={classes.entry} data-status={status}>
      {Icon && <Icon size={12} aria-label={label || undefined} aria-hidden={label === ""} />} {time}{" "}
      <b>{customer_name}</b> {title}
    </span>
  );
}
