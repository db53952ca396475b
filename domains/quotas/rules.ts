import { countText } from "#core/count.ts";
import { wallTimeAt } from "#core/wallTime.ts";

/** What is counted by day. */
export const dailyQuotas = ["texts", "mails", "invitations"] as const;
export type DailyQuota = (typeof dailyQuotas)[number];

/** What a business may send in a day, and how many bytes of files it may keep in all. */
export type QuotaLimits = Readonly<Record<DailyQuota | "bytes", number>>;

export const gigabyte = 1024 ** 3;

/** Far above what a dealership of many locations needs, and far below what would harm others. */
export const defaultLimits: Readonly<Record<"trial" | "regular", QuotaLimits>> = {
  trial: { texts: 500, mails: 200, invitations: 25, bytes: gigabyte },
  regular: { texts: 20_000, mails: 5_000, invitations: 200, bytes: 50 * gigabyte },
};

/** What decides about a business's limits. */
export interface QuotaFacts {
  readonly trial_ends_at: Date | null;
  /** Chosen by the operator; null: the default. */
  readonly chosen: { readonly [K in keyof QuotaLimits]: number | null };
}

export function isOnTrial({ trial_ends_at }: Pick<QuotaFacts, "trial_ends_at">, now: Date): boolean {
  return trial_ends_at !== null && trial_ends_at > now;
}

/** The limits that apply now: the operator's, else the default of a trial or of a regular business. */
export function limitsOf(facts: QuotaFacts, now: Date): QuotaLimits {
  const defaults = defaultLimits[isOnTrial(facts, now) ? "trial" : "regular"];
  const { texts, mails, invitations, bytes } = facts.chosen;
  return {
    texts: texts ?? defaults.texts,
    mails: mails ?? defaults.mails,
    invitations: invitations ?? defaults.invitations,
    bytes: bytes ?? defaults.bytes,
  };
}

/** What a business may still send of a kind: today, and on each day after it. */
export interface DailyRoom {
  readonly left_today: number;
  readonly daily_limit: number;
}

/** Days needed to send the rest; undefined: never, because the limit is 0. */
function laterDays(count: number, { left_today, daily_limit }: DailyRoom): number | undefined {
  if (daily_limit === 0) return undefined;
  return Math.max(0, Math.ceil((count - left_today) / daily_limit));
}

/** Shown before sending more than today's limit. */
export function overLimitText(kind: DailyQuota, count: number, room: DailyRoom): string {
  const days = laterDays(count, room);
  const [one, many] = names[kind];
  const only = `Only ${countText(room.left_today)} ${room.left_today === 1 ? one : many}`;
  const left = `${room.left_today === 0 ? `No more ${many}` : only} can go today`;
  if (days === undefined) return `${left}. Ask support to raise your daily limit.`;
  if (days === 0) return `${left}.`;
  return `${left}. The rest follow ${days === 1 ? "tomorrow" : `over the next ${countText(days)} days`}.`;
}

/** The day in a time zone, as Postgres reads it: `2026-03-02`. */
export function dayIn(time_zone: string, at: Date): string {
  return wallTimeAt(at, time_zone).date;
}

const names: Readonly<Record<DailyQuota, readonly [one: string, many: string]>> = {
  texts: ["text", "texts"],
  mails: ["email", "emails"],
  invitations: ["invitation", "invitations"],
};

/** Shown when today's limit is used up. */
export function limitReachedText(kind: DailyQuota, limit: number): string {
  const name = names[kind][limit === 1 ? 0 : 1];
  return `You've reached today's limit of ${countText(limit)} ${name}. It resets at midnight. Contact support to raise it.`;
}

/** Shown when a file exceeds the storage limit. */
export function storageFullText(limit: number): string {
  return `Your files have reached your storage limit of ${sizeText(limit)}. Contact support to raise it.`;
}

/** `1 GB`, `1.5 GB`, `12 MB`. */
export function sizeText(bytes: number): string {
  const inGigabytes = bytes / gigabyte;
  if (inGigabytes >= 1) return `${countText(Math.round(inGigabytes * 10) / 10)} GB`;
  return `${countText(Math.ceil((bytes * 1024) / gigabyte))} MB`;
}
