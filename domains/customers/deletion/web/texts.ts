/** What the list of deleted customers says. */
export const deletedTexts = {
  restore: "Restore",
  merge: "Restore and merge",
  mergeQuestion: (owner: string) => ({
    title: "Restore and merge?",
    text: `${owner} has this phone now: it's the same person. Both histories become one conversation, under ${owner}.`,
  }),
} as const;
