import type { CSSProperties } from "react";
import type { Appointment } from "../contract.ts";
import { calendarTexts as texts } from "./calendarTexts.ts";
import entries from "./HostEntry.module.css";
import { HostEntry } from "./HostEntry.tsx";
import classes from "./HostGrid.module.css";
import { type HostColumn, localAt, type Shade } from "./hostColumns.ts";
import { clockAt } from "./hostTexts.ts";
import { moveFocus } from "./moveFocus.ts";
import type { HostDrag } from "./useHostDrag.ts";

interface Props {
  column: HostColumn;
  index: number;
  /** What is outside of business hours. */
  closed: readonly Shade[];
  day: string;
  now: Date;
  /** The hours between which the day is shown. */
  first: number;
  last: number;
  slotMinutes: number;
  canCreate: boolean;
  canMove: boolean;
  drag: HostDrag;
  onOpen: (appointment: Appointment) => void;
  onMore: () => void;
  onCreate: (at: string, host: string) => void;
}

/** A host's day: places to click, what is hatched, entries, and where a dragged one would be. */
export function HostColumnBody(props: Props) {
  const { column, index, closed, day, now, first, last, slotMinutes, canCreate, canMove, drag } = props;
  const { host, person, placed, shades } = column;
  const name = person?.name ?? texts.unassigned;
  const slots = canCreate ? ((last - first) * 60) / slotMinutes : 0;
  const target = drag.dragged?.host === host ? drag.dragged : undefined;
  return (
    <section className={classes.column} aria-label={name} data-host={host}>
      {Array.from({ length: slots }, (_, slot) => first * 60 + slot * slotMinutes).map((minutes, slot) => (
        <button
          key={minutes}
          type="button"
          className={classes.slot}
          style={{ "--length": slotMinutes } as CSSProperties}
          tabIndex={index === 0 && slot === 0 ? 0 : -1}
          data-slot={`${index} ${slot}`}
          aria-label={texts.createFor(`${day} ${clockAt(minutes)}`, person?.name)}
          onKeyDown={moveFocus}
          onClick={() => props.onCreate(localAt(day, minutes), host)}
        />
      ))}
      {[...closed, ...shades].map((shade) => (
        <ShadedTime key={shade.key} shade={shade} first={first * 60} last={last * 60} />
      ))}
      {placed.map((one) => (
        <HostEntry
          key={one.entry.id}
          placed={one}
          first={first * 60}
          now={now}
          canMove={canMove && !one.entry.isPart}
          isLeft={drag.dragged?.placed.entry.id === one.entry.id}
          onBegin={(event, kind) => drag.begin(event, kind, one, host)}
          onClick={() => {
            if (drag.wasDragged()) return;
            if (one.entry.appointment) props.onOpen(one.entry.appointment);
            else props.onMore();
          }}
        />
      ))}
      {target && (
        <>
          <div
            className={entries.target}
            style={{ "--from": target.from - first * 60, "--length": target.to - target.from } as CSSProperties}
          />
          <div className={entries.hint} style={{ "--from": target.to - first * 60 } as CSSProperties}>
            {hintOf(target, person?.name)}
          </div>
        </>
      )}
    </section>
  );
}

/** What comes of a drop here, in words. */
function hintOf({ kind, from, to, isHostNew }: NonNullable<HostDrag["dragged"]>, name: string | undefined) {
  if (kind === "resize") return texts.until(clockAt(to));
  const firstName = name?.split(" ")[0];
  return isHostNew ? texts.moveWith(clockAt(from), firstName) : texts.moveTo(clockAt(from));
}

function ShadedTime({ shade, first, last }: { shade: Shade; first: number; last: number }) {
  const [from, to] = [Math.max(shade.from, first), Math.min(shade.to, last)];
  if (to <= from) return null;
  const label = { closed: "", off: shade.reason || texts.timeOff, busy: texts.busy }[shade.kind];
  const style = { "--from": from - first, "--length": to - from } as CSSProperties;
  return (
    <div className={classes.shade} data-kind={shade.kind} style={style}>
      {label && <span className={classes.shadeLabel}>{label}</span>}
    </div>
  );
}
