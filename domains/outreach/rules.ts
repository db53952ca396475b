import { allows, type CurrentUser, managers } from "#core/people.ts";
import { type EmailState, maxSubjectLength } from "./contract.ts";

const minuteMs = 60_000;

/** How long an email may be with the mail server before nobody knows what became of it. */
export const leaseMs = 10 * minuteMs;
/** How long a deleted call can be restored. */
export const restoreMs = 60 * minuteMs;
/** An email that the mail server doesn't take leaves at these times later, and then failed. */
const laterMs: readonly number[] = [1, 5, 15, 60, 240].map((minutes) => minutes * minuteMs);

const busyText = "The mail server took no email for hours.";
export const noAnswerText = "No answer from the mail server";

/** Why an email isn't sent to an address. Who unsubscribed from offers may be written to. */
export type AddressProblem = "bounced" | "complained";

export const addressProblems: Readonly<Record<AddressProblem, (email: string) => string>> = {
  bounced: (email) => `Email to ${email} came back. Update the address to email this customer.`,
  complained: (email) => `${email} marked an email from you as spam, so it can't be emailed. Call or text instead.`,
};

/** The subject of an answer: `Re: Your Accord`. */
export const answerSubject = (subject: string): string =>
  (/^\s*re\s*:/i.test(subject) ? subject.trim() : `Re: ${subject.trim()}`).slice(0, maxSubjectLength);

export const noAddressText = "This customer has no email address. Add one first.";

/** Why an email can't go to this address; undefined when it can. */
export function emailProblem(
  email: string,
  suppression: AddressProblem | "unsubscribed" | undefined,
): string | undefined {
  if (email.trim() === "") return noAddressText;
  return suppression === undefined || suppression === "unsubscribed" ? undefined : addressProblems[suppression](email);
}

/** What the mail server answered; `barred`: it wasn't asked. */
export type PersonalEmailOutcome =
  | { readonly kind: "accepted" }
  | { readonly kind: "refused"; readonly words: string; readonly bounce?: "hard" | "soft" | "policy" }
  | { readonly kind: "busy"; readonly retryAfter?: number }
  | { readonly kind: "lost" }
  | { readonly kind: "barred"; readonly words: string };

export type EmailChange =
  | { readonly state: "waiting"; readonly due_at: Date }
  | { readonly state: Exclude<EmailState, "waiting" | "sending">; readonly reason: string };

/** What becomes of an email by the mail server's answer to its `attempts`th try. */
export function afterAnswer(outcome: PersonalEmailOutcome, attempts: number, now: Date): EmailChange {
  if (outcome.kind === "accepted") return { state: "sent", reason: "" };
  if (outcome.kind === "lost") return { state: "unknown", reason: noAnswerText };
  if (outcome.kind === "barred") return { state: "failed", reason: outcome.words };
  if (outcome.kind === "refused")
    return { state: outcome.bounce === "hard" ? "bounced" : "failed", reason: outcome.words.slice(0, 300) };
  const wait = laterMs[attempts - 1];
  if (wait === undefined) return { state: "failed", reason: busyText };
  return { state: "waiting", due_at: new Date(now.getTime() + Math.max(wait, (outcome.retryAfter ?? 0) * 1000)) };
}

/** Why a call can't have been at this time; undefined when it can. A minute's difference of clocks is none. */
export function callTimeProblem(at: Date, { now, since }: { readonly now: Date; readonly since: Date }) {
  if (at.getTime() > now.getTime() + minuteMs) return "This is in the future. Select when you called.";
  const first = Math.floor(since.getTime() / minuteMs) * minuteMs;
  return at.getTime() < first ? "This is before the customer was added. Select a later time." : undefined;
}

/** Members change the calls that they logged; managers any. */
export const mayChangeCall = (who: Pick<CurrentUser, "user_id" | "role">, by: number): boolean =>
  by === who.user_id || allows(managers, who.role);
