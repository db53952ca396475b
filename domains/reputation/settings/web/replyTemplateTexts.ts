/** What people read about reply templates. */
export const replyTemplateTexts = {
  title: "Reply templates",
  about: "A reply can begin with one of these. Nothing is posted before somebody sends it.",
  stars: (count: number) => (count === 1 ? "1 star" : `${count} stars`),
  columns: { stars: "Stars", language: "Language", text: "Text", action: "Action" },
  edit: (stars: string, language: string) => `Edit ${stars}, ${language}`,
  restore: (stars: string, language: string) => `Restore the default of ${stars}, ${language}`,
  restoreTitle: "Restore the default text?",
  restoreText: "Your text is deleted.",
  restoreAction: "Restore default",
  editTitle: (stars: string, language: string) => `${stars}, ${language}`,
  words: "Text",
  wordsHint: "Variables: %first_name%, %company_name% and %company_phone%. After a | comes what an unknown one says.",
  save: "Save",
} as const;
