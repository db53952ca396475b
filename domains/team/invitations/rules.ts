import { quotedName } from "#core/displayName.ts";
import { formatPhone } from "#core/phone.ts";

const dayMs = 86_400_000;

/** Days that a link is valid. */
export const invitationDays = 7;

export function invitationEnd(sent: Date): Date {
  return new Date(sent.getTime() + invitationDays * dayMs);
}

/** The one message for every invalid link. */
export const invitationEndedText = "This invitation is no longer valid. Ask for a new one.";

export const alreadyInvitedText = "They already have an open invitation. Resend or cancel it";

/** Invitations a day, by mail only, until the business is vouched for. */
export const unprovedLimit = 3;

/** Why an invitation can't be texted yet, and what to do. */
export const unprovedPhoneText =
  "Confirm your email before you invite by text: open the link we emailed you. Or invite by email instead.";

/** Why no more invitations can be sent yet, and what to do. */
export const unprovedLimitText = `Until you confirm your email, you can send ${unprovedLimit} invitations a day. Open the link we emailed you, or try again tomorrow.`;

/** The fragment never leaves the browser, so the token appears in no log. */
export function invitationLink(publicUrl: string, token: string): string {
  return `${publicUrl}/invitation#${token}`;
}

export function tokenFromFragment(fragment: string): string {
  return fragment.replace(/^#/, "").trim();
}

/** In quotation marks that a text holds without becoming twice as long. */
const plainQuoted = (name: string) => quotedName(name).replace(/[“”]/g, '"');

export function invitationText(invitation: { business_name: string; invited_by: string; link: string }): string {
  const { business_name, invited_by, link } = invitation;
  return `Rooftop: ${plainQuoted(invited_by)} invited you to join ${plainQuoted(business_name)}. Choose a password within ${invitationDays} days: ${link}`;
}

/** `Invitation sent to ana@example.com and (909) 555-0123`. */
export function invitationSentText(sentTo: { email: string; phone: string }): string {
  const to = [sentTo.email, formatPhone(sentTo.phone)].filter(Boolean).join(" and ");
  return `Invitation sent to ${to}`;
}
