import type { NextKind, Queue } from "../contract.ts";

/** A day's word with a time: `8:00 AM` for today, `Mon 8:00 AM`, `Dec 7, 8:00 AM`. */
const dayAndTime = (day: string, time: string): string => {
  if (day === "today") return time;
  return day.includes(" ") ? `${day}, ${time}` : `${day} ${time}`;
};

/** The words of Next. */
export const nextTexts = {
  title: "Next",
  snoozedTitle: "Snoozed",
  kinds: {
    question: "Waiting for a reply",
    lead: "New leads",
    call: "Missed calls",
    task: "Tasks due",
    confirm: "Appointments to confirm",
    no_show: "No shows",
  } satisfies Record<NextKind, string>,
  queues: { mine: "Mine", unassigned: "Unassigned", everyone: "Everyone" } satisfies Record<
    Exclude<Queue, "member">,
    string
  >,
  whose: "Whose queue",
  about: "Yours, and what no one has yet. One customer is one entry, the most urgent first.",
  queueMenu: (whose: string) => `Queue: ${whose}`,
  listLabel: "Who's next",
  doneToday: (count: number) => `${count} done today`,
  snoozed: (count: number, day: string, time: string) =>
    `${count} snoozed, next ${day === "today" ? "at " : ""}${dayAndTime(day, time)}`,
  snoozedCount: (count: number) => `${count} snoozed`,
  showSnoozed: "Show snoozed",
  backToQueue: "Back to the queue",
  wake: "End snooze",
  failed: "Couldn't load your queue",
  loading: "Loading your queue",
  first: (count: number) => `Showing the ${count} most urgent. The rest follow as you go.`,
  caughtUp: "You're all caught up",
  caughtUpTheirs: "Nothing is waiting here",
  noneSnoozed: "Nothing is snoozed",
  team: "See the team's queue",
  stale: (name: string) => `${name} is no longer waiting.`,
  goOn: "Next",
  position: (at: number, of: number) => `${at} of ${of}`,
} as const;

/** The words of one entry. */
export const entryTexts = {
  call: "Call back",
  reply: "Reply",
  done: "Done",
  doneHint: {
    question: "No reply needed",
    call: "No call back needed",
    lead: "Contacted another way",
    task: "Task done",
    confirm: "No need to ask",
    no_show: "No need to ask",
  } satisfies Record<NextKind, string>,
  isDone: {
    question: "Closed without a reply",
    call: "Closed without a call back",
    lead: "Marked as contacted",
    task: "Task done",
    confirm: "Closed",
    no_show: "Closed",
  } satisfies Record<NextKind, string>,
  snooze: "Snooze",
  snoozedUntil: (at: string) => `Snoozed until ${at}`,
  more: "More",
  send: "Send",
  sendNext: "Send and next",
  claimSendNext: "Claim, send and next",
  claim: "Claim",
  notSent: (name: string) => `Your text to ${name} wasn't sent.`,
  due: (at: string) => `Due ${at}`,
  until: (at: string) => `Until ${at}`,
  isOptedOut: "Opted out",
  calledTimes: (count: number) =>
    count === 1 ? "Called once" : count === 2 ? "Called twice" : `Called ${count} times`,
  voicemail: (length: string) => `voicemail ${length}`,
  wants: "Wants",
  source: "Source",
  owner: "Owner",
  tried: (tries: number, outcome: string, day: string, time: string) => {
    const times = tries === 1 ? "" : tries === 2 ? " twice" : ` ${tries} times`;
    return `Tried${times}: ${outcome.toLowerCase()}, ${dayAndTime(day, time)}`;
  },
  email: "Email",
  lead: "Lead",
  also: "Also waiting",
  optedOut: "Opted out. Call or email.",
  noPhone: "No phone number. Email them instead.",
  write: "Write a message",
  confirmed: "Confirmed",
  reschedule: "Reschedule",
  cancelShort: "Cancel",
  cancel: "Cancel appointment",
  cancelTitle: "Cancel this appointment?",
  cancelText: (what: string, name: string) => `${what} with ${name} is deleted. It can be restored within a day.`,
  bookAgain: "Book a new time",
  from: "From your team's answers",
  suggested: "Suggested",
  keys: {
    afterEsc: "then",
    call: "Call",
    appointment: "Appointment",
    task: "Task",
    snooze: "Snooze",
    done: "Done",
    next: "Next",
  },
  panel: "Customer details",
  back: "Back to the queue",
  loading: "Loading",
  askToConfirm: (name: string, what: string, when: string) =>
    `Hi${name ? ` ${name}` : ""}, just confirming your appointment on ${when} (${what}). Does that still work?`,
  askNoShow: (name: string) => `Sorry we missed you${name ? `, ${name}` : ""}. Would another time work better?`,
  missedAt: (what: string) => `Missed: ${what}`,
} as const;

/** What each key does. */
export const keyTexts = {
  title: "Keyboard shortcuts",
  list: [
    { key: "Enter", label: "Send and next" },
    { key: "Tab", label: "Use the next suggestion, while the field is empty" },
    { key: "Esc", label: "Leave the field" },
    { key: "j k", label: "Next and previous entry" },
    { key: "r", label: "Write a reply" },
    { key: "c", label: "Call" },
    { key: "a", label: "Add an appointment" },
    { key: "t", label: "Add a task" },
    { key: "s", label: "Snooze" },
    { key: "e", label: "Done" },
    { key: "z", label: "Undo" },
    { key: "o", label: "Open the customer" },
    { key: "1 2 3", label: "The entry's own answers" },
    { key: "?", label: "Show this list" },
  ],
} as const;
