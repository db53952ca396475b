import { escapeHtml } from "#core/escapeHtml.ts";
import type { Language } from "../settings/fields.ts";
import { type OfferedSite, siteTitle } from "../sites/rules.ts";

/**
 * The review page. It is the same for every customer of a location: nothing asks for or depends on the invite, the
 * customer or their opinion. Only the reader's browser chooses its language.
 */

/** All that the page says. Nothing may be added here that differs between two customers of a location. */
export interface ReviewPageFacts {
  readonly business: string;
  readonly location: string;
  readonly sites: readonly OfferedSite[];
  /** The number to text, E.164; empty without one. */
  readonly number: string;
  /** Where the business's own pages are. */
  readonly legal: { readonly privacy: string; readonly terms: string };
}

const texts = {
  en: {
    title: (business: string) => `Review ${business}`,
    heading: (business: string) => `${business} – where would you like to leave your review?`,
    none: "We can't take reviews here right now. Thank you for your time.",
    settle: "Tell us privately instead:",
    text: "Text us",
    done: "I've already left a review",
    thanks: "Thank you!",
    noMore: "We won't remind you again.",
    privacy: "Privacy",
    terms: "Terms",
    unknown: "This link doesn't work",
    unknownExplanation: "It may be incomplete. Open it again from the message you got.",
  },
  es: {
    title: (business: string) => `Reseña de ${business}`,
    heading: (business: string) => `${business} – ¿dónde quiere dejar su reseña?`,
    none: "Ahora no podemos recibir reseñas aquí. Gracias por su tiempo.",
    settle: "Cuéntenoslo en privado:",
    text: "Envíenos un mensaje",
    done: "Ya dejé una reseña",
    thanks: "¡Gracias!",
    noMore: "No se lo recordaremos más.",
    privacy: "Privacidad",
    terms: "Términos",
    unknown: "Este enlace no funciona",
    unknownExplanation: "Puede que esté incompleto. Ábralo de nuevo desde el mensaje que recibió.",
  },
} as const satisfies Record<Language, object>;

/** The language that a browser prefers, of those that the page has. */
export function preferredLanguage(acceptLanguage: string): Language {
  return /^\s*es\b/i.test(acceptLanguage) ? "es" : "en";
}

/** The page's content: one button per site, in the location's order. */
export function reviewPageContent(
  { business, location, sites, number, legal }: ReviewPageFacts,
  language: Language,
): string {
  const words = texts[language];
  const place = location === "" || location === business ? "" : `<p>${escapeHtml(location)}</p>`;
  const buttons = sites.map(
    (site) => `<button class="main" name="site" value="${site.id}">${escapeHtml(siteTitle(site))}</button>`,
  );
  const offer = sites.length === 0 ? `<p>${words.none}</p>` : `<form method="post">${buttons.join("\n")}</form>`;
  const settle =
    number === "" ? "" : `<p class="soft">${words.settle} <a href="sms:${escapeHtml(number)}">${words.text}</a></p>`;
  const done =
    sites.length === 0
      ? ""
      : `<form method="post"><button class="quiet" name="done" value="1">${words.done}</button></form>`;
  const legalLinks = `<p class="legal"><a href="${escapeHtml(legal.privacy)}">${words.privacy}</a> <a href="${escapeHtml(legal.terms)}">${words.terms}</a></p>`;
  return `<h1>${escapeHtml(words.heading(business))}</h1>\n${place}\n${offer}\n${settle}\n${done}\n${legalLinks}`;
}

export const thanksContent = (language: Language) =>
  `<div role="status"><h1>${texts[language].thanks}</h1>\n<p>${texts[language].noMore}</p></div>`;

/** The same for every link that isn't ours, whatever is wrong with it. */
export const unknownLinkContent = (language: Language) =>
  `<h1>${texts[language].unknown}</h1>\n<p>${texts[language].unknownExplanation}</p>`;

export const pageTitle = (business: string, language: Language) => texts[language].title(business);

/** A form of the page: a site was chosen, a review exists already, or the page was viewed. */
export function readAnswer(
  form: string,
): { readonly kind: "site"; readonly id: number } | { readonly kind: "done" | "seen" } {
  const site = /(?:^|&)site=(\d{1,15})(?:&|$)/.exec(form)?.[1];
  if (site !== undefined) return { kind: "site", id: Number(site) };
  return { kind: /(?:^|&)done=1(?:&|$)/.test(form) ? "done" : "seen" };
}
