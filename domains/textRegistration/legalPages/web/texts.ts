/** What the editor of the legal pages says. What their readers see is in `rules.ts`. */
export const legalPageTexts = {
  title: "Privacy policy, terms and sign-up page",
  about:
    "Carriers check these pages before they approve your texts. We host them and keep them up to date with your business details.",
  pages: {
    privacy: "Privacy policy",
    terms: "Text message terms",
    texts: "Sign-up page",
    picture: "Picture of the form",
  },
  copy: "Copy link",
  copied: "Copied",
  privacy: "Add to your privacy policy",
  terms: "Add to your terms",
  hint: "Appears below our text. Plain text, up to 2,000 characters.",
  save: "Save pages",
} as const;
