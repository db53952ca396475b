import { formatPhone } from "#core/phone.ts";

const dayMs = 86_400_000;

/** Days that a link is valid. */
export const invitationDays = 7;

export function invitationEnd(sent: Date): Date {
  return new Date(sent.getTime() + invitationDays * dayMs);
}

/** The one message for every invalid link. */
export const invitationEndedText = "This invitation has ended. Please ask for a new one.";

export const alreadyInvitedText = "There is an open invitation for this already. Send that one again, or take it back";

/** The fragment never leaves the browser, so the token appears in no log. */
export function invitationLink(publicUrl: string, token: string): string {
  return `${publicUrl}/invitation#${token}`;
}

export function tokenFromFragment(fragment: string): string {
  return fragment.replace(/^#/, "").trim();
}

export function invitationText(invitation: { business_name: string; invited_by: string; link: string }): string {
  const { business_name, invited_by, link } = invitation;
  return `${invited_by} invites you to join ${business_name} on Rooftop. Choose your password within ${invitationDays} days: ${link}`;
}

/** `Invitation sent to ana@example.com and (909) 555-0123`. */
export function invitationSentText(sentTo: { email: string; phone: string }): string {
  const to = [sentTo.email, formatPhone(sentTo.phone)].filter(Boolean).join(" and ");
  return `Invitation sent to ${to}`;
}
