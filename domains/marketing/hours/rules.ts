import { type StateCode, stateCodes } from "#core/states.ts";
import { daysLater, instantAt, wallTimeAt, weekdayOf } from "#core/wallTime.ts";

/** When marketing texts may reach the people of a state, by their own clocks, from a day on. */
export interface QuietHoursRule {
  /** Empty: every state, as federal law says. */
  readonly state: StateCode | "";
  /** A bit for each day on which it holds: 1 for Sunday to 64 for Saturday. */
  readonly weekdays: number;
  /** Minutes since midnight: texts may leave from then on, and before `to`. */
  readonly from: number;
  readonly to: number;
  /** The first day on which it holds; a later rule for a day replaces an earlier one. */
  readonly since: string;
}

/** Whom a text may reach: every zone and every state in which the phone may be. */
export interface RecipientArea {
  /** Never empty. */
  readonly zones: readonly string[];
  /** Never empty. */
  readonly states: readonly StateCode[];
  /** Nothing is known about where the phone is, so the zone is only a guess. */
  readonly isGuess: boolean;
}

export const everyDay = 127;
const hour = 60;

/** No state's rule and no operator makes texts leave outside these. */
const federal = { from: 8 * hour, to: 21 * hour };
/** For a phone that may be anywhere: 12:00 to 17:00 at the location is 9:00 to 20:00 nearly everywhere in the US. */
const guessed = { from: 12 * hour, to: 17 * hour };

/** Minutes since midnight: `to` is the first at which nothing may leave. */
export interface DayWindow {
  readonly from: number;
  readonly to: number;
}

type AreaLaw = Pick<RecipientArea, "states" | "isGuess">;

/** A campaign asks about the same day and states for everybody: each is looked up once for a list of rules. */
const windowsByRules = new WeakMap<readonly QuietHoursRule[], Map<string, DayWindow>>();

/** The hours of a day in which all states allow texts; `from` is not before `to` when they share none. */
export function windowOn(date: string, area: AreaLaw, rules: readonly QuietHoursRule[]): DayWindow {
  const windows = windowsByRules.get(rules) ?? new Map<string, DayWindow>();
  windowsByRules.set(rules, windows);
  const key = `${date} ${area.isGuess} ${area.states.join()}`;
  const window = windows.get(key) ?? windowOf(date, area, rules);
  windows.set(key, window);
  return window;
}

function windowOf(date: string, area: AreaLaw, rules: readonly QuietHoursRule[]): DayWindow {
  const windows = ["" as const, ...area.states].map((state) => ruleOn(date, state, rules) ?? federal);
  const all: readonly DayWindow[] = [federal, ...windows, ...(area.isGuess ? [guessed] : [])];
  return { from: Math.max(...all.map(({ from }) => from)), to: Math.min(...all.map(({ to }) => to)) };
}

function ruleOn(date: string, state: StateCode | "", rules: readonly QuietHoursRule[]): DayWindow | undefined {
  const bit = 2 ** weekdayOf(date);
  const valid = rules.filter((rule) => rule.state === state && (rule.weekdays & bit) !== 0 && rule.since <= date);
  return valid.reduce<QuietHoursRule | undefined>(
    (newest, rule) => (newest && newest.since >= rule.since ? newest : rule),
    undefined,
  );
}

/** True when a text may leave at this instant, by the clocks of every zone and the law of every state in the area. */
export function isAllowed(instant: Date, area: RecipientArea, rules: readonly QuietHoursRule[]): boolean {
  return area.zones.every((zone) => {
    const { date, minutes } = wallTimeAt(instant, zone);
    const { from, to } = windowOn(date, area, rules);
    return minutes >= from && minutes < to;
  });
}

/** Rules that leave no hour in weeks are a mistake; then nothing is sent. */
const maxRounds = 120;

/**
 * The first instant from `instant` on at which a text may leave.
 *
 * @returns undefined when the rules leave no hour within weeks.
 */
export function nextAllowed(instant: Date, area: RecipientArea, rules: readonly QuietHoursRule[]): Date | undefined {
  if (isAllowed(instant, area, rules)) return instant;
  let next = instant;
  for (let round = 0; round < maxRounds; round++) {
    const latest = Math.max(...area.zones.map((zone) => nextIn(zone, next, area, rules).getTime()));
    if (latest === next.getTime()) return next;
    next = new Date(latest);
  }
  return undefined;
}

/** The first instant from `instant` on at which one zone allows texts, or the next day's first instant to look at. */
function nextIn(zone: string, instant: Date, area: RecipientArea, rules: readonly QuietHoursRule[]): Date {
  const { date, minutes } = wallTimeAt(instant, zone);
  const { from, to } = windowOn(date, area, rules);
  if (from < to && minutes < from) return instantAt({ date, minutes: from }, zone, "next");
  if (minutes >= from && minutes < to) return instant;
  const tomorrow = daysLater(date, 1);
  const { from: opens, to: closes } = windowOn(tomorrow, area, rules);
  // A day without an hour is skipped from its noon, which no clock change moves.
  return instantAt({ date: tomorrow, minutes: opens < closes ? opens : 12 * hour }, zone, "next");
}

/** The instant at which the window that contains `instant` closes, in the first zone to close. */
export function closesAt(instant: Date, area: RecipientArea, rules: readonly QuietHoursRule[]): Date {
  const ends = area.zones.map((zone) => {
    const { date } = wallTimeAt(instant, zone);
    return instantAt({ date, minutes: windowOn(date, area, rules).to }, zone, "next").getTime();
  });
  return new Date(Math.min(...ends));
}

const days = { sunday: 1, monday: 2, tuesday: 4, wednesday: 8, thursday: 16, friday: 32, saturday: 64 };
const weekend = days.sunday + days.saturday;
const hours = (state: StateCode | "", from: number, to: number, weekdays = everyDay): QuietHoursRule => ({
  state,
  weekdays,
  from: from * hour,
  to: to * hour,
  since: "2000-01-01",
});

/** The rules of a new installation; the operator changes them under Marketing rules. */
export const initialQuietHours: readonly QuietHoursRule[] = [
  hours("", 8, 21),
  ...(["FL", "OK", "MD", "MS", "NJ"] as const).map((state) => hours(state, 8, 20)),
  hours("CT", 9, 20),
  hours("TX", 9, 21, everyDay - days.sunday),
  hours("TX", 12, 21, days.sunday),
  hours("RI", 9, 18, everyDay - weekend),
  hours("RI", 10, 17, weekend),
];

/** Hours as the operator keeps them; `state` empty: everywhere. */
export interface DatedHours {
  readonly state: string;
  readonly weekdays: number;
  readonly from_minute: number;
  readonly to_minute: number;
  readonly since: string;
  /** The law that says so. */
  readonly source: string;
}

export interface HoursProblem {
  readonly field: "state" | "weekdays" | "from_minute" | "to_minute" | "since";
  readonly text: string;
}

const isDate = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

/**
 * What is wrong with hours that somebody enters; undefined when nothing is.
 *
 * @param today the first day that can still be changed: what held before stays on record.
 */
export function problemOf(row: DatedHours, rows: readonly DatedHours[], today: string): HoursProblem | undefined {
  const state = row.state.toUpperCase();
  if (state !== "" && !stateCodes.some((code) => code === state)) return { field: "state", text: "Select a state" };
  if (row.from_minute < federal.from) return { field: "from_minute", text: "Federal law allows texts from 8 AM" };
  if (row.to_minute > federal.to) return { field: "to_minute", text: "Federal law allows texts until 9 PM" };
  if (row.from_minute >= row.to_minute) return { field: "to_minute", text: "Choose a later time than the start" };
  if (!isDate(row.since) || row.since < today) return { field: "since", text: "Choose today or a later day" };
  const overlaps = rows.some(
    (other) =>
      other.state === state &&
      other.since === row.since &&
      other.weekdays !== row.weekdays &&
      (other.weekdays & row.weekdays) !== 0,
  );
  return overlaps ? { field: "weekdays", text: "Other hours start on that day for some of these days" } : undefined;
}

/** True when later hours hold on all of a row's days by now. */
export function isReplaced(row: DatedHours, rows: readonly DatedHours[], today: string): boolean {
  const later = rows.filter(({ state, since }) => state === row.state && since > row.since && since <= today);
  return later.reduce((left, { weekdays }) => left & ~weekdays, row.weekdays) === 0;
}

/** Every state: for a phone that may be anywhere. */
export const anyState: readonly StateCode[] = stateCodes;

/** The most marketing texts that a phone in a state may get within 24 hours, from any sender of the business. */
export const textsPerDay: Partial<Record<StateCode, number>> = { FL: 3, OK: 3 };
