import { TZDate } from "@date-fns/tz";
import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import { tzlib_get_ical_block } from "timezones-ical-library";
import { wallTimeAt } from "#core/wallTime.ts";

/** An entry of a calendar file. */
export interface CalendarEntry {
  /** The same for all versions of an entry. */
  readonly uid: string;
  readonly sequence: number;
  readonly start: Date;
  readonly end: Date;
  /** IANA: the clocks by which the entry was made. */
  readonly zone: string;
  /** When this version was made. */
  readonly stamp: Date;
  readonly summary: string;
  readonly description: string;
  readonly location: string;
  readonly url: string;
  readonly isCancelled: boolean;
  readonly organizer?: { readonly name: string; readonly email: string };
  /** The address that is invited. */
  readonly attendee?: string;
}

const zoneBlock = (zone: string) => tzlib_get_ical_block(zone)[0] ?? "";

/** How far clocks are set back, in minutes. */
const steps = [30, 60, 120];

/** True when a zone's clocks show this instant's time twice, which programs read as either. */
function isRepeated(at: Date, zone: string): boolean {
  const shown = JSON.stringify(wallTimeAt(at, zone));
  const shownBy = (minutes: number) => JSON.stringify(wallTimeAt(new Date(at.getTime() + minutes * 60_000), zone));
  return steps.some((step) => shownBy(step) === shown || shownBy(-step) === shown);
}

/** An entry's times by its zone's clocks, or in UTC where those would be ambiguous. */
function timesOf({ start, end, zone }: CalendarEntry) {
  if (isRepeated(start, zone) || isRepeated(end, zone)) return { start, end };
  return { start: new TZDate(start, zone), end: new TZDate(end, zone), timezone: zone };
}

/** A calendar file: an invitation (REQUEST), its withdrawal (CANCEL), or what someone subscribes to (PUBLISH). */
export function buildCalendar(
  method: "REQUEST" | "CANCEL" | "PUBLISH",
  entries: readonly CalendarEntry[],
  name?: string,
): string {
  // With a zone of its own the calendar would write its time stamps in that zone, which they may not be in.
  const timezone = { name: null, generator: zoneBlock };
  const calendar = ical({ prodId: "-//Rooftop//Meetings//EN", method: ICalCalendarMethod[method], timezone });
  if (name !== undefined) calendar.name(name).ttl(3600);
  for (const entry of entries) {
    const { uid, sequence, stamp, summary, description, location, url } = entry;
    const event = calendar.createEvent({ id: uid, sequence, ...timesOf(entry), stamp, summary });
    event.description(description).status(entry.isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED);
    if (location !== "") event.location(location);
    if (url !== "") event.url(url);
    if (entry.organizer) event.organizer(entry.organizer);
    if (entry.attendee !== undefined) event.createAttendee({ email: entry.attendee, rsvp: true });
  }
  return calendar.toString();
}
