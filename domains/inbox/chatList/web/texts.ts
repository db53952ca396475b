import type { ChatType } from "#domains/inbox/contract.ts";

/** The words of the list of conversations. */
export const chatListTexts = {
  unreplied: "Unreplied",
  optedOut: "Opted out",
  you: "You:",
  automatic: "Auto:",
  failed: "Failed",
  lists: {
    all: "All",
    unread: "Unread",
    unreplied: "Unreplied",
    mine: "Mine",
    unassigned: "Unassigned",
    snoozed: "Snoozed",
  } satisfies Record<ChatType, string>,
  assignment: "Whose conversations",
  newest: "Newest first",
  waiting: "Longest waiting",
  sort: "Sort by",
  tags: "Tags",
  empty: "No conversations found",
  emptyHint: "Click + icon to start conversation",
} as const;
