import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { sentFlag, wholeNumber } from "#core/fields.ts";
import { managers } from "#core/people.ts";

/** The languages that reminders are written in. */
export const reminderLanguages = ["en", "es"] as const;
export type ReminderLanguage = (typeof reminderLanguages)[number];

const firstText = "Enter 1 to 168 hours";
const secondText = "Enter 0 to 167 hours";
const orderText = "Enter fewer hours than for the first reminder";

/** When customers of a location are reminded of their appointments. */
export const ReminderSettings = z
  .object({
    is_on: sentFlag,
    /** Hours before the appointment. */
    first_hours: wholeNumber(1, 168, firstText),
    /** 0: there is no second one. */
    second_hours: wholeNumber(0, 167, secondText),
    language: z.enum(reminderLanguages, { error: "Select English or Spanish" }),
  })
  .check(({ value, issues }) => {
    if (value.second_hours < value.first_hours) return;
    issues.push({ code: "custom", path: ["second_hours"], message: orderText, input: value });
  });
export type ReminderSettings = z.infer<typeof ReminderSettings>;

export const reminders = calls("reminders", {
  settings: {
    method: "GET",
    path: "/appointments/reminders",
    allow: managers,
    supportAccess: "reads",
    about: "When the acting location reminds customers of their appointments by text, and in which language.",
    data: ReminderSettings,
  },
  changeSettings: {
    method: "POST",
    path: "/appointments/reminders",
    allow: managers,
    audit: "trail",
    about:
      "Turns reminders on or off at the acting location, and sets how many hours before an appointment they leave. Reminders that are already due under the new hours aren't sent.",
    body: ReminderSettings,
    data: ReminderSettings,
    successMessage: "Saved",
  },
});
