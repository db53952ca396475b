/** The words of snoozing. */
export const snoozeTexts = {
  snooze: "Snooze",
  snoozeUntil: "Snooze until",
  unsnooze: "End snooze",
  tomorrow: "Tomorrow",
  custom: "Pick date and time",
  customLabel: "Date and time",
  customNote: "Location time. It comes back sooner if the customer texts.",
  missing: "Enter a date and time",
  done: (at: string) => `Snoozed until ${at}`,
} as const;
