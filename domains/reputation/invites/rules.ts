import { escapeHtml } from "#core/escapeHtml.ts";
import { fillVariables, type VariableValues } from "#core/variables.ts";
import { type MarketingFacts, type SkipReason, skipReasons, skipReasonTexts } from "#domains/marketing/rules/rules.ts";
import { marketingFooter } from "#domains/marketing/sender/rules.ts";
import { type Language, linkVariable } from "../settings/fields.ts";
import type { InviteState } from "./contract.ts";

/** Hours in which an invite that was made is sent, at the latest, with some to spare. */
export const hoursToSend = 96;

/** Hours after which a waiting invite is no longer sent. */
export const lifetimeHours = 72;

/** What the sender confirms with the switch, and what the ledger keeps. */
export const consentWords = "This customer has consented to receive marketing communications.";

/** How each language's text ends. A customer who answers STOP opts out in either. */
const footers: Record<Language, string> = {
  en: marketingFooter,
  es: "Responda STOP para no recibir mensajes promocionales.",
};

/** The one reminder. */
const reminders: Record<Language, string> = {
  en: "Hi %first_name%, a quick reminder from %company_name%: your review would help us. %review_link%",
  es: "Un recordatorio de %company_name%: su reseña nos ayuda mucho. %review_link%",
};

/** The text that one person gets. The link goes in first: nothing that a customer is called can become one. */
export function inviteText(words: string, language: Language, values: VariableValues, link: string): string {
  const filled = fillVariables(
    words.replace(linkVariable, () => link),
    values,
  ).trimEnd();
  return `${filled} ${footers[language]}`;
}

export const reminderText = (language: Language, values: VariableValues, link: string) =>
  inviteText(reminders[language], language, values, link);

const subjects: Record<Language, (business: string) => string> = {
  en: (business) => `Would you leave ${business} a review?`,
  es: (business) => `¿Nos deja una reseña de ${business}?`,
};
const buttons: Record<Language, string> = { en: "Leave a review", es: "Dejar una reseña" };

/** The same invite as a mail: the text, and the link as a button. */
export function inviteMail(words: string, language: Language, values: VariableValues, link: string) {
  const text = fillVariables(words.replace(linkVariable, ""), values).replace(/\s+/g, " ").trim();
  const button = `<a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#016b70;color:#ffffff;font-weight:600;text-decoration:none">${buttons[language]}</a>`;
  return {
    subject: subjects[language](values.company_name),
    html: `<p>${escapeHtml(text)}</p><p>${button}</p>`,
    text: `${text}\n\n${buttons[language]}: ${link}`,
  };
}

export const reminderMail = (language: Language, values: VariableValues, link: string) =>
  inviteMail(reminders[language], language, values, link);

/** "5 minutes ago": in the largest unit that fits. */
export function agoInWords(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (minutes < 60) return counted(minutes, "minute");
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? counted(hours, "hour") : counted(Math.floor(hours / 24), "day");
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? "" : "s"} ago`;

/** True within the cool-down, when sending again needs a decision. */
export function isCoolingDown(invitedAt: Date | undefined, days: number, now: Date): boolean {
  return invitedAt !== undefined && now.getTime() - invitedAt.getTime() < days * 86_400_000;
}

/** Why an invite is refused: the gate's reasons, the cool-down, and a number that wasn't registered in time. */
export const inviteReasons = [...skipReasons, "cooldown", "not_registered"] as const;
export type InviteLeftOutReason = (typeof inviteReasons)[number];

/** What people read when one person can't be invited, with what to do. */
export function refusalText(reason: SkipReason): string {
  return refusals[reason] ?? `${skipReasonTexts[reason]}.`;
}

const refusals: Partial<Record<SkipReason, string>> = {
  invalid: "This number can't get texts. Try their email address.",
  no_address: "This isn't an email address.",
  opted_out: "This customer opted out of texts. Try their email address.",
  asked: "This customer may have asked to stop. Review it in their conversation first.",
  no_consent: "No consent on file. Turn on the consent switch if they agreed to get marketing texts.",
  unsubscribed: "They unsubscribed from your marketing email.",
  bounced: "Emails to this address bounced.",
  complained: "They marked one of your emails as spam.",
  limit: "This phone already got three marketing texts today. Try again tomorrow.",
  quiet_hours: "This can't be sent within the next 72 hours.",
  removed: "This customer was deleted.",
};

/** Reasons that call for a look at the conversation instead of a mail. */
const finalReasons: readonly SkipReason[] = ["asked", "removed"];

/** Whether this reason against a text still allows a mail. */
export const mayMailInstead = (reason: SkipReason) => !finalReasons.includes(reason);

/** The same for several people, in one line each. */
export const leftOutTexts: Record<InviteLeftOutReason, string> = {
  ...skipReasonTexts,
  cooldown: "Invited recently",
  not_registered: "Your number wasn't registered in time",
  limit: "Got three marketing texts within 24 hours",
  quiet_hours: "Quiet hours for the next 72 hours",
};

/** The gate's input for a text outside of campaigns. */
export type TextFacts = Pick<MarketingFacts, "isRemoved" | "isTextable" | "consent" | "textsInDay">;

/** @param messageState of the text that was sent; null before and for a mail. */
export function stateOf(state: string, messageState: string | null): InviteState {
  if (state === "skipped") return "left_out";
  if (state === "failed" || messageState === "failed") return "failed";
  if (state === "queued" || state === "sending") return "waiting";
  return messageState === "delivered" ? "delivered" : "sent";
}

/** A text with values of a usual length, to count its segments by. */
export const sampleText = (words: string, language: Language) =>
  inviteText(words, language, sampleValues, `https://app.example.com/r/${"x".repeat(28)}`);

const sampleValues: VariableValues = {
  customer_name: "Alexander Rodriguez",
  first_name: "Alexander",
  last_name: "Rodriguez",
  company_name: "Springfield Motors",
  company_phone: "(909) 555-0123",
  company_email: "info@springfield.example",
  company_address: "1 Main St, Springfield, NY 10001",
};
