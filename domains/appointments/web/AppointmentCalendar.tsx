import { ActionIcon, Alert, Button } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useRef } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { CountTabs } from "#core/web/filter/CountTabs.tsx";
import { FilterChip } from "#core/web/filter/FilterChip.tsx";
import { phone, useMedia } from "#core/web/layout/useMedia.ts";
import { useCan } from "#core/web/session/useCan.ts";
import { team } from "#domains/team/contract.ts";
import { appointmentCalendar } from "../calendar/contract.ts";
import type { Appointment } from "../contract.ts";
import { dayAfter } from "../rules.ts";
import { spanText } from "../timeOff/rules.ts";
import { AppointmentFilters } from "./AppointmentFilters.tsx";
import { CalendarDays } from "./CalendarDays.tsx";
import classes from "./CalendarGrid.module.css";
import { CalendarGrid } from "./CalendarGrid.tsx";
import { calendarTexts as texts } from "./calendarTexts.ts";
import type { RefusedMove } from "./MoveDialog.tsx";
import { appointmentTexts as fieldTexts } from "./texts.ts";
import type { AppointmentQuery } from "./useAppointmentQuery.ts";
import { useCalendarQuery } from "./useCalendarQuery.ts";
import { useMove } from "./useMove.ts";

interface Props {
  query: AppointmentQuery;
  zone: string;
  onOpen: (appointment: Appointment) => void;
  /** Something was dropped where it can't stay, or not without a question. */
  onRefused: (appointment: Appointment, refused: RefusedMove) => void;
}

/** More absences than this are found in the dialog about time off. */
const mostOff = 8;

const range = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", dateStyle: "long" });

function rangeText(days: readonly string[]): string {
  const [first = "", last = first] = [days[0], days.at(-1)];
  return range.formatRange(new Date(`${first}T00:00:00Z`), new Date(`${last}T00:00:00Z`));
}

/** The location's appointments in a calendar: a day or a week, on a phone the week's list. */
export function AppointmentCalendar({ query, zone, onOpen, onRefused }: Props) {
  const isPhone = useMedia(phone);
  const shown = useCalendarQuery(zone, isPhone);
  const { days, day, span } = shown;
  const chosen = { status: query.status, type: query.type, user_id: query.person, host_id: shown.host };
  const {
    data: view,
    isError,
    refetch,
  } = useCall(appointmentCalendar.view, {
    body: { day: days[0] ?? day, days: days.length, ...chosen },
  });
  const { data: people } = useCall(team.chat);
  const names = new Map((people?.teamMembers ?? []).map(({ id, name }) => [id, name]));
  const canMove = useCan(appointmentCalendar.move);
  const dropped = useRef<Appointment>(undefined);
  const move = useMove({
    onRefused: (failure, { starts, ends }) => dropped.current && onRefused(dropped.current, { starts, ends, failure }),
  });
  const drop = (appointment: Appointment, starts: string, ends: string) => {
    dropped.current = appointment;
    move.mutate({ params: { id: appointment.id }, body: { starts, ends, version: appointment.version } });
  };
  const hosts = [...names].map(([id, name]) => ({ value: String(id), label: name }));
  const off = (view?.time_off ?? []).filter(({ user_id }) => shown.host === "" || shown.host === String(user_id));
  const step = (sign: number) => shown.showDay(dayAfter(day, sign * days.length));
  return (
    <>
      <div className={classes.head}>
        <Button variant="default" onClick={() => shown.showDay(shown.today)}>
          {texts.today}
        </Button>
        <ActionIcon variant="default" size={32} aria-label={texts.previous(span)} onClick={() => step(-1)}>
          <IconChevronLeft size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" size={32} aria-label={texts.next(span)} onClick={() => step(1)}>
          <IconChevronRight size={16} aria-hidden />
        </ActionIcon>
        <h2 className={classes.range}>{rangeText(days)}</h2>
        <AppointmentFilters query={query} />
        <FilterChip
          label={fieldTexts.host}
          value={shown.host}
          options={[{ value: "", label: fieldTexts.everyone }, ...hosts]}
          onChange={shown.setHost}
        />
        {!isPhone && (
          <CountTabs
            label={texts.span}
            value={span}
            onChange={shown.setSpan}
            choices={[
              { value: "day", label: texts.day },
              { value: "week", label: texts.week },
            ]}
          />
        )}
      </div>
      {off.slice(0, mostOff).map(({ id, user_id, starts_at, ends_at, reason }) => (
        <p key={id} className={classes.notice}>
          {texts.off(names.get(user_id) ?? "", spanText(starts_at, ends_at, zone), reason)}
        </p>
      ))}
      {view?.is_more && <p className={classes.notice}>{texts.tooMany}</p>}
      {isError && !view && (
        <Alert color="red" role="alert">
          {texts.failed}{" "}
          <Button variant="subtle" size="compact-sm" onClick={() => refetch()}>
            {texts.tryAgain}
          </Button>
        </Alert>
      )}
      {view && isPhone && <CalendarDays days={days} zone={zone} view={view} onOpen={onOpen} onMore={shown.listDay} />}
      {view && !isPhone && (
        <CalendarGrid
          days={days}
          zone={zone}
          view={view}
          host={shown.host}
          canMove={canMove}
          onOpen={onOpen}
          onMore={span === "day" ? shown.listDay : shown.openDay}
          onCreate={shown.createAt}
          onMove={drop}
        />
      )}
    </>
  );
}
