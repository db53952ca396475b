import type { Chat } from "#domains/inbox/contract.ts";
import type { ChatMessage } from "#domains/inbox/conversation/contract.ts";
import { automaticAuthor } from "#domains/inbox/conversation/rules.ts";
import { phoneText } from "./phoneText.ts";

type CustomerName = Pick<Chat["customer"], "first_name" | "last_name" | "phone">;

/** The customer's name, or the phone number while the name is unknown. */
export function nameOf({ first_name, last_name, phone }: CustomerName): string {
  return `${first_name} ${last_name}`.trim() || phoneText(phone);
}

/** True for somebody who texted and whose name nobody has entered. */
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
