/* What stands around every marketing e-mail. */

export const shellTexts = {
  why: (business: string) => `You're receiving this email because you're a customer of ${business}.`,
  unsubscribe: "Unsubscribe",
  view: "View in browser",
  privacy: "Privacy",
  terms: "Terms",
} as const;

/** What a template loses because mail programs don't show it, or it would harm readers. */
export const lostTexts = {
  scripts: "scripts",
  styles: "style sheets (use inline styles)",
  forms: "forms",
  media: "videos and embedded content",
  links: "links that aren't web, email, phone or text addresses",
  pictures: "pictures without a web address",
  backgrounds: "background pictures",
  positions: "floating and positioned layout",
  elements: "elements that email doesn't support",
} as const;
export type LostPart = keyof typeof lostTexts;

export const savedWithLosses = (saved: string, lost: readonly string[]) => `${saved}. We removed ${list(lost)}.`;

const list = (words: readonly string[]) => new Intl.ListFormat("en-US").format(words);
