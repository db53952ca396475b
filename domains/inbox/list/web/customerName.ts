import { formatPhone } from "#core/phone.ts";
import type { Chat } from "#domains/inbox/contract.ts";
import type { ChatMessage } from "#domains/inbox/conversation/contract.ts";
import { automaticAuthor } from "#domains/inbox/conversation/rules.ts";

type CustomerName = Pick<Chat["customer"], "first_name" | "last_name" | "phone">;

/** The customer's name, or the phone number while the name is unknown. */
export function nameOf({ first_name, last_name, phone }: CustomerName): string {
  return `${first_name} ${last_name}`.trim() || phoneText(phone);
}

/** True for a customer whose name was never entered. */
export const isNameless = ({ first_name, last_name }: Omit<CustomerName, "phone">) =>
  `${first_name}${last_name}`.trim() === "";

/** `MN`; `#` for one without a name. */
export function initialsOf({ first_name, last_name }: CustomerName): string {
  const letters = [first_name, last_name].map((name) => [...name.trim()][0] ?? "").join("");
  return letters.toUpperCase() || "#";
}

/** The display name of a message's author. */
export function authorOf(message: ChatMessage, customer: CustomerName): string {
  if (message.is_from_customer === 1) return nameOf(customer);
  if (message.campaign) return `Campaign: ${message.campaign.title}`;
  return message.sent_by || automaticAuthor(message.automatic);
}

/** `+19095550123` → `+1 (909) 555-0123` */
export function phoneText(e164: string): string {
  return e164.startsWith("+1") ? `+1 ${formatPhone(e164)}` : e164;
}
