import type { ChatType } from "#domains/inbox/contract.ts";

/** The words of the list of conversations. */
export const chatListTexts = {
  unreplied: "Unreplied",
  optedOut: "Opted out",
  you: "You:",
  automatic: "Auto:",
  failed: "Failed",
  unconfirmed: "Phone not confirmed",
  unconfirmedHint:
    "They wrote on your website. Anyone can type a phone number there; it is confirmed once this phone texts you.",
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
