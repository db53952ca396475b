import { nounCount } from "#core/count.ts";

/** What the calendar says. */
export const calendarTexts = {
  span: "Days shown",
  day: "Day",
  week: "Week",
  today: "Today",
  previous: (span: "day" | "week") => (span === "day" ? "Previous day" : "Previous week"),
  next: (span: "day" | "week") => (span === "day" ? "Next day" : "Next week"),
  closed: "Closed",
  unassigned: "Unassigned",
  timeOff: "Time off",
  busy: "Busy",
  countOf: (count: number, isToday: boolean) => {
    if (count === 0) return isToday ? "None today" : "None";
    if (isToday) return `${count} today`;
    return count === 1 ? "1 appointment" : `${count} appointments`;
  },
  toPlace: (count: number) => (count === 0 ? "None to place" : `${count} to place`),
  offFrom: (many: string, time: string) => `${many}, off from ${time}`,
  offAllDay: "Off all day",
  freeDay: "Nothing on this day. Select a time to book it.",
  closedDay: "Closed this day",
  moveTo: (time: string) => `Move to ${time}`,
  moveWith: (time: string, name: string | undefined) => `Move to ${time} ${name ? `with ${name}` : "without a host"}`,
  until: (time: string) => `Until ${time}`,
  stateOf: (status: 0 | 1 | 2, isConfirmed: boolean) =>
    status === 1 ? "Completed" : status === 2 ? "No show" : isConfirmed ? "Confirmed" : "",
  off: (name: string, span: string, reason: string) => `Off: ${name}, ${span}${reason && ` (${reason})`}`,
  none: "No appointments",
  more: (count: number) => `+${count} more`,
  moreOf: (count: number, when: string) => `${nounCount(count, "more appointment")} at ${when}`,
  all: (count: number) => `See all ${count}`,
  tooMany: "Only the first 2,000 appointments are shown. Select a day or a filter to see the others.",
  createAt: (when: string) => `Create appointment, ${when}`,
  createFor: (when: string, name: string | undefined) =>
    `Create appointment, ${when}${name === undefined ? "" : `, with ${name}`}`,
  failed: "The calendar couldn't be loaded.",
  tryAgain: "Try again",
  move: "Move",
  moveTitle: "Move appointment",
  moveAnyway: "Move anyway",
  movedDay: "Date",
  starts: "Start time",
} as const;
