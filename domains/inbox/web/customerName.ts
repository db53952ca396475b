import type { Chat, ChatMessage } from "../contract.ts";
import { phoneText } from "./phoneText.ts";

type Named = Pick<Chat["customer"], "first_name" | "last_name" | "phone">;

/** The customer's name, or the number of one whose name nobody knows yet. */
export function nameOf({ first_name, last_name, phone }: Named): string {
  return `${first_name} ${last_name}`.trim() || phoneText(phone);
}

/** `MN`; `#` for one without a name. */
export function initialsOf({ first_name, last_name }: Named): string {
  const letters = [first_name, last_name].map((name) => [...name.trim()][0] ?? "").join("");
  return letters.toUpperCase() || "#";
}

/** Who wrote a message, as it is told. */
export function authorOf(message: ChatMessage, customer: Named): string {
  if (message.is_from_customer === 1) return nameOf(customer);
  return message.sent_by || "Automatic message";
}
