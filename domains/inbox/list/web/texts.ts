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
    "They wrote on your website, where anyone can enter any phone number. It's confirmed once this phone texts you.",
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
  views: "Views",
  saveView: "Save view",
  empty: "No conversations found",
  emptyHint: "Click + icon to start conversation",
} as const;

/** The words of the selection of several conversations. */
export const selectionTexts = {
  select: "Select conversations",
  bar: "Selected conversations",
  selected: (count: number) => `${count} selected`,
  all: "Select all",
  assign: "Assign",
  tag: "Tag",
  close: "Close",
  reopen: "Reopen",
  done: "Cancel selection",
  me: "Me",
  nobody: "Nobody",
  changed: (count: number) => (count === 1 ? "1 conversation updated" : `${count} conversations updated`),
  closed: (count: number) => (count === 1 ? "1 conversation closed" : `${count} conversations closed`),
  failed: (count: number) =>
    count === 1
      ? "1 conversation couldn't be updated. Its customer was deleted."
      : `${count} conversations couldn't be updated. Their customers were deleted.`,
  tooMany: (max: number) => `Select up to ${max} conversations at a time`,
} as const;
