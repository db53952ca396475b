import { type CompanyValues, companyValuesOf, type VariableValues } from "#core/variables.ts";

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

/** Values to show a template with before it has an audience: the business's own, and names of people made up. */
export function sampleValues(
  profile: Partial<CompanyValues> | undefined,
): Readonly<Record<"usual" | "longest", VariableValues>> {
  const own = companyValuesOf(profile);
  return {
    usual: { ...own, first_name: "Maria", last_name: "Lopez", customer_name: "Maria Lopez" },
    longest: { ...own, first_name: "Christopher", last_name: "Montgomery", customer_name: "Christopher Montgomery" },
  };
}
