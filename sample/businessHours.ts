import { tzOffset } from "@date-fns/tz";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** The sample locations are open daily from 9 am to 7 pm local time. */
const [opens, closes] = [9 * 60, 19 * 60];
const openMinutesADay = closes - opens;

/** The instant so many business minutes before another. Nights don't count, so people only text by day. */
export function businessMinutesBefore(instant: Date, minutes: number, zone: string): Date {
  const wall = wallOf(instant, zone);
  const midnight = Math.floor(wall / dayMs) * dayMs;
  const minute = (wall - midnight) / minuteMs;
  // Before opening, count from yesterday's closing time; after closing, from today's.
  const day = minute < opens ? midnight - dayMs : midnight;
  const left = (minute < opens || minute > closes ? closes : minute) - opens - minutes;
  const daysBack = Math.max(0, Math.ceil(-left / openMinutesADay));
  return instantOfWall(day - daysBack * dayMs + (opens + left + daysBack * openMinutesADay) * minuteMs, zone);
}

/** A local time (`10:30`) on the day so many days after that of an instant. */
export function wallTime(instant: Date, days: number, time: string, zone: string): Date {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  const midnight = Math.floor(wallOf(instant, zone) / dayMs) * dayMs;
  return instantOfWall(midnight + days * dayMs + (hours * 60 + minutes) * minuteMs, zone);
}

/** The local time of a zone, as if it were UTC. */
function wallOf(instant: Date, zone: string): number {
  return instant.getTime() + tzOffset(zone, instant) * minuteMs;
}

/** Accurate for business hours, which never include the hour of a DST change. */
function instantOfWall(wall: number, zone: string): Date {
  const approximate = new Date(wall - tzOffset(zone, new Date(wall)) * minuteMs);
  return new Date(wall - tzOffset(zone, approximate) * minuteMs);
}
