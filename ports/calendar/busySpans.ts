import ICAL from "ical.js";
import windowsIana from "windows-iana";
import { instantAt, isZone } from "#core/wallTime.ts";
import type { BusySpan, CalendarQuery, CalendarTimes } from "./calendar.ts";

const maxEntries = 5_000;
const maxOccurrences = 50_000;
const maxSpans = 2_000;

const maxZones = 5;

type AskedWindow = Pick<CalendarQuery, "from" | "before" | "zone">;

interface Window extends AskedWindow {
  /** Names that were met and that nobody knows. */
  readonly unknownZones: Set<string>;
}

/**
 * When a calendar file's owner is busy, as spans that don't touch each other. It must run where it can be ended: a file may
 * hold rules that never come to an end.
 *
 * @throws for what isn't a calendar file.
 */
export function busySpans(text: string, asked: AskedWindow): CalendarTimes {
  const window: Window = { ...asked, unknownZones: new Set() };
  const parsed = ICAL.parse(text);
  const calendars = (Array.isArray(parsed[0]) ? parsed : [parsed]) as (typeof parsed)[];
  const components = calendars.map((one) => new ICAL.Component(one as never));
  const spans = components.flatMap((one) => [...eventSpans(one, window), ...freeBusySpans(one, window)]);
  return { busy: joined(spans, window), unknownZones: [...window.unknownZones].slice(0, maxZones) };
}

function eventSpans(calendar: ICAL.Component, window: Window): BusySpan[] {
  const all = calendar
    .getAllSubcomponents("vevent")
    .slice(0, maxEntries)
    .filter((one) => one.hasProperty("dtstart"));
  const isException = (one: ICAL.Component) => one.hasProperty("recurrence-id");
  const exceptions = Map.groupBy(all.filter(isException), (one) => String(one.getFirstPropertyValue("uid")));
  const budget = { left: maxOccurrences };
  const series = all
    .filter((one) => !isException(one))
    .flatMap((one) => seriesSpans(one, exceptions.get(String(one.getFirstPropertyValue("uid"))) ?? [], window, budget));
  // Exceptions count by themselves: their series may not be in the file, or be far from where they were moved to.
  const changed = [...exceptions.values()].flat().filter(isBusy);
  return [...series, ...changed.map((one) => spanOf(new ICAL.Event(one), window))];
}

const isBusy = (event: ICAL.Component) =>
  String(event.getFirstPropertyValue("transp")).toUpperCase() !== "TRANSPARENT" &&
  String(event.getFirstPropertyValue("status")).toUpperCase() !== "CANCELLED";

type Times = Pick<ICAL.Event, "startDate" | "endDate">;

/** When an entry is, or the occurrence of it that `times` are of. */
function spanOf(event: ICAL.Event, window: Window, { startDate, endDate }: Times = event): BusySpan {
  const zone = zoneOf(event.component.getFirstProperty("dtstart"), window);
  return { start: instantOf(startDate, zone), end: instantOf(endDate, zone) };
}

/** The occurrences of an entry that no exception replaces. */
function seriesSpans(
  component: ICAL.Component,
  exceptions: readonly ICAL.Component[],
  window: Window,
  budget: { left: number },
): BusySpan[] {
  const event = new ICAL.Event(component, { exceptions: exceptions.map((one) => new ICAL.Event(one)) });
  if (!event.isRecurring()) return isBusy(component) ? [spanOf(event, window)] : [];
  const zone = zoneOf(component.getFirstProperty("dtstart"), window);
  const replaced = new Set(exceptions.map((one) => replacedBy(one, { ...window, zone })));
  const spans: BusySpan[] = [];
  const occurrences = event.iterator();
  for (let next = occurrences.next(); next && budget.left > 0; next = occurrences.next()) {
    budget.left -= 1;
    const at = instantOf(next, zone);
    if (at >= window.before || spans.length >= maxSpans) break;
    if (replaced.has(at.getTime())) continue;
    const details = event.getOccurrenceDetails(next);
    if (!isBusy(details.item.component)) continue;
    const span = spanOf(details.item, window, details);
    if (span.end > window.from) spans.push(span);
  }
  return spans;
}

/** The instant of the occurrence that an exception stands for. */
function replacedBy(exception: ICAL.Component, window: Window): number {
  const property = exception.getFirstProperty("recurrence-id");
  return instantOf(property?.getFirstValue() as ICAL.Time, zoneOf(property, window)).getTime();
}

function freeBusySpans(calendar: ICAL.Component, { zone }: Window): BusySpan[] {
  return calendar.getAllSubcomponents("vfreebusy").flatMap((component) =>
    component
      .getAllProperties("freebusy")
      .filter((property) => String(property.getParameter("fbtype") ?? "BUSY").toUpperCase() !== "FREE")
      .flatMap((property) => property.getValues() as ICAL.Period[])
      .slice(0, maxSpans)
      .map((period) => ({ start: instantOf(period.start, zone), end: instantOf(period.getEnd(), zone) })),
  );
}

/**
 * The zone of a time whose file doesn't say what its name means: IANA's names, Outlook's own, or UTC for one that nobody
 * knows, which is kept to be told. Without a name it is the calendar's owner's.
 */
function zoneOf(time: ICAL.Property | null, { zone: fallback, unknownZones }: Window): string {
  const name = String(time?.getParameter("tzid") ?? "");
  const value = time?.getFirstValue() as ICAL.Time | null | undefined;
  // A whole day has no zone, whatever is written beside it.
  if (name === "" || value?.isDate) return fallback;
  const known = [name, windowsIana.findIana(name)[0] ?? ""].find((one) => one !== "" && isZone(one));
  if (known !== undefined) return known;
  if (!hasRules(value)) unknownZones.add(name.slice(0, 80));
  return "UTC";
}

/** True for a time whose zone the file itself explains. */
const hasRules = (time: ICAL.Time | null | undefined) => Boolean(time?.zone && time.zone.tzid !== "floating");

/** Wall times become instants by the file's own rules of the zone, or else by ours. */
function instantOf(time: ICAL.Time, zone: string): Date {
  if (!time.isDate && hasRules(time)) return time.toJSDate();
  const padded = (value: number, length = 2) => String(value).padStart(length, "0");
  const date = `${padded(time.year, 4)}-${padded(time.month)}-${padded(time.day)}`;
  return instantAt({ date, minutes: time.isDate ? 0 : 60 * time.hour + time.minute }, zone, "next");
}

/** The spans within the window, joined where they touch. */
function joined(spans: readonly BusySpan[], { from, before }: Window): BusySpan[] {
  const within = spans
    .filter(({ start, end }) => end > from && start < before && end > start)
    .map(({ start, end }) => ({ start: start < from ? from : start, end: end > before ? before : end }))
    .sort((one, other) => one.start.getTime() - other.start.getTime());
  const result: BusySpan[] = [];
  for (const span of within) {
    const last = result.at(-1);
    if (last && span.start <= last.end)
      result[result.length - 1] = { ...last, end: span.end > last.end ? span.end : last.end };
    else result.push(span);
  }
  return result.slice(0, maxSpans);
}
