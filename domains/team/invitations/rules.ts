import { formatPhone } from "#core/phone.ts";

const aDay = 86_400_000;

/** How long a link works. */
export const invitationDays = 7;

export function invitationEnd(sent: Date): Date {
  return new Date(sent.getTime() + invitationDays * aDay);
}

/** What is said of a link that opens nothing, whatever is wrong with it. */
export const endedInvitation = "This invitation has ended. Please ask for a new one.";

/** What is said while one for the same address or phone is open. */
export const invitedAlready = "There is an open invitation for this already. Send that one again, or take it back";

/** The address that a link leads to. What follows the # never leaves the browser, and so stands in no log. */
export function invitationLink(publicUrl: string, token: string): string {
  return `${publicUrl}/invitation#${token}`;
}

/** The token of a link, as the address's fragment holds it. */
export function tokenIn(fragment: string): string {
  return fragment.replace(/^#/, "").trim();
}

/** The words of an invitation that goes by text. */
export function invitationText(given: { business_name: string; invited_by: string; link: string }): string {
  const { business_name, invited_by, link } = given;
  return `${invited_by} invites you to join ${business_name} on Rooftop. Choose your password within ${invitationDays} days: ${link}`;
}

/** `Invitation sent to ana@example.com and (909) 555-0123`. */
export function sentText(went: { email: string; phone: string }): string {
  const to = [went.email, formatPhone(went.phone)].filter(Boolean).join(" and ");
  return `Invitation sent to ${to}`;
}
