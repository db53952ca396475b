/** The words of the composer. */
export const composerTexts = {
  kinds: "What to write",
  text: "Text",
  note: "Internal note",
  save: "Save note",
  saveTitle: "Enter saves, Shift + Enter starts a new line",
  onlyTeam: "Only your team sees this",
} as const;
