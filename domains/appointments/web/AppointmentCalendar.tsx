import { useCall } from "#core/web/call/useCall.ts";
import { CountTabs } from "#core/web/filter/CountTabs.tsx";
import { FilterChip } from "#core/web/filter/FilterChip.tsx";
import { phone, useMedia } from "#core/web/layout/useMedia.ts";
import { team } from "#domains/team/contract.ts";
import type { Appointment } from "../contract.ts";
import classes from "./AppointmentCalendar.module.css";
import { AppointmentFilters } from "./AppointmentFilters.tsx";
import { CalendarView } from "./CalendarView.tsx";
import { calendarTexts as texts } from "./calendarTexts.ts";
import { DayNavigation } from "./DayNavigation.tsx";
import type { RefusedMove } from "./MoveDialog.tsx";
import { appointmentTexts as fieldTexts } from "./texts.ts";
import type { AppointmentQuery } from "./useAppointmentQuery.ts";
import { useCalendarQuery } from "./useCalendarQuery.ts";

interface Props {
  query: AppointmentQuery;
  zone: string;
  now: Date;
  onOpen: (appointment: Appointment) => void;
  onRefused: (appointment: Appointment, refused: RefusedMove) => void;
}

/** The location's appointments in a calendar, under the table's filters. */
export function AppointmentCalendar({ query, zone, now, onOpen, onRefused }: Props) {
  const isPhone = useMedia(phone);
  const shown = useCalendarQuery(zone, "week", isPhone);
  const { data: people } = useCall(team.chat);
  const hosts = (people?.teamMembers ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <>
      <div className={classes.head}>
        <DayNavigation shown={shown} />
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
            value={shown.span}
            onChange={shown.setSpan}
            choices={[
              { value: "day", label: texts.day },
              { value: "week", label: texts.week },
            ]}
          />
        )}
      </div>
      <CalendarView
        shown={shown}
        chosen={{ status: query.status, type: query.type, user_id: query.person }}
        zone={zone}
        now={now}
        onOpen={onOpen}
        onRefused={onRefused}
        onList={shown.listDay}
      />
    </>
  );
}
