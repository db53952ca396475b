/** What the screen of lists says. */
export const listTexts = {
  none: "Group customers to text, filter and export them together. Your lists appear here.",
  create: "Create your first list",
} as const;
