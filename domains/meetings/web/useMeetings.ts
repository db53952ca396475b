import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { useOnReconnect, useRealtimeEvent } from "#core/web/realtime/realtime.ts";
import { useThrottledCallback } from "#core/web/useThrottledCallback.ts";
import { appointmentCalendar } from "#domains/appointments/calendar/contract.ts";
import { type AppointmentType, appointmentEvents } from "#domains/appointments/contract.ts";
import { meetingEvents, meetings } from "../contract.ts";

/** The next meetings and who is busy on a day, kept fresh while colleagues change them; and the time they are judged by. */
export function useMeetings(type: AppointmentType, day: string) {
  const cache = useQueryClient();
  const [now, setNow] = useState(() => new Date());
  const refresh = useThrottledCallback(() => {
    for (const { name } of [meetings.list, meetings.get, appointmentCalendar.view])
      void cache.invalidateQueries({ queryKey: [name] });
  });
  useRealtimeEvent(meetingEvents.changed, refresh);
  useRealtimeEvent(appointmentEvents.changed, refresh);
  useOnReconnect(refresh);
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 15_000);
    return () => clearInterval(timer);
  }, []);
  const list = useCall(meetings.list, { body: { type, day } }, { keepPrevious: true });
  return { ...list, now };
}
