import { businessSeconds, type Hours, openTimes } from "#domains/locations/hours/rules.ts";
import type { ReviewState } from "#domains/reputation/reviews/fields.ts";
import { lowReviewText } from "#domains/reputation/reviews/rules.ts";
import type { AlertKind, AlertRule, AlertRules } from "./contract.ts";

/** For locations without rules of their own. Customers who wait are in Next, so that alerts about them are the manager's choice. */
export const defaultAlertRules: AlertRules = {
  untouched_on: 0,
  untouched_minutes: 5,
  failures_on: 1,
  failures_least: 5,
  failures_percent: 10,
  optouts_on: 1,
  optouts_least: 5,
  optouts_times: 3,
  imports_on: 1,
  campaigns_on: 1,
  reviews_on: 1,
};

export const kindNames: Record<AlertKind, string> = { warning: "Warning", danger: "Danger", success: "Success" };

/** A danger is a wait this many times as long as a warning. */
export const dangerFactor = 3;

/** Days before the last one that make up the average day. */
export const baselineDays = 28;

/** Milliseconds until an import's alert ends automatically. */
export const importAlertLifetime = 24 * 60 * 60_000;

/** Days that ended alerts are kept. */
export const retentionDays = 90;

/** Import alerts have no cause that ends, so people dismiss them. */
export const isDismissable = ({ rule }: { readonly rule: AlertRule }) => rule === "import";

const aDay = 24 * 60 * 60_000;
/** How far back to search for business hours. */
const horizon = 1_100 * aDay;

/**
 * The latest instant from which this many business seconds have passed until now: the person who has waited since then is due.
 * Undefined when there was less business than that.
 */
export function waitingSince(hours: Hours, zone: string, now: Date, seconds: number): Date | undefined {
  let left = seconds * 1000;
  // One day back is usually enough; doubling the step covers long weekends.
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

/** Whether the last hour's failures reach both thresholds. */
export function isFailing({ failed, sent }: { failed: number; sent: number }, rules: AlertRules): boolean {
  const { failures_on, failures_least, failures_percent } = rules;
  return failures_on === 1 && failed >= failures_least && failed * 100 >= sent * failures_percent;
}

/** Whether a day's opt-outs reach both thresholds. `before`: the opt-outs of the `baselineDays` before it. */
export function isSpike({ today, before }: { today: number; before: number }, rules: AlertRules): boolean {
  const { optouts_on, optouts_least, optouts_times } = rules;
  return optouts_on === 1 && today >= optouts_least && today * baselineDays >= before * optouts_times;
}

/** A campaign that doesn't send, and why. */
export interface TroubledCampaign {
  readonly title: string;
  /** `Paused: carriers filtered 7 of the last 200 texts` */
  readonly status: string;
}

/** What is wrong with a location's campaigns, in a sentence. */
export function campaignsWhy(campaigns: readonly TroubledCampaign[]): string {
  const [first] = campaigns;
  if (first && campaigns.length === 1) return `Campaign “${first.title}”: ${first.status}.`.replace(/\.\.$/, ".");
  const names = campaigns.slice(0, 3).map(({ title }) => `“${title}”`);
  const more = campaigns.length > 3 ? ` and ${campaigns.length - 3} more` : "";
  return `${campaigns.length} campaigns aren't sending: ${names.join(", ")}${more}.`;
}

/** A low review, in a sentence. */
export const reviewWhy = (review: { readonly rating: number | null; readonly site: string }) =>
  `A ${lowReviewText(review)} needs a reply.`;

/** The state of a low review. */
export interface ReviewEnd {
  /** Here, or at its site. */
  readonly is_deleted: boolean;
  readonly state: ReviewState | null;
  readonly is_low: boolean;
  /** Who replied; null if no one did. */
  readonly replied_by: string | null;
}

/** How the alert of a low review ended, in a sentence. */
export function reviewHow({ is_deleted, state, is_low, replied_by }: ReviewEnd): string {
  if (is_deleted) return "Review deleted.";
  if (state === "answered") return replied_by ? `${replied_by} replied.` : "Replied.";
  if (state === "settled") return "Marked as needing no reply.";
  return is_low ? "Alert rule changed." : "The rating is no longer low.";
}

const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

const dateFormat = { weekday: "short", month: "short", day: "numeric", hour: "numeric", minute: "2-digit" } as const;
/** Cached by zone: a formatter is expensive to create. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatInZone(zone: string, at: Date): string {
  const formatter = formatters.get(zone) ?? new Intl.DateTimeFormat("en-US", { ...dateFormat, timeZone: zone });
  formatters.set(zone, formatter);
  return formatter.format(at).replace(/\u202f/g, " ");
}

/** `5 minutes`, `2 hours 10 minutes` */
function minutesText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const parts = [hours > 0 && plural(hours, "hour"), (rest > 0 || hours === 0) && plural(rest, "minute")];
  return parts.filter(Boolean).join(" ");
}

/** Names the wait in minutes of business hours, and its start in the location's time zone. */
export function untouchedWhy(customer_name: string, minutes: number, since: Date, zone: string): string {
  const waited = minutesText(minutes);
  return `${customer_name} has waited ${waited} in business hours for a reply, since ${formatInZone(zone, since)}.`;
}

interface AlertCause {
  readonly why: string;
  readonly rule: AlertRule;
  readonly customer_name: string;
  readonly waiting_since: Date | null;
  readonly resolved_at: Date | null;
}

/** An alert's sentence at this moment: a wait that lasts is longer than when it was noticed. */
export function whyNow(alert: AlertCause, hours: Hours, zone: string, now: Date): string {
  const { why, rule, customer_name, waiting_since, resolved_at } = alert;
  if (rule !== "untouched" || waiting_since === null || resolved_at !== null) return why;
  const minutes = Math.floor(businessSeconds(hours, zone, waiting_since, now) / 60);
  return untouchedWhy(customer_name, minutes, waiting_since, zone);
}

export function failuresWhy({ failed, sent }: { failed: number; sent: number }): string {
  const percent = Math.round((100 * failed) / sent);
  return `${failed} of ${plural(sent, "text")} failed in the last hour (${percent}%).`;
}

export function optoutsWhy({ today, before }: { today: number; before: number }): string {
  const usual = Math.round((10 * before) / baselineDays) / 10;
  return `${plural(today, "customer")} opted out in 24 hours. Usually ${usual} a day.`;
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
  const what = file_name ? `Import of ${file_name}` : "Import of pasted contacts";
  if (state === "failed") return `${what} failed; nothing was added. ${error}`.trim();
  const { rows_added, rows_updated, rows_rejected } = rows;
  return `${what} finished: ${rows_added} added, ${rows_updated} updated, ${rows_rejected} rejected.`;
}

/** The state of a customer's chat when the wait ends. */
export interface UntouchedEnd {
  /** Who answered first since the alert began. */
  readonly answered_by: string | null;
  readonly waiting_since: Date | null;
  readonly is_closed: number;
  readonly is_deleted: boolean;
}

/** How a customer's wait ended, in a sentence. */
export function untouchedHow({ answered_by, waiting_since, is_closed, is_deleted }: UntouchedEnd): string {
  if (answered_by) return `${answered_by} replied.`;
  if (is_deleted) return "Customer deleted.";
  if (waiting_since === null) return "Marked as replied.";
  return is_closed === 1 ? "Conversation closed." : "Alert rule or business hours changed.";
}

/** How long an alert lasted: `45 s`, `12 min`, `3 h 5 min`, `2 d 4 h`. */
export function lastedText(from: Date, to: Date): string {
  const seconds = Math.max(0, Math.round((to.getTime() - from.getTime()) / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
  const parts =
    days > 0
      ? [
          { count: days, unit: "d" },
          { count: hours, unit: "h" },
        ]
      : [
          { count: hours, unit: "h" },
          { count: minutes % 60, unit: "min" },
        ];
  return parts.flatMap(({ count, unit }) => (count > 0 ? [`${count} ${unit}`] : [])).join(" ");
}
