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

/** Undefined for anything that `formatChatCursor` can't have written. */
export function parseChatCursor(text: string): ChatCursor | undefined {
  const parts = /^([01])\.(\d{1,15})\.(\d{1,15})$/.exec(text);
  if (!parts) return undefined;
  return { is_pinned: Number(parts[1]), chat_time: Number(parts[2]), id: Number(parts[3]) };
}
