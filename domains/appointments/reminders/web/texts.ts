import { nounCount } from "#core/count.ts";
import type { ReminderLanguage, ReminderReason } from "../contract.ts";
import { reminderReasonTexts } from "../rules.ts";

/** What the settings of reminders say. */
export const reminderSettingsTexts = {
  title: "Appointment reminders",
  about: (location: string) => `Texts that ${location} sends customers before their appointments.`,
  isOn: "Remind customers by text",
  isOnHint: "Never to anyone who opted out, and not during quiet hours: those reminders leave the evening before.",
  first: "First reminder, hours before",
  second: "Second reminder, hours before",
  secondHint: "0 for no second reminder",
  language: "Language",
  languages: { en: "English", es: "Spanish" } satisfies Record<ReminderLanguage, string>,
  preview: "Customers get",
  replies: "C confirms the appointment. R creates a task to find another time.",
  save: "Save appointment reminders",
  confirms: "Text a confirmation of new bookings",
  confirmsHint: "The checkbox starts checked when someone books. It can be changed for each booking.",
} as const;

/** What an appointment says about its reminders. */
export const reminderTexts = {
  title: "Reminders",
  before: (hours: number) => (hours === 0 ? "Confirmation" : `${nounCount(hours, "hour")} before`),
  sent: (when: string) => `Sent ${when}`,
  planned: (when: string) => `Sends ${when}`,
  skipped: (reason: ReminderReason) => `Not sent: ${reminderReasonTexts[reason]}`,
} as const;
