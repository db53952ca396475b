import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Id, Instant, optionalId, sentFlag, wholeNumber } from "#core/fields.ts";
import { managers, staff } from "#core/people.ts";

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
    /** 1: a new appointment is confirmed by text unless a member says otherwise. */
    confirms: sentFlag,
  })
  .check(({ value, issues }) => {
    if (value.second_hours < value.first_hours) return;
    issues.push({ code: "custom", path: ["second_hours"], message: orderText, input: value });
  });
export type ReminderSettings = z.infer<typeof ReminderSettings>;

/** Why a reminder isn't sent. */
export const reminderReasons = [
  "late",
  "quiet",
  "changed",
  "off",
  "removed",
  "opted_out",
  "no_number",
  "not_registered",
] as const;
export type ReminderReason = (typeof reminderReasons)[number];

/** Why a booking can't be confirmed by text. */
export const confirmationReasons = ["opted_out", "no_phone", "no_number", "not_registered"] as const;
export type ConfirmationReason = (typeof confirmationReasons)[number];

/** A reminder of an appointment, at the time that the appointment has now. */
export const AppointmentReminder = z.object({
  /** 0: the text that confirmed the booking. */
  hours_before: z.number(),
  state: z.enum(["waiting", "sent", "skipped"]),
  /** Why it was skipped; empty for the others. */
  reason: z.enum(["", ...reminderReasons]),
  send_at: Instant,
  sent_at: z.nullable(Instant),
});
export type AppointmentReminder = z.infer<typeof AppointmentReminder>;

export const reminders = calls("reminders", {
  ofAppointment: {
    method: "GET",
    path: "/appointments/reminders/{id}",
    allow: staff,
    supportAccess: "reads",
    about:
      "The reminders of an appointment, the earliest first: sent, waiting, or why they weren't sent. While is_number_held is 1, those that wait do so for the registration of the location's number.",
    params: z.object({ id: Id }),
    data: z.object({ reminders: z.array(AppointmentReminder), is_number_held: z.literal([0, 1]) }),
  },
  confirmation: {
    method: "POST",
    path: "/appointments/confirmation",
    allow: staff,
    supportAccess: "reads",
    about:
      "Whether a new appointment is confirmed by text at the acting location unless a member says otherwise, and why a customer can't be texted. Without a customer only the location counts.",
    body: z.object({ customer_id: optionalId }),
    data: z.object({ is_default: z.literal([0, 1]), reason: z.enum(["", ...confirmationReasons]) }),
  },
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
      "Turns reminders on or off at the acting location, and sets how many hours before an appointment they leave, and whether bookings are confirmed by text. Reminders that are already due under the new hours aren't sent.",
    body: ReminderSettings,
    data: ReminderSettings,
    successMessage: "Saved",
  },
});
