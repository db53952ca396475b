import type { Chat } from "#domains/inbox/contract.ts";
import { chatListTexts } from "./texts.ts";

/** Who said what a row previews: `You:`, `Marcus:`, `Auto:`; empty for the customer. */
export function speakerOf(
  { last_message_from: from }: Pick<Chat, "last_message_from">,
  me: number | undefined,
): string {
  if (!from || from.who === "customer") return "";
  if (from.who === "automatic") return chatListTexts.automatic;
  return from.user_id === me ? chatListTexts.you : `${from.first_name}:`;
}
