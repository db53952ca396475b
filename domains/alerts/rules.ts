import { type Hours, openTimes } from "#domains/locations/hours/rules.ts";
import type { AlertKind, AlertRule, AlertRules } from "./contract.ts";

/** What holds for a location that has chosen nothing. */
export const usualRules: AlertRules = {
  ...{ untouched_on: 1, untouched_minutes: 5 },
  ...{ failures_on: 1, failures_least: 5, failures_percent: 10 },
  ...{ optouts_on: 1, optouts_least: 5, optouts_times: 3 },
  imports_on: 1,
};

export const kindNames: Record<AlertKind, string> = { warning: "Warning", danger: "Danger", success: "Success" };

/** So many times the wait that is a warning makes it a danger. */
export const dangerTimes = 3;

/** Of how many days before the last one a usual day is made. */
export const usualDays = 28;

/** Milliseconds after which the alert of an import ends by itself. */
export const importShownFor = 24 * 60 * 60_000;

/** For so many days an alert that has ended is kept. */
export const keptDays = 90;

/** Alerts that people end, because their cause never does. */
export const isDismissable = ({ rule }: { readonly rule: AlertRule }) => rule === "import";

const aDay = 24 * 60 * 60_000;
/** Who opens more seldom than this isn't waited for. */
const horizon = 1_100 * aDay;

/**
 * The last instant since which so many seconds of business have passed until now: whoever waits since then or longer has
 * waited that long. Undefined when there was so little business.
 */
export function waitingSince(hours: Hours, zone: string, now: Date, seconds: number): Date | undefined {
  let left = seconds * 1000;
  // Mostly the location has been open for that long. Looking back further and further finds a long weekend, too.
  for (let end = now.getTime(), step = aDay; now.getTime() - end < horizon; step *= 2) {
    const start = end - step;
    for (const { opens, closes } of [...openTimes(hours, zone, new Date(start), new Date(end))].reverse()) {
      const length = closes.getTime() - opens.getTime();
      if (length >= left) return new Date(closes.getTime() - left);
      left -= length;
    }
    end = start;
  }
  return undefined;
}

/** Do texts of the last hour fail as often as the rules say? */
export function isFailing({ failed, sent }: { failed: number; sent: number }, rules: AlertRules): boolean {
  const { failures_on, failures_least, failures_percent } = rules;
  return failures_on === 1 && failed >= failures_least && failed * 100 >= sent * failures_percent;
}

/** Do as many customers opt out within a day as the rules say? `before`: how many did in the `usualDays` before. */
export function isSpike({ today, before }: { today: number; before: number }, rules: AlertRules): boolean {
  const { optouts_on, optouts_least, optouts_times } = rules;
  return optouts_on === 1 && today >= optouts_least && today * usualDays >= before * optouts_times;
}

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

const clockForm = { weekday: "short", month: "short", day: "numeric", hour: "numeric", minute: "2-digit" } as const;
/** Kept by zone: making one takes far longer than using it. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function onClock(zone: string, at: Date): string {
  const clock = clocks.get(zone) ?? new Intl.DateTimeFormat("en-US", { ...clockForm, timeZone: zone });
  clocks.set(zone, clock);
  return clock.format(at).replace(/\u202f/g, " ");
}

/** Why a customer who waits is told of: with the minutes that were reached, and since when by the location's clocks. */
export function untouchedWhy(customer_name: string, minutes: number, since: Date, zone: string): string {
  const waited = counted(minutes, "minute");
  return `${customer_name} has waited ${waited} of business hours for an answer, since ${onClock(zone, since)}.`;
}

export function failuresWhy({ failed, sent }: { failed: number; sent: number }): string {
  const part = Math.round((100 * failed) / sent);
  return `${failed} of the ${counted(sent, "text")} of the last hour failed (${part}%).`;
}

export function optoutsWhy({ today, before }: { today: number; before: number }): string {
  const usual = Math.round((10 * before) / usualDays) / 10;
  return `${counted(today, "customer")} opted out within a day. On a usual day it is ${usual}.`;
}

/** An import that has ended. */
export interface EndedImport {
  readonly state: string;
  /** Empty for pasted text. */
  readonly file_name: string;
  readonly rows_added: number;
  readonly rows_updated: number;
  readonly rows_rejected: number;
  readonly error: string;
}

export function importWhy({ state, file_name, error, ...rows }: EndedImport): string {
  const what = file_name ? `The import of ${file_name}` : "The import of pasted contacts";
  if (state === "failed") return `${what} failed: nothing was added. ${error}`.trim();
  const { rows_added, rows_updated, rows_rejected } = rows;
  return `${what} is finished: ${rows_added} added, ${rows_updated} updated, ${rows_rejected} rejected.`;
}

/** What is known of a customer who waited, at the end. */
export interface UntouchedEnd {
  /** Who answered last since the alert began, and when. */
  readonly answered_by: string | null;
  readonly waiting_since: Date | null;
  readonly is_closed: number;
  readonly is_deleted: boolean;
}

/** How a customer's wait ended. */
export function untouchedHow({ answered_by, waiting_since, is_closed, is_deleted }: UntouchedEnd): string {
  if (answered_by) return `${answered_by} answered.`;
  if (is_deleted) return "The customer was deleted.";
  if (waiting_since === null) return "Somebody marked the chat as answered.";
  return is_closed === 1 ? "The chat was closed." : "The rule or the business hours were changed.";
}

/** How long an alert lasted: `45 s`, `12 min`, `3 h 5 min`, `2 d 4 h`. */
export function lasted(from: Date, to: Date): string {
  const seconds = Math.max(0, Math.round((to.getTime() - from.getTime()) / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
  const parts =
    days > 0
      ? ([
          [days, "d"],
          [hours, "h"],
        ] as const)
      : ([
          [hours, "h"],
          [minutes % 60, "min"],
        ] as const);
  return parts.flatMap(([count, unit]) => (count > 0 ? [`${count} ${unit}`] : [])).join(" ");
}
