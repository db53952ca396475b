import { Alert, Button } from "@mantine/core";
import { Suspense, useRef, useState } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { phone, useMedia } from "#core/web/layout/useMedia.ts";
import { lazyNamed } from "#core/web/loading/lazyNamed.ts";
import { useCan } from "#core/web/session/useCan.ts";
import { team } from "#domains/team/contract.ts";
import { appointmentCalendar } from "../calendar/contract.ts";
import type { Appointment } from "../contract.ts";
import { spanText } from "../timeOff/rules.ts";
import classes from "./AppointmentCalendar.module.css";
import { CalendarDays } from "./CalendarDays.tsx";
import { calendarTexts as texts } from "./calendarTexts.ts";
import { HostGrid } from "./HostGrid.tsx";
import type { BusyTime } from "./hostColumns.ts";
import type { RefusedMove } from "./MoveDialog.tsx";
import { movedTo } from "./movedTo.ts";
import type { ShownCalendar } from "./useCalendarQuery.ts";
import { useMove } from "./useMove.ts";

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
