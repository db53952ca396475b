import { IconUserQuestion } from "@tabler/icons-react";
import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useMemo, useRef } from "react";
import type { DataOf } from "#core/call.ts";
import { wallTimeAt } from "#core/wallTime.ts";
import { Initials } from "#core/web/layout/Initials.tsx";
import { useCan } from "#core/web/session/useCan.ts";
import type { appointmentCalendar } from "#domains/appointments/calendar/contract.ts";
import { type Appointment, appointments } from "../contract.ts";
import { shownHours } from "./calendarEntries.ts";
import { clockAt, faceOf, hourText, isDue, shortFace, calendarTexts as texts, zoneName } from "./calendarTexts.ts";
import { EntryBody } from "./EntryBody.tsx";
import entries from "./HostEntry.module.css";
import classes from "./HostGrid.module.css";
import {
  type BusyTime,
  closedShades,
  type HostColumn,
  type HostPerson,
  hostColumns,
  localAt,
  offFrom,
  type PlacedEntry,
  type Shade,
} from "./hostColumns.ts";
import { type HostDrag, useHostDrag } from "./useHostDrag.ts";

interface Props {
  day: string;
  zone: string;
  now: Date;
  view: DataOf<typeof appointmentCalendar.view>;
  people: readonly HostPerson[];
  busy: readonly BusyTime[];
  /** Only this member's column; empty: everyone's. */
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

interface HostHeadProps {
  column: HostColumn;
  hours: { readonly opens: number; readonly closes: number } | null;
  isToday: boolean;
}

/** The head of a column: who it is, and how much they have that day. */
function HostHead({ column, hours, isToday }: HostHeadProps) {
  const { person, count } = column;
  const off = person && offFrom(column, hours);
  const many = person ? texts.countOf(count, isToday) : texts.toPlace(count);
  const about = off === undefined ? many : off === "all" ? texts.offAllDay : texts.offFrom(many, shortFace(off));
  return (
    <div className={classes.head}>
      {person ? (
        <Initials initials={person.name_initials} seed={person.id} image={person.user_image} size={28} />
      ) : (
        <span className={classes.nobody} aria-hidden>
          <IconUserQuestion size={16} />
        </span>
      )}
      <div className={classes.who}>
        <h3 className={classes.name} title={person?.name}>
          {person?.name ?? texts.unassigned}
        </h3>
        <p className={classes.about}>{about}</p>
      </div>
    </div>
  );
}

interface HostColumnBodyProps {
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
function HostColumnBody(props: HostColumnBodyProps) {
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

/** The result of a drop here, in words. */
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

interface HostEntryProps {
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
function HostEntry({ placed, first, now, canMove, isLeft, onBegin, onClick }: HostEntryProps) {
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
      className={entries.entry}
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
      {canMove && <span className={entries.edge} onPointerDown={(event) => onBegin(event, "resize")} />}
    </button>
  );
}

/** The entry that is dragged, under the pointer. */
function DraggedEntry({ dragged, children }: { dragged: NonNullable<HostDrag["dragged"]>; children: ReactNode }) {
  const { kind, left, top, width, height, placed } = dragged;
  if (kind === "resize") return null;
  const { type, status } = placed.entry.appointment ?? {};
  return (
    <div
      className={entries.ghost}
      style={{ left, top, width, height } as CSSProperties}
      data-type={type}
      data-status={status}
      aria-hidden
    >
      {children}
    </div>
  );
}

interface NowLineProps {
  /** After the grid's first. */
  minutes: number;
}

const at = (minutes: number) => ({ "--from": minutes }) as CSSProperties;

/** The present time, as a line behind the entries. */
function NowLine({ minutes }: NowLineProps) {
  return <div className={classes.now} style={at(minutes)} aria-hidden />;
}

/** What the clock shows, beside its line. */
function NowTime({ minutes, time }: NowLineProps & { time: string }) {
  return (
    <span className={classes.nowTime} style={at(minutes)}>
      {time}
    </span>
  );
}

const steps: Record<string, readonly [column: number, slot: number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** Arrow keys go from one place that can be clicked to the next. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = steps[event.key];
  const at = event.currentTarget.dataset.slot?.split(" ").map(Number);
  if (!step || !at) return;
  const [column = 0, slot = 0] = at;
  const next = `[data-slot="${column + step[0]} ${slot + step[1]}"]`;
  const place = event.currentTarget.closest("[data-grid]")?.querySelector<HTMLElement>(next);
  if (!place) return;
  event.preventDefault();
  place.focus();
}
