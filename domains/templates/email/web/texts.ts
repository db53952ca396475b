/** What the editor of emails says. */
export const mailEditorTexts = {
  label: "Email",
  variables: "Insert variable",
  source: "Edit as HTML",
  visual: "Edit as text",
  sourceLabel: "HTML of the email",
  lossy: "This email was made elsewhere, so it opens as HTML. The text editor would lose parts of its layout.",
  convert: "Convert anyway",
  color: "Color",
  usualColor: "Default",
  align: "Align",
  alignments: { left: "Left", center: "Center", right: "Right" },
  button: "Button",
  buttonDialog: {
    title: "Button",
    label: "Text",
    link: "Link",
    placeholder: "https://",
    insert: "Insert",
    save: "Save",
    noLabel: "Enter the button's text",
    noLink: "Enter a web address, email address or phone link",
  },
} as const;

/** What an email looks like. */
export const mailPreviewTexts = {
  label: "The email as it looks",
  widths: { desktop: "Desktop", phone: "Phone" },
  dark: "Dark",
} as const;

/** The screen of saved emails. */
export const emailTemplateTexts = {
  title: "Email templates",
  none: "Write an email once, then use it in every campaign. Start with one of these:",
  starters: "Starters",
  content: "Template Content",
  footer: "Your address and the Unsubscribe link are added to every email.",
  size: (kilobytes: number) => `${kilobytes} kB of 102 kB`,
  tooLarge: (kilobytes: number) => `${kilobytes} kB. Gmail cuts emails off at 102 kB: shorten this one.`,
  noPreview: "The preview couldn't be loaded.",
  again: "Try again",
} as const;
