import { Alert, Button } from "@mantine/core";
import { IconCheck, IconMapPin, IconUserX, IconVideo } from "@tabler/icons-react";
import { Fragment, Suspense, useRef, useState } from "react";
import type { DataOf } from "#core/call.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { phone, useMedia } from "#core/web/layout/useMedia.ts";
import { lazyNamed } from "#core/web/loading/lazyNamed.ts";
import { useCan } from "#core/web/session/useCan.ts";
import { appointmentCalendar } from "#domains/appointments/calendar/contract.ts";
import { localOf, movedTo } from "#domains/appointments/calendar/rules.ts";
import { spanText } from "#domains/appointments/timeOff/rules.ts";
import { team } from "#domains/team/contract.ts";
import type { Appointment } from "../contract.ts";
import { clockOf } from "../rules.ts";
import classes from "./AppointmentCalendar.module.css";
import { calendarTexts as texts } from "./calendarTexts.ts";
import { HostGrid } from "./HostGrid.tsx";
import type { BusyTime } from "./hostColumns.ts";
import { type RefusedMove, useMove } from "./MoveDialog.tsx";
import type { ShownCalendar } from "./useCalendarQuery.ts";

const WeekGrid = lazyNamed(() => import("./WeekGrid.tsx"), "WeekGrid");

interface Props {
  shown: ShownCalendar;
  /** The table's filters. */
  chosen?: { readonly status?: string; readonly type?: string; readonly user_id?: string };
  zone: string;
  now: Date;
  busy?: readonly BusyTime[];
  onOpen: (appointment: Appointment) => void;
  /** Something was dropped where it can't stay, or not without a question. */
  onRefused: (appointment: Appointment, refused: RefusedMove) => void;
  /** The list of a day, where there are more than the calendar shows. */
  onList: (day: string) => void;
}

/** More absences than this are found in the dialog about time off. */
const mostOff = 8;
const nobody: readonly BusyTime[] = [];
const everything = {};

interface Dropped {
  readonly appointment: Appointment;
  readonly starts: string;
  readonly ends: string;
  readonly host: string | undefined;
}

/** Appointments in a calendar: a day with a column for each host, a week, or on a phone a list by day. */
export function CalendarView(props: Props) {
  const { shown, chosen = everything, zone, now, busy = nobody, onOpen, onRefused, onList } = props;
  const isPhone = useMedia(phone);
  const { days, day, span, host } = shown;
  const { data, isError, refetch } = useCall(appointmentCalendar.view, {
    body: { day: days[0] ?? day, days: days.length, ...chosen, host_id: host },
  });
  const people = useCall(team.chat).data?.teamMembers;
  const canMove = useCan(appointmentCalendar.move);
  // It stays where it was dropped until the calendar has its next version.
  const [dropped, setDropped] = useState<Dropped>();
  const last = useRef<Appointment>(undefined);
  const move = useMove({
    onRefused: (failure, { starts, ends, host_id }) => {
      setDropped(undefined);
      if (last.current) onRefused(last.current, { starts, ends, host_id, failure });
    },
  });
  const drop = (appointment: Appointment, starts: string, ends: string, to?: string) => {
    last.current = appointment;
    setDropped({ appointment, starts, ends, host: to });
    const { id, version } = appointment;
    move.mutate({ params: { id }, body: { starts, ends, version, ...(to !== undefined && { host_id: to }) } });
  };
  const view = data && dropped ? { ...data, appointments: movedTo(data.appointments, dropped, zone) } : data;
  const nameOf = (id: number) => people?.find((one) => one.id === id)?.name ?? "";
  const isGrid = span === "day" && !isPhone;
  const off = (view?.time_off ?? []).filter(({ user_id }) => host === "" || host === String(user_id));
  return (
    <>
      {!isGrid &&
        off.slice(0, mostOff).map(({ id, user_id, starts_at, ends_at, reason }) => (
          <p key={id} className={classes.notice}>
            {texts.off(nameOf(user_id), spanText(starts_at, ends_at, zone), reason)}
          </p>
        ))}
      {isGrid && view && (view.hours[0] === null || view.appointments.length === 0) && (
        <p className={classes.notice}>{view.hours[0] === null ? texts.closedDay : texts.freeDay}</p>
      )}
      {view?.is_more && <p className={classes.notice}>{texts.tooMany}</p>}
      {isError && !view && (
        <Alert color="red" role="alert">
          {texts.failed}{" "}
          <Button variant="subtle" size="compact-sm" onClick={() => refetch()}>
            {texts.tryAgain}
          </Button>
        </Alert>
      )}
      {view && isPhone && <CalendarDays days={days} zone={zone} view={view} onOpen={onOpen} onMore={onList} />}
      {view && people && isGrid && (
        <HostGrid
          day={day}
          zone={zone}
          now={now}
          view={view}
          people={people}
          busy={busy}
          host={host}
          canMove={canMove}
          onOpen={onOpen}
          onMore={onList}
          onCreate={shown.createAt}
          onMove={drop}
        />
      )}
      {view && !isPhone && span === "week" && (
        <Suspense>
          <WeekGrid
            days={days}
            zone={zone}
            view={view}
            host={host}
            canMove={canMove}
            onOpen={onOpen}
            onMore={shown.openDay}
            onCreate={shown.createAt}
            onMove={drop}
          />
        </Suspense>
      )}
    </>
  );
}

interface CalendarDaysProps {
  days: readonly string[];
  zone: string;
  view: DataOf<typeof appointmentCalendar.view>;
  onOpen: (appointment: Appointment) => void;
  onMore: (day: string) => void;
}

/** How many of a day are listed before one goes to its list. */
const mostOfDay = 25;

const dayName = (day: string) =>
  new Intl.DateTimeFormat("en-US", { timeZone: "UTC", weekday: "long", month: "long", day: "numeric" }).format(
    new Date(`${day}T00:00:00Z`),
  );

/** The week on a phone: its appointments by day. */
function CalendarDays({ days, zone, view, onOpen, onMore }: CalendarDaysProps) {
  const byDay = Map.groupBy(view.appointments, ({ datetime }) => localOf(datetime, zone).slice(0, 10));
  return days.map((day, index) => {
    const all = byDay.get(day) ?? [];
    return (
      <Fragment key={day}>
        {days.length > 1 ? (
          <h3 className={classes.day}>
            {dayName(day)}
            {view.hours[index] === null && ` · ${texts.closed}`}
          </h3>
        ) : (
          view.hours[index] === null && <p className={classes.notice}>{texts.closedDay}</p>
        )}
        {all.length === 0 && <p className={classes.notice}>{texts.none}</p>}
        <ul className={classes.rows}>
          {all.slice(0, mostOfDay).map((one) => (
            <li key={one.id}>
              <button type="button" className={classes.row} onClick={() => onOpen(one)}>
                <span className={classes.time}>{clockOf(one.datetime, zone)}</span>
                <TypeIcon one={one} />
                <span className={classes.what} data-status={one.status}>
                  <b dir="auto">{one.customer_name}</b> <span className={classes.title}>{one.title}</span>
                </span>
                <span className={classes.host}>{one.host_name || texts.unassigned}</span>
              </button>
            </li>
          ))}
          {all.length > mostOfDay && (
            <li>
              <button type="button" className={classes.row} onClick={() => onMore(day)}>
                {texts.all(all.length)}
              </button>
            </li>
          )}
        </ul>
      </Fragment>
    );
  });
}

/** In person or by video; what is over says how it went. */
function TypeIcon({ one: { status, type } }: { one: Appointment }) {
  const Icon = status === 1 ? IconCheck : status === 2 ? IconUserX : type === 1 ? IconVideo : IconMapPin;
  return (
    <Icon
      size={16}
      stroke={1.75}
      className={classes.icon}
      aria-label={texts.stateOf(status, false) || undefined}
      aria-hidden={status === 0}
    />
  );
}
