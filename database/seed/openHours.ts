import { tzOffset } from "@date-fns/tz";

const aMinute = 60_000;
const aDay = 24 * 60 * aMinute;

/** The sample locations are open every day from nine to seven, on their own clocks. */
const [opens, closes] = [9 * 60, 19 * 60];
const openMinutesADay = closes - opens;

/** The instant that lies so many opening minutes before another: nights don't count, so people text by day only. */
export function openMinutesBefore(instant: Date, minutes: number, zone: string): Date {
  const wall = wallOf(instant, zone);
  const midnight = Math.floor(wall / aDay) * aDay;
  const minute = (wall - midnight) / aMinute;
  // Before opening it is still yesterday's closing time; after closing, today's.
  const day = minute < opens ? midnight - aDay : midnight;
  const left = (minute < opens || minute > closes ? closes : minute) - opens - minutes;
  const daysBack = Math.max(0, Math.ceil(-left / openMinutesADay));
  return instantOfWall(day - daysBack * aDay + (opens + left + daysBack * openMinutesADay) * aMinute, zone);
}

/** A wall time (`10:30`) on the day that lies so many days after that of an instant. */
export function wallTime(instant: Date, days: number, time: string, zone: string): Date {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  const midnight = Math.floor(wallOf(instant, zone) / aDay) * aDay;
  return instantOfWall(midnight + days * aDay + (hours * 60 + minutes) * aMinute, zone);
}

/** What the clocks of a zone show, as if it were UTC. */
function wallOf(instant: Date, zone: string): number {
  return instant.getTime() + tzOffset(zone, instant) * aMinute;
}

/** Good for opening hours: they never touch the hour in which the clocks change. */
function instantOfWall(wall: number, zone: string): Date {
  const near = new Date(wall - tzOffset(zone, new Date(wall)) * aMinute);
  return new Date(wall - tzOffset(zone, near) * aMinute);
}
