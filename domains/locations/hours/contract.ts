import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Id, inOrder, listInput, sent } from "#core/fields.ts";
import { managers } from "#core/people.ts";

/** Opening and closing time in minutes after local midnight. */
export const DaySpan = z.object({ opens: z.number(), closes: z.number() });

export const BusinessHours = z.object({
  id: Id,
  title: z.string(),
  /** IANA; the hours are local times of this zone. */
  time_zone: z.string(),
  /** Seven days, Sunday first; null: closed. */
  week: z.array(z.nullable(DaySpan)),
  /** Closed days that override the week: YYYY-MM-DD. */
  closed: z.array(z.string()),
});
export type BusinessHours = z.infer<typeof BusinessHours>;

export const maxClosedDays = 100;

const timeRequired = "Select a time";
const Minute = z.pipe(
  z.transform((value: unknown) =>
    ["number", "string"].includes(typeof value) && value !== "" ? Number(value) : Number.NaN,
  ),
  z
    .number({ error: timeRequired })
    .check(inOrder([(minute) => Number.isInteger(minute) && minute >= 0 && minute <= 1440, timeRequired])),
);

const SpanDraft = z.object({ opens: Minute, closes: Minute }, { error: timeRequired }).check((context) => {
  const { opens, closes } = context.value;
  if (closes > opens) return;
  const message =
    closes < opens ? "Closing time must be after opening time" : "Closing time must be after opening time";
  context.issues.push({ code: "custom", message, path: ["closes"], input: closes });
});

const isDay = (text: string) => {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  return !!day && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
};

/** Seven days, Sunday first, each null or an opening and a closing time. */
export const WeekDraft = z.pipe(
  z.transform((value: unknown) => (Array.isArray(value) ? value.map((day) => (day === "" ? null : day)) : value)),
  z
    .array(z.nullable(SpanDraft), { error: "Enter hours for seven days" })
    .check(inOrder([(week) => week.length === 7, "Enter hours for seven days"])),
);

export const HoursDraft = z.object({
  week: WeekDraft,
  closed: sent(
    z.pipe(
      z.transform(listInput),
      z
        .array(z.string({ error: "Select a day" }).check(inOrder([isDay, "Select a day"])), {
          error: "Enter a list of days",
        })
        .check(inOrder([(days) => days.length <= maxClosedDays, `Add up to ${maxClosedDays} closed days`])),
    ),
  ),
});
export type HoursDraft = z.infer<typeof HoursDraft>;

export const businessHours = calls("businessHours", {
  show: {
    method: "GET",
    path: "/locations/hours/{id}",
    allow: managers,
    about: "The business hours of one of the caller's locations. Default: Monday to Saturday, 9 AM to 6 PM.",
    params: z.object({ id: Id }),
    data: BusinessHours,
    supportAccess: "reads",
  },
  change: {
    method: "POST",
    path: "/locations/hours/{id}",
    allow: managers,
    audit: "trail",
    about:
      "Sets a location's business hours. `week`: seven days, Sunday first, each null (closed) or `opens` and `closes` in minutes after midnight; `closed`: days without business.",
    params: z.object({ id: Id }),
    body: HoursDraft,
    data: BusinessHours,
    successMessage: "Business hours saved",
  },
});
