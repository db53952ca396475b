import type { ConfirmationReason } from "../reminders/contract.ts";

/** What booking says about its customer, and about texting them. */
export const bookingTexts = {
  newCustomer: "New customer",
  existing: "Choose an existing customer",
  firstName: "First name",
  lastName: "Last name",
  phone: "Phone no.",
  email: "Email address",
  isKnown: (name: string) => `${name} has this phone number already.`,
  take: (name: string) => `Book for ${name}`,
  confirm: "Text a confirmation",
  confirmHint: "Leaves 20 seconds after booking. Undo takes it back.",
  reasons: {
    opted_out: "This customer opted out of texts.",
    no_phone: "This customer has no phone number.",
    no_number: "This location has no number to text from.",
    not_registered: "This location’s number isn’t registered yet.",
  } satisfies Record<ConfirmationReason, string>,
} as const;

/** What the appointments screens say. */
export const appointmentTexts = {
  title: "Appointments",
  create: "Create appointment",
  edit: "Edit appointment",
  searchHint: "Search by name or date",
  periods: "Appointments by time",
  today: "Today",
  upcoming: "Upcoming",
  past: "Past",
  timeOff: "Time off",
  workingHours: "Working hours",
  view: "View",
  list: "List",
  calendar: "Calendar",
  host: "Host",
  noHost: "No host",
  place: "Place",
  length: "Length",
  move: "Move",
  any: "Any",
  everyone: "Everyone",
  columns: {
    id: "ID",
    title: "Appt Title",
    datetime: "Appt Date & Time",
    customer: "Customer Name",
    type: "Appointment Type",
    createdBy: "Creation By",
    created: "Creation Date",
    status: "Status",
  },
  confirmed: "Confirmed",
  customerConfirmed: "Customer confirmed",
  changeAsked: "Wants another time",
  tomorrow: "Tomorrow",
  yesterday: "Yesterday",
  deleteTitle: "Delete appointment",
  deleteText: (title: string, who: string, when: string) => `“${title}” with ${who} on ${when} will be deleted.`,
  empty: "Appointments you make with customers appear here.",
  now: "Now",
  nothingToday: "Nothing today.",
  next: (who: string, when: string) => `Next is ${who}, ${when}.`,
  /** Beside today's head: "9 appointments, 2 completed". */
  daySummary: (total: number, completed: number) =>
    [total === 1 ? "1 appointment" : `${total} appointments`, completed > 0 && `${completed} completed`]
      .filter(Boolean)
      .join(", "),
  todayAndLater: (today: number) => (total: number) => ({ today, later: Math.max(0, total - today) }),
  needOutcome: (due: number) => (due === 1 ? "1 needs an outcome" : `${due} need an outcome`),
  notes: "Notes",
  noNotes: "No notes",
  doubtTitle: "Use this time?",
  saveAnyway: "Use it anyway",
  walkIn: "Walk-in",
  nextFree: (name: string, time: string) => `No one is free now. Next available: ${name} at ${time}.`,
  noneFree: "No one is free for the rest of the day.",
  sameTime: "Same time",
} as const;

/** What a customer's next appointments say beside a conversation. */
export const upcomingTexts = {
  none: "No upcoming appointments.",
  add: "Create an Appointment",
} as const;

/** What booking with one press says. */
export const quickTexts = {
  title: "Book an appointment",
  about: "Press a time to book it. The customer gets the location's reminders, and you can undo it right away.",
  what: "What it's for",
  presets: {
    testDrive: "Test drive",
    visit: "Visit",
    service: "Service",
    delivery: "Delivery",
    video: "Video call",
  },
  host: "Host",
  times: "Free times",
  today: "Today",
  tomorrow: "Tomorrow",
  loading: "Looking for free times",
  failed: "Couldn't load free times",
  none: "No free times in the next two weeks.",
  more: "More options",
  book: (day: string, at: string) => `Book ${day} at ${at}`,
  booked: (title: string, when: string) => `${title} booked: ${when}`,
} as const;
