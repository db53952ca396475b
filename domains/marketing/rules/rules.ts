import { areaOfPhone } from "#core/areaOfPhone.ts";
import { type StateCode, stateCode, stateCodes } from "#core/states.ts";
import { daysLater, instantAt, wallTimeAt, weekdayOf } from "#core/wallTime.ts";
import { timeZoneOf, zonesOfState } from "#domains/locations/rules.ts";

/** Why somebody gets no marketing text or mail. Each has exactly one: the first that holds, in this order. */
export const skipReasons = [
  "removed",
  "invalid",
  "no_address",
  "duplicate",
  "opted_out",
  "asked",
  "no_consent",
  "unsubscribed",
  "bounced",
  "complained",
  "unanswered",
  "recent",
  "limit",
  "quiet_hours",
  "cancelled",
] as const;
export type SkipReason = (typeof skipReasons)[number];

/** The reasons as people read them. */
export const skipReasonTexts: Record<SkipReason, string> = {
  removed: "No longer a customer, or removed from the list",
  invalid: "Can't receive texts",
  no_address: "No email address",
  duplicate: "Same phone as another recipient",
  opted_out: "Opted out",
  asked: "Possible opt-out: review first",
  no_consent: "No consent on file",
  unsubscribed: "Unsubscribed from email",
  bounced: "Email address doesn't work",
  complained: "Marked an email as spam",
  unanswered: "Waiting for your reply",
  recent: "Received a campaign recently",
  limit: "Got three texts within 24 hours",
  quiet_hours: "Not reached before the campaign ended",
  cancelled: "Not reached before the campaign was canceled",
};

/** The facts that decide whether one person gets a text or an email. */
interface MessageFacts {
  readonly isRemoved: boolean;
  /** Another recipient of the same campaign has the phone or the mailbox. */
  readonly isDuplicate: boolean;
  /** Waits for a reply, and the campaign leaves such people out. */
  readonly isUnanswered: boolean;
  /** Got a marketing message of the business on this channel within the days that the campaign leaves out. */
  readonly isRecent: boolean;
  readonly isCancelled: boolean;
  /** The instant that it is due. */
  readonly dueAt: Date;
  readonly now: Date;
}

/** What decides about one marketing text to one person. */
export interface MarketingFacts extends MessageFacts {
  /** A US number that no carrier reported as dead lately. */
  readonly isTextable: boolean;
  readonly consent: "unknown" | "granted" | "attested" | "asked" | "revoked";
  /** Marketing texts of the business to the phone in the last 24 hours. */
  readonly textsInDay: number;
  readonly area: RecipientArea;
  /** Later than this it must not be sent. */
  readonly endsBy: Date;
}

/** What decides about one marketing email: consent is there until the email ledger takes it away, and no hours apply. */
export interface MailMarketingFacts extends MessageFacts {
  readonly channel: "email";
  readonly hasAddress: boolean;
  /** Why the mailbox gets none; null: it may. */
  readonly suppression: "unsubscribed" | "bounced" | "complained" | null;
}

export type MarketingDecision =
  | { readonly kind: "send" }
  /** Not now: quiet hours, or it is not due yet. */
  | { readonly kind: "wait"; readonly until: Date }
  | { readonly kind: "skip"; readonly reason: SkipReason };

/** Decides about one marketing message, for the preview, the sender and every other kind of automatic marketing alike. */
export function mayMarket(
  facts: MarketingFacts | MailMarketingFacts,
  rules: readonly QuietHoursRule[],
): MarketingDecision {
  const isMail = "channel" in facts;
  const reason = lastingReason(facts, isMail ? mailReasons(facts) : textReasons(facts));
  if (reason) return { kind: "skip", reason };
  const due = facts.dueAt > facts.now ? facts.dueAt : facts.now;
  const opens = isMail ? due : nextAllowed(due, facts.area, rules);
  if (!opens || (!isMail && opens > facts.endsBy)) return { kind: "skip", reason: "quiet_hours" };
  if (facts.isCancelled) return { kind: "skip", reason: "cancelled" };
  const isNow = opens <= facts.now && (isMail || isAllowed(facts.now, facts.area, rules));
  return isNow ? { kind: "send" } : { kind: "wait", until: opens };
}

/** What a channel adds: why the person can't be reached there, doesn't want it, or has had enough of it. */
interface ChannelReasons {
  readonly address: SkipReason | undefined;
  readonly consent: SkipReason | undefined;
  readonly limit: SkipReason | undefined;
}

const consentReasons = { revoked: "opted_out", asked: "asked", unknown: "no_consent" } as const;

const textReasons = ({ isTextable, consent, textsInDay, area }: MarketingFacts): ChannelReasons => ({
  address: isTextable ? undefined : "invalid",
  consent: consent === "granted" || consent === "attested" ? undefined : consentReasons[consent],
  limit: textsInDay >= dailyLimit(area) ? "limit" : undefined,
});

const mailReasons = ({ hasAddress, suppression }: MailMarketingFacts): ChannelReasons => ({
  address: hasAddress ? undefined : "no_address",
  consent: suppression ?? undefined,
  limit: undefined,
});

/** The reason that waiting doesn't change. */
function lastingReason(facts: MessageFacts, channel: ChannelReasons): SkipReason | undefined {
  if (facts.isRemoved) return "removed";
  if (channel.address) return channel.address;
  if (facts.isDuplicate) return "duplicate";
  if (channel.consent) return channel.consent;
  if (facts.isUnanswered) return "unanswered";
  if (facts.isRecent) return "recent";
  return channel.limit;
}

/** The strictest limit of the states in which the phone may be. */
function dailyLimit({ states }: Pick<RecipientArea, "states">): number {
  return Math.min(...states.map((state) => textsPerDay[state] ?? Number.POSITIVE_INFINITY));
}

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
interface DayWindow {
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

/** The first instant from `instant` on at which one zone allows texts, or where to go on looking: on the next day. */
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

interface HoursProblem {
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
  if (row.from_minute >= row.to_minute) return { field: "to_minute", text: "Choose a time after the start" };
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
const textsPerDay: Partial<Record<StateCode, number>> = { FL: 3, OK: 3 };

/** What is known about where a recipient is. */
interface RecipientFacts {
  /** Chosen by staff; empty without. */
  readonly time_zone: string;
  /** In one text, as people type it. */
  readonly address: string;
  /** E.164 */
  readonly phone: string;
}

/** A recipient's area, and what it follows from. */
interface LocatedRecipient extends RecipientArea {
  readonly source: "staff" | "address" | "phone" | "location";
}

/**
 * Every zone and state in which a recipient may be: by what staff chose, else by address, else by area code, else the
 * fallback's zone with the strictest hours.
 *
 * @param fallback the zone to assume when nothing is known.
 */
export function locateRecipient({ time_zone, address, phone }: RecipientFacts, fallback: string): LocatedRecipient {
  const found = stateAndZip(address);
  const area = areaOfPhone(phone);
  if (time_zone !== "") {
    const states = found ? [found.state] : statesWith([time_zone]);
    return { zones: [time_zone], states, isGuess: false, source: "staff" };
  }
  if (found) {
    const zones = found.zip === "" ? zonesOfState(found.state) : [timeZoneOf(found.state, found.zip)];
    return { zones, states: [found.state], isGuess: false, source: "address" };
  }
  if (area) {
    const zones = area.zones ?? [timeZoneOf(area.state, "")];
    return { zones, states: [area.state], isGuess: false, source: "phone" };
  }
  return { zones: [fallback], states: anyState, isGuess: true, source: "location" };
}

/** The states in which one of the zones holds; any state for a zone outside of the US. */
function statesWith(zones: readonly string[]): readonly StateCode[] {
  const states = stateCodes.filter((state) => zonesOfState(state).some((zone) => zones.includes(zone)));
  return states.length > 0 ? states : anyState;
}

const country = /[\s,.]+(?:USA?|U\.S\.(?:A\.)?|United States)\.?$/i;
const zipCode = /(?:^|[\s,]+)(\d{5})(?:-\d{4})?$/;

/**
 * The state, with its ZIP code if it has one, that an address ends with: `12 Main St, Miami, FL 33101`. Letters count as a
 * state only before a ZIP code or after a comma: "12 Ocean Dr Tampa PA" may be anything.
 */
export function stateAndZip(address: string): { readonly state: StateCode; readonly zip: string } | undefined {
  const line = address.trim().split("\n").at(-1)?.trim().replace(country, "") ?? "";
  const zip = zipCode.exec(line)?.[1] ?? "";
  const rest = line.replace(zipCode, "").replace(/[\s,.]+$/, "");
  const lastWords = /(?:[A-Za-z]+ ){0,3}[A-Za-z]+$/.exec(rest)?.[0].split(" ") ?? [];
  for (let count = lastWords.length; count >= 1; count--) {
    const name = lastWords.slice(-count).join(" ");
    const state = stateCode(name);
    const isCertain = zip !== "" || /,\s*$/.test(rest.slice(0, rest.length - name.length));
    if (state && isCertain) return { state, zip };
  }
  return undefined;
}
