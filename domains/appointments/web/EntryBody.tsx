import { IconCheck, IconMapPin, IconUserX, IconVideo } from "@tabler/icons-react";
import type { GridEntry } from "./calendarEntries.ts";
import { spanFace, calendarTexts as texts } from "./calendarTexts.ts";
import classes from "./EntryBody.module.css";

interface Props {
  entry: GridEntry;
  /** Minutes after midnight. */
  from: number;
  to: number;
}

/** Minutes from which an entry has room for a second line. */
const twoLines = 40;

/** An entry's content: who, when and what for. Its icon shows the kind, its look the outcome. */
export function EntryBody({ entry: { appointment, more }, from, to }: Props) {
  if (!appointment) return texts.more(more);
  const { status, type, customer_name, title, confirmed_at } = appointment;
  const Icon = status === 2 ? IconUserX : type === 1 ? IconVideo : IconMapPin;
  const isChecked = status === 1 || (status === 0 && confirmed_at !== null);
  return (
    <>
      <span className={classes.line}>
        <Icon size={13} stroke={1.75} className={classes.icon} aria-hidden />
        <b className={classes.name} dir="auto">
          {customer_name}
        </b>
        {isChecked && (
          <IconCheck
            size={14}
            className={classes.check}
            data-status={status}
            aria-label={texts.stateOf(status, true)}
          />
        )}
      </span>
      {to - from >= twoLines && (
        <span className={classes.about}>
          {spanFace(from, to)} · {title}
        </span>
      )}
    </>
  );
}
