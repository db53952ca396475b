import { tzOffset } from "@date-fns/tz";
import {
  type AppointmentDraft,
  type AppointmentStatus,
  type AppointmentType,
  appointmentStatuses,
} from "./contract.ts";

export const typeNames: Record<AppointmentType, string> = { 0: "In-Person", 1: "Virtual" };
export const statusNames: Record<AppointmentStatus, string> = { 0: "Pending", 1: "Completed", 2: "No Show" };

/** An appointment can move to every status but its own. */
export function otherStatuses(status: AppointmentStatus): AppointmentStatus[] {
  return appointmentStatuses.filter((other) => other !== status);
}

/**
 * The time of an appointment: the moment of saving, or the chosen wall time in the location's time zone.
 *
 * @returns undefined for a wall time that daylight saving skips in spring.
 */
export function instantOf(draft: AppointmentDraft, now: Date, zone: string): Date | undefined {
  if (draft.timeType === "now") return now;
  const hour = (Number(draft.customTimeHours) % 12) + (draft.customTimeAmPm === "PM" ? 12 : 0);
  const time = `${String(hour).padStart(2, "0")}:${draft.customTimeMinutes}`;
  return atWallTime(new Date(`${draft.appointment_date}T${time}:00Z`), zone);
}

/** The next full hour in the location's time zone: the default of a new draft. */
export function nextHour(now: Date, zone: string) {
  const clock = new Date(now.getTime() + (tzOffset(zone, now) + 60) * aMinute);
  const [hour, half] = [clock.getUTCHours() % 12 || 12, clock.getUTCHours() < 12 ? "AM" : "PM"];
  return {
    appointment_date: clock.toISOString().slice(0, 10),
    customTimeHours: String(hour).padStart(2, "0"),
    customTimeMinutes: "00",
    customTimeAmPm: half,
  };
}

const aMinute = 60_000;
const aDay = 24 * 60 * aMinute;

/**
 * The instant at which clocks in `zone` show what `wall` reads in UTC. For the hour that repeats in autumn it returns the
 * first occurrence, which is what people usually mean.
 */
function atWallTime(wall: Date, zone: string): Date | undefined {
  const around = [wall.getTime() - aDay, wall.getTime() + aDay].map((time) => tzOffset(zone, new Date(time)));
  return around
    .map((offset) => new Date(wall.getTime() - offset * aMinute))
    .filter((instant) => instant.getTime() + tzOffset(zone, instant) * aMinute === wall.getTime())
    .sort((one, other) => one.getTime() - other.getTime())[0];
}
