import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { events } from "#core/event.ts";
import {
  acrossFields,
  chosenId,
  Flag,
  Id,
  Instant,
  inOrder,
  oneOf,
  optionalEmail,
  optionalId,
  optionalName,
  optionalText,
  optionalUsPhone,
  required,
  wholeNumber,
} from "#core/fields.ts";
import { managers, staff } from "#core/people.ts";
import { confirmedShape, hostShape, optionalChosen } from "./fields.ts";

/** 0: the customer comes in; 1: by phone or video. */
export const appointmentTypes = [0, 1] as const;
export type AppointmentType = (typeof appointmentTypes)[number];

/** 0: pending; 1: completed; 2: no show. */
export const appointmentStatuses = [0, 1, 2] as const;
export type AppointmentStatus = (typeof appointmentStatuses)[number];

export const Appointment = z.object({
  id: Id,
  title: z.string(),
  datetime: Instant,
  /** In minutes, and when it is over. */
  duration: z.number(),
  ends_at: Instant,
  /** The member who receives the customer, with their name; null and empty: no one in particular. */
  host_id: z.nullable(Id),
  host_name: z.string(),
  /** A bay, a room, an address; empty: at the location. */
  place: z.string(),
  customer_id: Id,
  customer_name: z.string(),
  /** 1: the customer was deleted, so that their page can't be opened. */
  customer_deleted: z.literal([0, 1]),
  type: z.literal(appointmentTypes),
  notes: z.string(),
  /** The name of the member who added it, and their id. */
  created_by: z.string(),
  user_id: Id,
  created: Instant,
  status: z.literal(appointmentStatuses),
  /** When the customer confirmed, to staff or by text. */
  confirmed_at: z.nullable(Instant),
  /** When the customer asked for another time by text; null once they have one. */
  change_asked_at: z.nullable(Instant),
  /** Counts the edits; an edit names the one that it began with. */
  version: z.number(),
});
export type Appointment = z.infer<typeof Appointment>;

/** The days that can be chosen. */
export const firstDay = "1997-01-01";
export const lastDay = "2030-12-31";

/** The parts of a custom time. */
export const hours = ["01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12"];
export const minutes = ["00", "15", "30", "45"];
export const dayHalves = ["AM", "PM"];

const texts = {
  day: "Select a day from January 1, 1997 to December 31, 2030",
  hour: "Select an hour from 01 to 12",
  minute: "Select 00, 15, 30 or 45 minutes",
  half: "Select AM or PM",
};

export const isDay = (text: string) => text >= firstDay && text <= lastDay && isInCalendar(text);

function isInCalendar(text: string): boolean {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : new Date(Number.NaN);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** One of `values`, or empty; `9` and `pm` are read as `09` and `PM`. */
function optionalChoice(values: readonly string[], message: string) {
  return z.pipe(
    z.transform((value: string | number | undefined) => {
      const text = String(value ?? "").toUpperCase();
      return text === "" ? text : text.padStart(2, "0");
    }),
    z.string().check(inOrder([(text) => text === "" || values.includes(text), message])),
  );
}

const appointmentType = oneOf(appointmentTypes, "Select In-Person or Virtual");
const notes = optionalText(2_000);
const customerMissing = "Please select a customer";
const whatShape = {
  title: required("Title is required"),
  customer_id: chosenId(customerMissing),
};

const customTimeShape = {
  appointment_date: optionalText().check(inOrder([(text) => text === "" || isDay(text), texts.day])),
  customTimeHours: optionalChoice(hours, texts.hour),
  customTimeMinutes: optionalChoice(minutes, texts.minute),
  customTimeAmPm: optionalChoice(dayHalves, texts.half),
};

/** A wall time in the location's zone. */
export type CustomTime = Readonly<Record<keyof typeof customTimeShape, string>>;

type TimeChoice = CustomTime & { readonly timeType?: string | undefined };

/** A new appointment whose time comes without a timeType has that time; a day alone leaves it now. */
export const readNewTime = z.overwrite<TimeChoice>((draft) => ({
  ...draft,
  timeType: draft.timeType ?? (hasClockTime(draft) ? "custom" : "now"),
}));

/** An edit that names a day or a time without a timeType means that time. */
export const readChangedTime = z.overwrite<TimeChoice>((edit) => ({
  ...edit,
  timeType: edit.timeType ?? (hasClockTime(edit) || edit.appointment_date !== "" ? "custom" : "keep"),
}));

const hasClockTime = ({ customTimeHours, customTimeMinutes, customTimeAmPm }: CustomTime) =>
  customTimeHours !== "" || customTimeMinutes !== "" || customTimeAmPm !== "";

/** Day, hours, minutes and AM or PM are required for a custom time only. */
export const requireCustomTime = acrossFields<TimeChoice>(({ value, issues }) => {
  if (value.timeType !== "custom") return;
  const requireField = (field: keyof CustomTime, message: string) => {
    if (value[field] === "") issues.push({ code: "custom", path: [field], message, input: value });
  };
  requireField("appointment_date", texts.day);
  requireField("customTimeHours", texts.hour);
  requireField("customTimeMinutes", texts.minute);
  requireField("customTimeAmPm", texts.half);
});

const timeTypeText = "Select Now or Custom";

/** A customer whom the dealership doesn't have yet, as far as one asks on the phone. */
const newCustomerShape = {
  /** 1: the customer is added with the appointment; `customer_id` is left out. */
  adds_customer: z.optional(Flag),
  new_first_name: z.optional(optionalName(100)),
  new_last_name: z.optional(optionalName(100)),
  new_phone: z.optional(optionalUsPhone()),
  new_email: z.optional(optionalEmail()),
};

/** Either the id of a customer, or a new one's name and phone. */
export const requireWhom = acrossFields<{
  customer_id?: number | undefined;
  adds_customer?: 0 | 1 | undefined;
  new_first_name?: string | undefined;
  new_phone?: string | undefined;
}>(({ value, issues }) => {
  const require = (path: string, isPresent: unknown, message: string) =>
    isPresent || issues.push({ code: "custom", path: [path], message, input: value });
  if (value.adds_customer !== 1) require("customer_id", value.customer_id !== undefined, customerMissing);
  else {
    require("new_first_name", value.new_first_name, "First name is required");
    require("new_phone", value.new_phone, "Phone no. is required");
  }
});

/** What booking with a phone that a customer has already is answered: who that is. */
export const CustomerWithPhone = z.object({
  reason: z.literal("known_customer"),
  customer_id: Id,
  customer_name: z.string(),
});
export type CustomerWithPhone = z.infer<typeof CustomerWithPhone>;

export const AppointmentDraft = z
  .object({
    ...whatShape,
    customer_id: optionalId,
    ...newCustomerShape,
    /** 1: the customer is texted the time, unless they can't be. */
    confirms_by_text: z.optional(Flag),
    type: z._default(appointmentType, 0),
    timeType: z.optional(z.enum(["now", "custom"], { error: timeTypeText })),
    ...customTimeShape,
    ...hostShape,
    ...confirmedShape,
    notes,
  })
  .check(readNewTime, requireCustomTime, requireWhom);
export type AppointmentDraft = z.infer<typeof AppointmentDraft>;

/** What is omitted stays as it is; `keep` leaves the time as it is, whatever minute that is. */
export const AppointmentEdit = z
  .object({
    ...whatShape,
    type: z.optional(appointmentType),
    timeType: z.optional(z.enum(["keep", "now", "custom"], { error: timeTypeText })),
    ...customTimeShape,
    ...hostShape,
    ...confirmedShape,
    notes: z.optional(notes),
    version: wholeNumber(1, 2_147_483_647, "Reload the appointment"),
  })
  .check(readChangedTime, requireCustomTime);
export type AppointmentEdit = z.infer<typeof AppointmentEdit>;

/** `coming`: from today's first minute on; `upcoming`: from tomorrow's. Days are the location's. */
export const appointmentPeriods = ["coming", "today", "upcoming", "past"] as const;
export type AppointmentPeriod = (typeof appointmentPeriods)[number];

export const chosenFilters = {
  status: optionalChosen(appointmentStatuses),
  type: optionalChosen(appointmentTypes),
  /** Who added it. */
  user_id: optionalId,
  /** Who receives the customer. */
  host_id: optionalId,
};

export const appointments = calls("appointments", {
  table: {
    method: "POST",
    path: "/appointments/dt",
    allow: staff,
    supportAccess: "reads",
    about:
      "The location's appointments, or one customer's, page by page: of a period (coming, today, upcoming, past), a status, a type, and those that a member (user_id) added. A search for a day (Nov 21, today) finds that day's, in any period. Pages by cursor.",
    table: true,
    body: z.object({
      customer_id: optionalId,
      period: z.optional(z.enum(["", ...appointmentPeriods], { error: "Select a period from the list" })),
      ...chosenFilters,
    }),
    data: Appointment,
  },
  counts: {
    method: "POST",
    path: "/appointments/counts",
    allow: staff,
    supportAccess: "reads",
    about: "How many appointments are today, upcoming and past, under the table's filters. Counting stops at 10,000.",
    body: z.object({ ...chosenFilters, search_param: z._default(optionalText(200), "") }),
    data: z.object({
      /** Of today: all, those completed, and those still pending after their time. */
      today: z.object({ total: z.number(), completed: z.number(), due: z.number() }),
      upcoming: z.number(),
      past: z.number(),
      /** There are more past ones than were counted. */
      past_is_more: z.boolean(),
    }),
  },
  add: {
    method: "POST",
    path: "/appointments/add",
    allow: staff,
    audit: "own rows",
    about:
      "Adds an appointment, now, at the present time of another appointment_date, or at the location's local time. A customer can have only one appointment at a time, and so can a host. In the past, outside business hours, or while the customer has another: with confirmed 0, 409 with warnings; without confirmed it is saved, and the status is warning. With adds_customer 1 the customer is added, too; 409 with the customer who has that phone already. With confirms_by_text 1 the customer is texted the time 20 seconds later, unless it was taken back.",
    body: AppointmentDraft,
    data: z.object({ id: Id }),
    successMessage: "Appointment created",
  },
  edit: {
    method: "POST",
    path: "/appointments/edit/{id}",
    allow: staff,
    audit: "trail",
    about:
      "Changes an appointment, its time or its host. Refuses a host who has another appointment then or is off. Refuses when someone else changed it since version, and a time at which the customer has another. A new time clears the customer's confirmation; a future one makes it pending again. Asks about a doubtful time as add does.",
    params: z.object({ id: Id }),
    body: AppointmentEdit,
    data: z.object({ id: Id, version: z.number() }),
    successMessage: "Appointment saved",
  },
  update: {
    method: "GET",
    path: "/appointments/update/{id}/{status}",
    allow: staff,
    audit: "trail",
    about: "Changes an appointment's status: 0 pending, 1 completed, 2 no show.",
    params: z.object({ id: Id, status: oneOf(appointmentStatuses, "Select a valid status") }),
    data: z.object({ id: Id, status: z.literal(appointmentStatuses) }),
    successMessage: "Appointment updated",
  },
  confirm: {
    method: "POST",
    path: "/appointments/confirm/{id}",
    allow: staff,
    audit: "trail",
    about: "Records that the customer confirmed a pending appointment.",
    params: z.object({ id: Id }),
    data: z.object({ id: Id }),
    successMessage: "Appointment confirmed",
  },
  remove: {
    method: "DELETE",
    path: "/appointments/delete/{id}",
    allow: managers,
    audit: "trail",
    about: "Deletes an appointment. It can be restored within a day.",
    params: z.object({ id: Id }),
    successMessage: "Appointment deleted",
  },
  restore: {
    method: "POST",
    path: "/appointments/restore/{id}",
    allow: managers,
    audit: "trail",
    about:
      "Restores an appointment deleted within the last day, as it was. Refuses when the customer was deleted since, or has another appointment at that time.",
    params: z.object({ id: Id }),
    data: z.object({ id: Id }),
    successMessage: "Appointment restored",
  },
});

export const appointmentEvents = events({
  changed: {
    event: "appointment-changed",
    to: "location",
    about:
      "An appointment was made, edited, moved to another status, confirmed, deleted or restored. target_id is the appointment.",
    payload: z.object({ target_id: Id }),
  },
});
