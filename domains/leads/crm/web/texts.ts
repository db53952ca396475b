import type { CrmKind, CrmMailState } from "../contract.ts";

/** What the card that sends leads to a CRM says. */
export const crmTexts = {
  title: "Send to your CRM",
  about: (email: string) => `As ADF by email to ${email}, from now on.`,
  info: "ADF is the format that dealership CRMs read. Each lead, call or appointment is sent once. What came from your CRM isn't sent back.",
  noEmail: "Add the email for your CRM first.",
  toEmail: "Open calls and notifications",
  noServer: "Email isn't set up yet. Ask your administrator.",
  kinds: {
    leads: "New leads",
    missed_calls: "Missed calls",
    appointments: "New appointments",
  },
  test: "Send a test",
  mails: "Latest emails to your CRM",
  mailKinds: {
    lead: "Lead",
    missed_call: "Missed call",
    appointment: "Appointment",
    test: "Test",
  } satisfies Record<CrmKind, string>,
  states: {
    due: "Waiting",
    sending: "Sending",
    sent: "Sent",
    failed: "Failed",
    skipped: "Not sent",
  } satisfies Record<CrmMailState, string>,
  tryAgain: "Try again",
  tryAgainOf: (kind: string, at: string) => `Try again: ${kind}, ${at}`,
  loading: "Loading",
} as const;
