/** What the templates of both channels say: their list, and the forms beside it. */
export const templateListTexts = {
  label: "Templates",
  create: "Create New Template",
  search: "Search templates",
  notFound: "No matching records found",
  withPicture: "With picture",
} as const;

export const templateFormTexts = {
  newTemplate: "New template",
  title: "Template Title",
  save: "Save",
  update: "Update",
  remove: "Delete",
  removeQuestion: {
    title: "Delete this template?",
    text: (title: string) => `“${title}” will be permanently deleted. Campaigns that use it keep their text.`,
    action: "Delete",
  },
  savedElsewhere: "Someone else changed this template while you were editing.",
  reload: "Reload",
  keepMine: "Keep mine",
  viewOnly: "Managers and owners can change templates.",
  back: "All templates",
} as const;
