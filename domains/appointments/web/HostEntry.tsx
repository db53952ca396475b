import type { CSSProperties, PointerEvent } from "react";
import { calendarTexts as texts } from "./calendarTexts.ts";
import { EntryBody } from "./EntryBody.tsx";
import classes from "./HostEntry.module.css";
import type { PlacedEntry } from "./hostColumns.ts";
import { clockAt, isDue } from "./hostTexts.ts";

interface Props {
  placed: PlacedEntry;
  /** The grid's first minute. */
  first: number;
  now: Date;
  canMove: boolean;
  /** It is dragged: here is where it was. */
  isLeft: boolean;
  onBegin: (event: PointerEvent<HTMLElement>, kind: "move" | "resize") => void;
  onClick: () => void;
}

/** An appointment in a host's column: opens with a click or Enter, and moves where it is dragged. */
export function HostEntry({ placed, first, now, canMove, isLeft, onBegin, onClick }: Props) {
  const { entry, from, to, lane, lanes } = placed;
  const { appointment, more } = entry;
  const style = { "--from": from - first, "--length": to - from, "--lane": lane, "--lanes": lanes } as CSSProperties;
  const title = appointment
    ? `${clockAt(from)} ${appointment.customer_name}: ${appointment.title}`
    : texts.moreOf(more, clockAt(from));
  const state = appointment && texts.stateOf(appointment.status, appointment.confirmed_at !== null);
  return (
    <button
      type="button"
      className={classes.entry}
      style={style}
      title={title}
      aria-label={state ? `${title}, ${state}` : title}
      data-type={appointment?.type}
      data-status={appointment?.status}
      data-due={(appointment && isDue(appointment, now)) || undefined}
      data-left={isLeft || undefined}
      onPointerDown={canMove ? (event) => onBegin(event, "move") : undefined}
      onClick={onClick}
    >
      <EntryBody entry={entry} from={from} to={to} />
      {canMove && <span className={classes.edge} onPointerDown={(event) => onBegin(event, "resize")} />}
    </button>
  );
}
