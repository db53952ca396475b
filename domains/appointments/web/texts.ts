/** What the appointments screens say. */
export const appointmentTexts = {
  title: "Appointments",
  create: "Create appointment",
  edit: "Edit appointment",
  searchHint: "Search people or a day",
  periods: "Appointments by time",
  today: "Today",
  upcoming: "Upcoming",
  past: "Past",
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
  tomorrow: "Tomorrow",
  yesterday: "Yesterday",
  deleteTitle: "Delete appointment",
  deleteText: (title: string, who: string, when: string) => `“${title}” with ${who} on ${when} will be deleted.`,
  empty: "Appointments that you make with customers appear here.",
  now: "Now",
  nothingToday: "Nothing today.",
  next: (who: string, when: string) => `Next is ${who}, ${when}.`,
  /** Beside today's head: "9 appointments, 2 completed". */
  daySummary: (total: number, completed: number) =>
    [total === 1 ? "1 appointment" : `${total} appointments`, completed > 0 && `${completed} completed`]
      .filter(Boolean)
      .join(", "),
  needOutcome: (due: number) => (due === 1 ? "1 needs an outcome" : `${due} need an outcome`),
  notes: "Notes",
  noNotes: "No notes",
  sameTime: "Same time",
} as const;
