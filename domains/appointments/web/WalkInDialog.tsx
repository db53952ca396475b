import { useEffect, useState } from "react";
import { instantAt } from "#core/wallTime.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { appointmentCalendar } from "#domains/appointments/calendar/contract.ts";
import { localOf } from "#domains/appointments/calendar/rules.ts";
import { type TeamMember, team } from "#domains/team/contract.ts";
import { boundsOfDay, clockOf, dayOf, nextFree } from "../rules.ts";
import { CreateAppointmentDialog, type WalkIn } from "./CreateAppointmentDialog.tsx";
import type { BusyTime } from "./hostColumns.ts";
import { appointmentTexts as texts } from "./texts.ts";

export interface Props {
  opened: boolean;
  onClose: () => void;
  zone: string;
  /** When members are busy in their own calendars today. */
  busy: readonly BusyTime[];
}

/** As long as an appointment is that says nothing else. */
const minutes = 30;

/** An appointment for a customer who is there, with the person who is free next. */
export function WalkInDialog({ opened, onClose, zone, busy }: Props) {
  const day = dayOf(new Date(), zone);
  const { data: view } = useCall(appointmentCalendar.view, { body: { day, days: 1 } }, { enabled: opened });
  const people = useCall(team.chat).data?.teamMembers;
  const [walkIn, setWalkIn] = useState<WalkIn>();
  // Once an opening: what is chosen stays while colleagues book others.
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    if (!opened) return setReady(false);
    if (isReady || !view || !people) return;
    const closes = view.hours[0]?.closes;
    const until =
      closes === undefined ? boundsOfDay(day, zone).end : instantAt({ date: day, minutes: closes }, zone, "next");
    const { appointments, time_off } = view;
    const away = [...time_off, ...busy];
    setWalkIn(walkInOf(nextFree({ people, appointments, away, now: new Date(), minutes, until }), zone));
    setReady(true);
  }, [opened, isReady, view, people, busy, day, zone]);
  return <CreateAppointmentDialog opened={opened && isReady} onClose={onClose} walkIn={walkIn} />;
}

function walkInOf(free: ReturnType<typeof nextFree<TeamMember>>, zone: string): WalkIn {
  if (!free) return { host_id: "", note: texts.noneFree };
  const { person, at, isNow } = free;
  const host_id = String(person.id);
  if (isNow) return { host_id, note: "" };
  return { host_id, at: localOf(at, zone), note: texts.nextFree(person.first_name, clockOf(at, zone)) };
}
