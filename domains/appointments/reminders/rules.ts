import { daysLater, instantAt, wallTimeAt } from "#core/wallTime.ts";
import { isAllowed, nextAllowed, type QuietHoursRule, type RecipientArea } from "#domains/marketing/rules/rules.ts";
import type { ReminderLanguage, ReminderReason } from "./contract.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Where a customer may be, with the quiet hours that hold there. */
export interface ReminderHours {
  readonly area: RecipientArea;
  readonly rules: readonly QuietHoursRule[];
}

/** An hour count before an appointment. Whole days go by the clock's face, so that they hold when clocks change. */
export function reminderTime(starts_at: Date, hours: number, zone: string): Date {
  const { date, minutes } = wallTimeAt(starts_at, zone);
  const sameTime = instantAt({ date: daysLater(date, -Math.floor(hours / 24)), minutes }, zone, "next");
  const days = hours < 24 ? starts_at : sameTime;
  return new Date(days.getTime() - (hours % 24) * hourMs);
}

/** How far a reminder moves back from quiet hours, and in which steps. */
const stepMs = 15 * minuteMs;
const longestMs = 36 * hourMs;

/**
 * When a reminder leaves: at its time, or in quiet hours the evening before.
 *
 * @returns undefined when no hour within a day and a half before allows it.
 */
export function allowedBefore(due: Date, { area, rules }: ReminderHours): Date | undefined {
  for (let back = 0; back <= longestMs; back += stepMs) {
    const at = new Date(due.getTime() - back);
    if (isAllowed(at, area, rules)) return at;
  }
  return undefined;
}

/** A reminder that is sent later than this, because nothing could be sent in time, would only surprise. */
export function lastUsefulTime(starts_at: Date, hours: number): Date {
  return new Date(starts_at.getTime() - Math.max((hours * hourMs) / 2, 15 * minuteMs));
}

export type ReminderDecision =
  | { readonly kind: "send" }
  | { readonly kind: "wait"; readonly until: Date }
  | { readonly kind: "skip"; readonly reason: "late" | "quiet" };

/** What to do about a reminder whose time has come. */
export function decideReminder(
  { starts_at, hours_before }: { readonly starts_at: Date; readonly hours_before: number },
  now: Date,
  { area, rules }: ReminderHours,
): ReminderDecision {
  const last = lastUsefulTime(starts_at, hours_before);
  if (now > last) return { kind: "skip", reason: "late" };
  if (isAllowed(now, area, rules)) return { kind: "send" };
  const until = nextAllowed(now, area, rules);
  return until && until <= last ? { kind: "wait", until } : { kind: "skip", reason: "quiet" };
}

/** Why a reminder isn't sent, as people read it. */
export const reminderReasonTexts: Record<ReminderReason, string> = {
  late: "too late to remind",
  quiet: "quiet hours until the appointment",
  changed: "the appointment changed",
  off: "reminders were off",
  removed: "the customer was deleted",
  opted_out: "the customer opted out",
  no_number: "the location had no number",
  not_registered: "your number wasn’t registered in time",
};

const locales: Record<ReminderLanguage, string> = { en: "en-US", es: "es-US" };

/** `Tue, Nov 24 at 2:15 PM` in the location's time. Without accents, which would make two segments from one. */
export function whenIn(language: ReminderLanguage, at: Date, timeZone: string): string {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locales[language], { ...options, timeZone })
      .format(at)
      .normalize("NFD")
      .replace(/\p{M}/gu, "")
      .replace(/\s/g, " ");
  const day = format({ weekday: "short", month: "short", day: "numeric" });
  const time = format({ hour: "numeric", minute: "2-digit" });
  // The sentence around it ends with a period of its own.
  return language === "en" ? `${day} at ${time}` : `${day}, ${time.replace(/\.$/, "")}`;
}

interface ReminderWords {
  readonly business: string;
  readonly when: string;
  /** The customer said already that they will come. */
  readonly isConfirmed: boolean;
}

const reminderTexts: Record<ReminderLanguage, (words: ReminderWords) => string> = {
  en: ({ business, when, isConfirmed }) =>
    `${business}: Reminder of your appointment on ${when}. ${isConfirmed ? "Reply R to change." : "Reply C to confirm, R to change."}`,
  es: ({ business, when, isConfirmed }) =>
    `${business}: Le recordamos su cita: ${when}. ${isConfirmed ? "Responda R para cambiarla." : "Responda C para confirmar, R para cambiarla."}`,
};

/** What a text says that isn't sent some hours before, but when an appointment is booked. */
export const confirmationHours = 0;
/** It leaves when the booking can't be undone from its toast anymore. */
export const confirmationDelayMs = 20_000;

const confirmationTexts: Record<ReminderLanguage, (words: Omit<ReminderWords, "isConfirmed">) => string> = {
  en: ({ business, when }) => `${business}: You're booked for ${when}. Reply R to change.`,
  es: ({ business, when }) => `${business}: Su cita queda reservada: ${when}. Responda R para cambiarla.`,
};

/** What a customer is texted when an appointment was booked. */
export const confirmationText = (language: ReminderLanguage, words: Omit<ReminderWords, "isConfirmed">) =>
  confirmationTexts[language](words);

/** What a customer is texted before an appointment. */
export const reminderText = (language: ReminderLanguage, words: ReminderWords) => reminderTexts[language](words);

/** What a customer's answer is answered. */
export const answerTexts: Record<ReminderLanguage, Record<"confirm" | "change", (when: string) => string>> = {
  en: {
    confirm: (when) => `Thanks! You're confirmed for ${when}.`,
    change: () => "Thanks for letting us know. We'll text you to find another time.",
  },
  es: {
    confirm: (when) => `Gracias. Su cita queda confirmada: ${when}.`,
    change: () => "Gracias por avisarnos. Le escribiremos para buscar otra hora.",
  },
};
