import type { CalledOutcome, EmailState } from "../contract.ts";

/** The words of emails to one customer. */
export const emailTexts = {
  subject: "Subject",
  message: "Write an email",
  send: "Send",
  title: (name: string) => `Email ${name}`,
  sent: "Email on its way",
  to: (email: string) => `To ${email}`,
  emailed: (who: string) => `${who} emailed`,
  replied: (who: string) => `${who} replied`,
  from: (email: string) => `from ${email}`,
  automatic: "Automatic reply",
  automaticEmail: "Automatic email",
  plan: (name: string) => `Follow-up plan: ${name}`,
  reply: "Reply",
  replyByEmail: "Reply by email",
  quoted: "Show quoted text",
  noQuoted: "Hide quoted text",
  files: (names: readonly string[], to: string) =>
    `Attached: ${names.join(", ")}${to === "" ? "" : ` (forwarded to ${to})`}`,
  more: "Show more",
  less: "Show less",
  retry: "Try again",
  states: {
    waiting: "Sending",
    sending: "Sending",
    sent: "Sent",
    failed: "Failed",
    bounced: "Bounced",
    unknown: "May not have arrived",
  } satisfies Record<EmailState, string>,
} as const;

/** The words of logged calls. */
export const callTexts = {
  title: "Log call",
  edit: "Edit call",
  question: "How did the call go?",
  outcomes: { reached: "Reached", voicemail: "Voicemail", no_answer: "No answer" } satisfies Record<
    CalledOutcome,
    string
  >,
  note: "What was said?",
  minutes: "Minutes",
  at: "When",
  log: "Log call",
  save: "Save",
  remove: "Delete",
  logged: "Call logged",
  removed: "Call deleted",
  changed: "Call saved",
  missing: "Select how the call went",
  badTime: "Select a date and time",
  length: (minutes: number) => `${minutes} min`,
  sentences: {
    reached: (who: string) => [`${who} called`, ""],
    voicemail: (who: string) => [`${who} called`, ", left a voicemail"],
    no_answer: (who: string) => [`${who} called`, ", no answer"],
  } satisfies Record<CalledOutcome, (who: string) => readonly [string, string]>,
} as const;
