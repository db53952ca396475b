const list = (parts: readonly string[]) => new Intl.ListFormat("en-US").format(parts);

/** What the editor of emails says. */
export const mailEditorTexts = {
  label: "Email",
  tools: {
    text: "Text",
    color: "Text color",
    left: "Align left",
    center: "Align center",
    right: "Align right",
    link: "Link",
    picture: "Picture",
    button: "Button",
  },
  plainColor: "Standard",
  variables: "Insert variable",
  withFallback: (name: string, fallback: string) => `${name} or “${fallback}”`,
  source: "Edit as HTML",
  visual: "Edit as text",
  sourceLabel: "HTML of the email",
  removed: (parts: readonly string[]) => `Removed when you save: ${list(parts)}.`,
  pasted: (parts: readonly string[]) => `Removed from what you pasted: ${list(parts)}.`,
  pastedKinds: {
    scripts: "scripts",
    forms: "forms",
    media: "videos and embedded content",
    hidden: "hidden text",
    links: "links that aren't web, email, phone or text addresses",
    pictures: "pictures from other servers",
    tables: "table layout",
  },
  lossy: "This email was made elsewhere, so it opens as HTML. The text editor would lose parts of its layout.",
  convert: "Convert anyway",
  convertQuestion: {
    title: "Convert this email?",
    text: "Layout, styles and pictures that the text editor doesn't have will be lost. Nothing is saved until you save.",
    action: "Convert",
  },
  foreignPicture: (alt: string) => (alt === "" ? "Picture from another server" : `Picture from another server: ${alt}`),
  noLink: "No link yet",
  badLink: "Enter a web address, an email address, or tel: or sms: and a number",
  link: { title: "Link", address: "Leads to", apply: "Apply", remove: "Remove link" },
  button: {
    title: "Button",
    label: "Button text",
    address: "Leads to",
    insert: "Insert",
    apply: "Apply",
    noLabel: "Enter the button's text",
  },
  picture: {
    title: "Picture",
    choose: "Choose picture",
    change: "Change picture",
    chosen: "The selected picture",
    alt: "Description",
    altAbout: "Read aloud, and shown while pictures aren't loaded.",
    width: "Width in pixels",
    widthAbout: (most: number) => `Up to ${most}, the width of the email. Phones show it narrower.`,
    insert: "Insert",
    apply: "Apply",
    noPicture: "Choose a picture",
    noAlt: "Describe the picture",
    badWidth: "Enter a width from 16 to 552",
  },
} as const;

/** What a shown email is surrounded by. */
export const mailPreviewTexts = {
  label: "The email as it looks",
  widths: { desktop: "Desktop", phone: "Phone" },
  dark: "Dark",
  foreignPicture: "Picture from another server",
} as const;

/** The screen of saved emails. */
export const emailTemplateTexts = {
  title: "Email templates",
  none: "Write an email once, then use it in every campaign. Start with one of these:",
  starters: "Starters",
  content: "Template Content",
  footer: "Your address and the Unsubscribe link are added to every email.",
  truncated: (count: number) => `The first ${count} are shown. Search to find the rest.`,
  noPreview: "The preview couldn't be loaded.",
  again: "Try again",
  checks: {
    title: "Checks",
    alt: (count: number) =>
      count === 0
        ? "Every picture has a description."
        : `${count === 1 ? "1 picture has" : `${count} pictures have`} no description.`,
    links: (count: number) =>
      count === 0
        ? "Every link has an address."
        : `${count === 1 ? "1 link has" : `${count} links have`} no address yet.`,
    size: (kilobytes: number) => `${kilobytes} kB of 102 kB`,
    clipped: (kilobytes: number) => `${kilobytes} kB. Gmail cuts emails off at 102 kB: shorten this one.`,
  },
} as const;
