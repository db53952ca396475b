import type { CalendarState } from "./fields.ts";

const minute = 60_000;
const hour = 60 * minute;

/** How often busy times are read. */
export const readEveryMs = 15 * minute;
/** How long the provider's return is accepted. */
export const consentMs = 15 * minute;
/** When a write without an answer is checked again. */
export const writingMs = minute;
/** A room that isn't there by then won't come. */
export const roomMs = 10 * minute;
/** Access that couldn't be ended by then is forgotten all the same. */
export const revocationMs = 24 * hour;

/** Failures in a row before the owner is notified; short outages are normal. */
const failingAfter = 3;
const longestWait = 6 * hour;

/** How long until a provider is asked again, in milliseconds; what it says itself counts when it is longer. */
export function waitAfter(failures: number, retryAfter = 0): number {
  const backOff = Math.min(minute * 2 ** Math.min(Math.max(failures - 1, 0), 12), longestWait);
  return Math.max(backOff, retryAfter * 1000);
}

export const stateAfterFailures = (state: CalendarState, failures: number): CalendarState =>
  failures >= failingAfter ? "failing" : state;

interface BusyInterval {
  readonly start: Date;
  readonly end: Date;
}

/** Busy times without those in which nothing but our own events is known of. */
export function withoutOwn(busy: readonly BusyInterval[], own: readonly BusyInterval[]): BusyInterval[] {
  const sorted = own.toSorted((one, other) => one.start.getTime() - other.start.getTime());
  return busy.flatMap((span) => {
    const left: BusyInterval[] = [];
    let from = span.start;
    for (const { start, end } of sorted) {
      if (end <= from || start >= span.end) continue;
      if (start > from) left.push({ start: from, end: start });
      from = end;
    }
    if (from < span.end) left.push({ start: from, end: span.end });
    return left;
  });
}

/** What an event says. */
export interface EventFacts {
  readonly title: string;
  readonly customer_name: string;
  /** E.164; empty without one. */
  readonly phone: string;
  readonly type: 0 | 1;
  readonly place: string;
  readonly location: string;
  /** The room's address, unless it comes with the event. */
  readonly url: string;
}

/** The customer's phone as people write it; undefined without one. */
function phoneIn(phone: string): RegExp | undefined {
  const digits = phone.replace(/\D/g, "").replace(/^1(?=\d{10}$)/, "");
  if (digits.length < 7) return undefined;
  return new RegExp(`(?:\\+?1[-. ]{0,2})?\\(?${[...digits].join("[^0-9A-Za-z]{0,3}")}`, "g");
}

/** An event's title, place and description. Others can see the calendar, so it never has the customer's phone. */
export function wordsOfEvent({ title, customer_name, phone, type, place, location, url }: EventFacts, link: string) {
  const pattern = phoneIn(phone);
  const plain = (text: string) => (pattern ? text.replace(pattern, "") : text).replace(/\s+/g, " ").trim();
  return {
    title: [plain(title), plain(customer_name)].filter(Boolean).join(" · "),
    location: type === 1 ? url : [plain(place), location].filter(Boolean).join(", "),
    description: `Open in Rooftop: ${link}`,
  };
}
