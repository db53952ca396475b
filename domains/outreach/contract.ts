import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { events } from "#core/event.ts";
import { Id, inOrder, opaqueText, optionalText, optionalWholeNumber, required, sent } from "#core/fields.ts";
import { staff } from "#core/people.ts";

/** `unknown`: no answer came from the mail server, so that nobody knows whether it left. */
export const emailStates = ["waiting", "sending", "sent", "failed", "bounced", "unknown"] as const;
export type EmailState = (typeof emailStates)[number];

/** How a call went. `reached`: the two talked, which answers the customer. */
export const calledOutcomes = ["reached", "voicemail", "no_answer"] as const;
export type CalledOutcome = (typeof calledOutcomes)[number];

export const maxSubjectLength = 200;
export const maxEmailLength = 10_000;
export const maxCallNote = 2_000;
export const maxCallMinutes = 600;

/** Chosen by the browser, so that a repeated press sends or logs nothing twice. */
const OwnId = opaqueText(8, 64, "Give it an id of 8 to 64 characters");

const EmailDraft = z.object({
  subject: required("Enter a subject", maxSubjectLength),
  message: required("Enter a message", maxEmailLength),
  client_id: OwnId,
});

const isInstant = (text: string) => z.iso.datetime({ offset: true }).safeParse(text).success;

const callShape = {
  outcome: z.enum(calledOutcomes, { error: "Select how the call went" }),
  /** How long the two talked; empty when it isn't known. */
  minutes: optionalWholeNumber(maxCallMinutes, "Enter whole minutes"),
  note: z._default(optionalText(maxCallNote), ""),
  /** An ISO 8601 instant; empty: now, or as it was. */
  at: z._default(
    z.pipe(
      z.transform((value: Date | string | null) => (value instanceof Date ? value.toISOString() : String(value ?? ""))),
      z.string().check(inOrder([(text) => text === "" || isInstant(text), "Select a date and time"])),
    ),
    "",
  ),
};

const ofCustomer = { params: z.object({ customer_id: Id }) };
const one = { params: z.object({ id: Id }), data: z.object({ id: Id }) };

export const outreach = calls("outreach", {
  sendEmail: {
    method: "POST",
    path: "/customers/{customer_id}/emails",
    allow: staff,
    audit: "own rows",
    about:
      "Sends one email to a customer, from the location, with variables such as %first_name% filled in. Replies come back to the customer's timeline and Next where email is received, with a copy to the location's reply address or the caller; else they go there. Repeated with the same client_id, it returns the existing one. 409 when the address came back or marked an email as spam, and at the day's limit.",
    ...ofCustomer,
    body: EmailDraft,
    data: z.object({ id: Id, state: z.enum(emailStates) }),
    rate: { points: 60, seconds: 3600, by: "person" },
  },
  retryEmail: {
    method: "POST",
    path: "/emails/retry/{id}",
    allow: staff,
    audit: "none: it is the same email, which names who wrote it",
    about: "Sends an email that failed again, to the customer's present address.",
    ...one,
    rate: { points: 60, seconds: 3600, by: "person" },
  },
  logCall: {
    method: "POST",
    path: "/customers/{customer_id}/calls",
    allow: staff,
    audit: "own rows",
    about:
      "Logs a call that the caller made on another phone. Reached counts as an answer: it ends the wait and answers the lead. Repeated with the same client_id, it returns the existing one.",
    ...ofCustomer,
    body: z.object({ ...callShape, client_id: OwnId }),
    data: z.object({ id: Id }),
    successMessage: "Call logged",
  },
  changeCall: {
    method: "POST",
    path: "/calls/logged/{id}",
    allow: staff,
    audit: "trail",
    about: "Changes a logged call. Agents change their own; managers any.",
    ...one,
    body: z.object({ ...callShape, minutes: sent(callShape.minutes), note: sent(optionalText(maxCallNote)) }),
    successMessage: "Call saved",
  },
  removeCall: {
    method: "DELETE",
    path: "/calls/logged/{id}",
    allow: staff,
    audit: "trail",
    about: "Deletes a logged call. Agents delete their own; managers any. It can be restored within an hour.",
    ...one,
    successMessage: "Call deleted",
  },
  restoreCall: {
    method: "POST",
    path: "/calls/logged/{id}/restore",
    allow: staff,
    audit: "trail",
    about: "Restores a logged call that the caller deleted within the last hour.",
    ...one,
    successMessage: "Call restored",
  },
});

export const outreachEvents = events({
  changed: {
    event: "outreach-changed",
    to: "location",
    about: "An email to a customer or a logged call was added or changed. target_id is the customer.",
    payload: z.object({ target_id: Id }),
  },
});
