import type { Chat } from "#domains/inbox/contract.ts";

/** True while a customer waits for a person's reply. One who opted out never does. */
export const isWaiting = ({ waiting_since, customer }: Pick<Chat, "waiting_since" | "customer">) =>
  waiting_since !== null && customer.optin_status === 1;

/** Chats per batch of the list. */
export const chatsPerBatch = 30;
/** Days without a message after which a chat moves to In-Active. */
export const idleDays = 30;

/** The sort key of a batch's last chat; the next batch starts after it. */
export interface ChatCursor {
  readonly is_pinned: number;
  /** Milliseconds since 1970. */
  readonly chat_time: number;
  readonly id: number;
}

export function formatChatCursor(cursor: ChatCursor): string {
  return `${cursor.is_pinned}.${cursor.chat_time}.${cursor.id}`;
}

/** The sort key of a batch's last chat in the list of the longest waiting. */
export interface WaitingCursor {
  /** Milliseconds since 1970. */
  readonly waiting_since: number;
  readonly id: number;
}

export const formatWaitingCursor = ({ waiting_since, id }: WaitingCursor) => `w.${waiting_since}.${id}`;

/** Undefined for anything that `formatWaitingCursor` can't have written. */
export function parseWaitingCursor(text: string): WaitingCursor | undefined {
  const parts = /^w\.(\d{1,15})\.(\d{1,15})$/.exec(text);
  return parts ? { waiting_since: Number(parts[1]), id: Number(parts[2]) } : undefined;
}

/** Undefined for anything that `formatChatCursor` can't have written. */
export function parseChatCursor(text: string): ChatCursor | undefined {
  const parts = /^([01])\.(\d{1,15})\.(\d{1,15})$/.exec(text);
  if (!parts) return undefined;
  return { is_pinned: Number(parts[1]), chat_time: Number(parts[2]), id: Number(parts[3]) };
}
