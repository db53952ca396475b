/** What closing a conversation asks and says. */
export const closeTexts = {
  closed: "Conversation closed",
  closeAnyway: "Close anyway",
  waiting: (names: readonly string[]) =>
    names.length === 1 ? `${names[0]} is waiting for a reply` : `${names.length} customers are waiting for a reply`,
  waitingText: (count: number) =>
    count === 1 ? "Close the conversation without replying?" : "Close their conversations without replying?",
} as const;
