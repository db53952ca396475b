import type { Chat } from "#domains/inbox/contract.ts";
import { chatListTexts } from "./texts.ts";

const minuteMs = 60_000;

/** How urgent a wait is: `new` under 15 minutes, `long` under an hour, then `late`. */
export type WaitLevel = "new" | "long" | "late";

/** How long a customer has waited: `2m`, `1h 11m`, `3d`; never less than a minute. */
export function waitLength(since: string, now: Date): { text: string; level: WaitLevel } {
  const minutes = Math.max(1, Math.floor((now.getTime() - Date.parse(since)) / minuteMs));
  const hours = Math.floor(minutes / 60);
  const level = minutes < 15 ? "new" : minutes < 60 ? "long" : "late";
  if (hours >= 24) return { text: `${Math.floor(hours / 24)}d`, level };
  if (hours === 0) return { text: `${minutes}m`, level };
  return { text: minutes % 60 === 0 ? `${hours}h` : `${hours}h ${minutes % 60}m`, level };
}

/** Who said what a row previews: `You:`, `Marcus:`, `Auto:`; empty for the customer. */
export function speakerOf(
  { last_message_from: from }: Pick<Chat, "last_message_from">,
  me: number | undefined,
): string {
  if (!from || from.who === "customer") return "";
  if (from.who === "automatic") return chatListTexts.automatic;
  return from.user_id === me ? chatListTexts.you : `${from.first_name}:`;
}
