import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { useOnReconnect, useRealtimeEvent } from "#core/web/realtime/realtime.ts";
import { useThrottledCallback } from "#core/web/useThrottledCallback.ts";
import { appointmentCalendar } from "../calendar/contract.ts";
import { appointmentEvents, appointments } from "../contract.ts";
import type { AppointmentQuery } from "./useAppointmentQuery.ts";

const aMinute = 60_000;

/** How many appointments each period has under the filters, kept fresh with the table; and the time they are judged by. */
export function useAppointmentCounts({ status, type, person, search }: AppointmentQuery) {
  const cache = useQueryClient();
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), aMinute);
    return () => clearInterval(timer);
  }, []);
  const refresh = useThrottledCallback(() => {
    for (const { name } of [appointments.table, appointments.counts, appointmentCalendar.view])
      void cache.invalidateQueries({ queryKey: [name] });
  });
  useRealtimeEvent(appointmentEvents.changed, refresh);
  useOnReconnect(refresh);
  const body = { status, type, user_id: person, search_param: search };
  const { data, dataUpdatedAt } = useCall(appointments.counts, { body });
  // One that was made for now is due at once, not when the next minute begins.
  if (dataUpdatedAt > now.getTime()) setNow(new Date(dataUpdatedAt));
  return { counts: data, now };
}
