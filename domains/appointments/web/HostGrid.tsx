import { type CSSProperties, useMemo, useRef } from "react";
import type { DataOf } from "#core/call.ts";
import { wallTimeAt } from "#core/wallTime.ts";
import { useCan } from "#core/web/session/useCan.ts";
import type { appointmentCalendar } from "../calendar/contract.ts";
import { type Appointment, appointments } from "../contract.ts";
import { shownHours } from "./calendarEntries.ts";
import { DraggedEntry } from "./DraggedEntry.tsx";
import { EntryBody } from "./EntryBody.tsx";
import { HostColumnBody } from "./HostColumnBody.tsx";
import classes from "./HostGrid.module.css";
import { HostHead } from "./HostHead.tsx";
import { type BusyTime, closedShades, type HostPerson, hostColumns } from "./hostColumns.ts";
import { faceOf, hourText, zoneName } from "./hostTexts.ts";
import { NowLine, NowTime } from "./NowLine.tsx";
import { useHostDrag } from "./useHostDrag.ts";

interface Props {
  day: string;
  zone: string;
  now: Date;
  view: DataOf<typeof appointmentCalendar.view>;
  people: readonly HostPerson[];
  busy: readonly BusyTime[];
  /** Only this member's column; empty: everybody's. */
  host: string;
  canMove: boolean;
  onOpen: (appointment: Appointment) => void;
  onMore: (day: string) => void;
  onCreate: (at: string, host: string) => void;
  /** @param host undefined when it stays. */
  onMove: (appointment: Appointment, starts: string, ends: string, host: string | undefined) => void;
}

/** Each entry is up to ten elements. */
const mostEntries = 80;
/** More columns than these scroll sideways, and have a place to click each hour instead of each half. */
const [mostColumns, mostFine] = [6, 12];

/** Hours whose label would lie under that of the present time, in minutes. */
const besideNow = 16;

/** A day's appointments with a column for each host, in the hours of the location's clock. */
export function HostGrid({
  day,
  zone,
  now,
  view,
  people,
  busy,
  host,
  canMove,
  onOpen,
  onMore,
  onCreate,
  onMove,
}: Props) {
  const grid = useRef<HTMLDivElement>(null);
  const canCreate = useCan(appointments.add);
  const columns = useMemo(
    () => hostColumns({ view, people, busy, day, zone, host, most: mostEntries }),
    [view, people, busy, day, zone, host],
  );
  const [hours = null] = view.hours;
  const entries = columns.flatMap(({ placed }) => placed.map(({ entry }) => entry));
  const { first, last } = shownHours(entries, [hours]);
  const drag = useHostDrag({ grid, day, first, last, onMove });
  const present = wallTimeAt(now, zone);
  const isToday = present.date === day;
  const isNowShown = isToday && present.minutes >= first * 60 && present.minutes < last * 60;
  const slotMinutes = columns.length > mostFine ? 60 : 30;
  const closed = useMemo(() => closedShades(hours, first, last), [hours, first, last]);

  const { dragged } = drag;
  return (
    <div className={classes.frame} data-scrolls={columns.length > mostColumns || undefined}>
      <div
        ref={grid}
        className={classes.grid}
        data-grid
        style={{ "--columns": columns.length, "--hours": last - first } as CSSProperties}
      >
        <div className={classes.corner}>{zoneName(day, zone)}</div>
        {columns.map((column) => (
          <HostHead key={column.host} column={column} hours={hours} isToday={isToday} />
        ))}
        <div className={classes.hours} aria-hidden>
          {Array.from({ length: last - first }, (_, index) => first + index).map((hour, index) => (
            <span
              key={hour}
              className={classes.hour}
              style={{ "--at": index } as CSSProperties}
              data-hidden={(isNowShown && Math.abs(present.minutes - hour * 60) < besideNow) || undefined}
            >
              {hourText(hour)}
            </span>
          ))}
          {isNowShown && <NowTime minutes={present.minutes - first * 60} time={faceOf(present.minutes)} />}
        </div>
        {columns.map((column, index) => (
          <HostColumnBody
            key={column.host}
            column={column}
            index={index}
            closed={closed}
            day={day}
            now={now}
            first={first}
            last={last}
            slotMinutes={slotMinutes}
            canCreate={canCreate}
            canMove={canMove}
            drag={drag}
            onOpen={onOpen}
            onMore={() => onMore(day)}
            onCreate={onCreate}
          />
        ))}
        {isNowShown && <NowLine minutes={present.minutes - first * 60} />}
      </div>
      {dragged && (
        <DraggedEntry dragged={dragged}>
          <EntryBody entry={dragged.placed.entry} from={dragged.from} to={dragged.to} />
        </DraggedEntry>
      )}
    </div>
  );
}
