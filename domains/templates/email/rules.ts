import { hasCredentials } from "#core/webAddress.ts";

/* What an e-mail template may hold, for the server that checks it and the editor that writes it. */

/** Mail programs cut longer mails: Gmail at 102 kB. */
export const clippedAt = 100_000;

/** Colors of text that read well on paper, and what they become where the reader prefers dark. */
export const textColors = [
  { name: "Teal", light: "#016b70", dark: "#55c3c8" },
  { name: "Blue", light: "#0060a6", dark: "#6bb5ff" },
  { name: "Green", light: "#03703f", dark: "#58ca87" },
  { name: "Red", light: "#a92227", dark: "#ff8780" },
  { name: "Orange", light: "#8f4801", dark: "#fc903a" },
  { name: "Gray", light: "#4b555e", dark: "#b0bbc2" },
] as const;

/** How a link of a mail begins. Any other link would be dead or dangerous there. */
const linkScheme = /^(?:https?:\/\/[^\s/]|mailto:[^\s]|(?:tel|sms):[^\s])/i;

/** True for an address that a mail's link or picture may lead to. */
export const isMailLink = (address: string): boolean => linkScheme.test(address) && !hasCredentials(address);

/** A link as typed, with https where no scheme was; undefined for one that a mail can't hold. */
export function linkOf(typed: string): string | undefined {
  const text = typed.trim();
  if (linkScheme.test(text)) return hasCredentials(text) ? undefined : text;
  if (/^[^\s@:/]+@[^\s@:/]+\.[a-z]{2,}$/i.test(text)) return `mailto:${text}`;
  if (/^[a-z\d-]+(\.[a-z\d-]+)+([/?#]\S*)?$/i.test(text)) return `https://${text}`;
  return undefined;
}

/** The width of an email's column, in pixels. */
export const maxPictureWidth = 552;

/** The address of an uploaded picture: 128 random bits that say nothing of whose it is. */
export const mailPicturePath = /^\/i\/([0-9a-f]{32})\.(?:jpg|png|gif)$/;
