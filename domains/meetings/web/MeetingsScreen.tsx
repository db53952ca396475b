import { Anchor, Button } from "@mantine/core";
import { IconPlus, IconWalk } from "@tabler/icons-react";
import { Suspense, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { useCall } from "#core/web/call/useCall.ts";
import { CountTabs } from "#core/web/filter/CountTabs.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { useFreshCalls } from "#core/web/realtime/realtime.ts";
import { Can } from "#core/web/session/Can.tsx";
import { useTimeZone } from "#core/web/time/useTime.ts";
import { appointmentCalendar } from "#domains/appointments/calendar/contract.ts";
import { type AppointmentType, appointmentEvents, appointments } from "#domains/appointments/contract.ts";
import {
  type CalendarSpan,
  CalendarView,
  calendarTexts,
  DayNavigation,
  useCalendarQuery,
} from "#domains/appointments/web/public.tsx";
import { calendarSource } from "#domains/meetings/busyTimes/contract.ts";
import { calendarFeed } from "#domains/meetings/feed/contract.ts";
import { meetingEvents, meetings } from "../contract.ts";
import { MeetingCard } from "./MeetingCard.tsx";
import classes from "./MeetingsScreen.module.css";
import { meetingTexts as texts } from "./texts.ts";
import { useMeetingDialogs } from "./useMeetingDialogs.tsx";

/**
 * The next meetings of a type as cards, and the location's day by host: `?day=2026-11-24&span=week`. `?create` opens the
 * dialog.
 */
export function MeetingsScreen({ type }: { type: AppointmentType }) {
  const zone = useTimeZone();
  const navigate = useNavigate();
  const shown = useCalendarQuery(zone ?? "UTC", "day");
  const { data, now, error, refetch } = useMeetings(type, shown.day);
  const { open, openCreate, openFeed, openOwn, openWalkIn, openAppointment, openRefused, dialogs } = useMeetingDialogs(
    type,
    data,
  );
  const choose = (next: CalendarSpan | "list") => {
    if (next === "list") navigate(`/appointments?type=${type}`);
    else shown.setSpan(next);
  };
  return (
    <Screen
      title={texts.titles[type]}
      beside={zone && <DayNavigation shown={shown} />}
      actions={
        <>
          <CountTabs<CalendarSpan | "list">
            label={calendarTexts.span}
            value={shown.span}
            onChange={choose}
            choices={[
              { value: "day", label: calendarTexts.day },
              { value: "week", label: calendarTexts.week },
              { value: "list", label: texts.list },
            ]}
          />
          <Can use={appointments.add}>
            <Button variant="default" leftSection={<IconWalk size={18} aria-hidden />} onClick={openWalkIn}>
              {texts.walkIn}
            </Button>
          </Can>
        </>
      }
      commands={{ main: { label: texts.create[type], icon: IconPlus, needs: meetings.add, onClick: openCreate } }}
    >
      <div className={classes.content}>
        {error && !data && (
          <p role="alert">
            {error.message}{" "}
            <Button size="compact-sm" variant="default" onClick={() => refetch()}>
              {calendarTexts.tryAgain}
            </Button>
          </p>
        )}
        {data && data.next.length > 0 && (
          <section aria-label={texts.next}>
            <ul className={classes.cards}>
              {data.next.map((row) => (
                <MeetingCard
                  key={row.id}
                  meeting={row}
                  now={now}
                  isRoomLocal={data.is_room_local}
                  onEdit={(one) => open("edit", one)}
                  onCancel={(one) => open("cancel", one)}
                />
              ))}
            </ul>
          </section>
        )}
        {zone && (
          <section aria-label={texts.calendar}>
            <Suspense>
              <CalendarView
                shown={shown}
                zone={zone}
                now={now}
                busy={data?.busy}
                onOpen={openAppointment}
                onRefused={openRefused}
                onList={(day) => navigate(`/appointments?q=${day}`)}
              />
            </Suspense>
          </section>
        )}
        <p className={classes.links}>
          <Can use={calendarFeed.renew}>
            <Anchor component="button" type="button" onClick={openFeed}>
              {texts.feed}
            </Anchor>
          </Can>
          <Can use={calendarSource.set}>
            <Anchor component="button" type="button" onClick={openOwn}>
              {texts.ownCalendar}
            </Anchor>
          </Can>
        </p>
      </div>
      {dialogs}
    </Screen>
  );
}

/** The next meetings and a day's busy times, refreshed live, and the current time. */
function useMeetings(type: AppointmentType, day: string) {
  const [now, setNow] = useState(() => new Date());
  useFreshCalls(
    [meetings.list, meetings.get, appointmentCalendar.view],
    [meetingEvents.changed, appointmentEvents.changed],
    { inBursts: true },
  );
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 15_000);
    return () => clearInterval(timer);
  }, []);
  const list = useCall(meetings.list, { body: { type, day } }, { keepPrevious: true });
  return { ...list, now };
}
