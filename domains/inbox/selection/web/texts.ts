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
