/** What the editor of emails says. */
export const mailEditorTexts = {
  label: "Email",
  variables: "Insert variable",
  source: "Edit as HTML",
  visual: "Edit as text",
  sourceLabel: "HTML of the email",
  lossy: "This email was made elsewhere, so it opens as HTML. The text editor would lose parts of its layout.",
  convert: "Convert anyway",
} as const;
