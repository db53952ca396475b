import { fillVariables, type VariableValues } from "#core/variables.ts";
import { splitName } from "#domains/customers/fullNames/rules.ts";
import { type Language, languages } from "../settings/fields.ts";

/** A template as stored. */
export interface StoredReplyText {
  readonly stars: number;
  readonly language: Language;
  readonly words: string;
}

const happy = {
  en: "%first_name|Hello%, thank you! It was a pleasure to help you, and we look forward to seeing you again at %company_name%.",
  es: "%first_name|Hola%, ¡muchas gracias! Fue un placer atenderle. Le esperamos de nuevo en %company_name%.",
};
const unhappy = {
  en: "%first_name|Hello%, we're sorry that we let you down. Please reach us at %company_phone|the dealership% and ask for a manager, so that we can make it right.",
  es: "%first_name|Hola%, lamentamos no haber cumplido sus expectativas. Llámenos o escríbanos al %company_phone|concesionario% y pregunte por un gerente para resolverlo.",
};

/** What replies begin with until somebody changes it. None of them says anything about a visit or a car. */
const defaults: Record<number, Record<Language, string>> = {
  5: happy,
  4: {
    en: "%first_name|Hello%, thank you for taking the time. If there is something that we could do better next time, please let us know.",
    es: "%first_name|Hola%, gracias por tomarse el tiempo. Si hay algo que podamos mejorar, por favor avísenos.",
  },
  3: {
    en: "%first_name|Hello%, thank you for being frank. We'd like to know what we can do better: please reach us at %company_phone|the dealership%.",
    es: "%first_name|Hola%, gracias por su sinceridad. Nos gustaría saber qué podemos mejorar: escríbanos o llámenos al %company_phone|concesionario%.",
  },
  2: unhappy,
  1: unhappy,
};

export const starCounts = [5, 4, 3, 2, 1] as const;

/** All templates of a location: what it stored, else the defaults. */
export function allReplyTexts(stored: readonly StoredReplyText[]) {
  return starCounts.flatMap((stars) =>
    languages.map((language) => {
      const own = stored.find((text) => text.stars === stars && text.language === language);
      return { stars, language, words: own?.words ?? defaultWords(stars, language), is_default: own ? 0 : 1 } as const;
    }),
  );
}

const defaultWords = (stars: number, language: Language) => defaults[stars]?.[language] ?? happy[language];

/** A capital and small letters, as given names are written; "A" and "JOHN88" are none. */
const givenName = /^\p{Lu}[\p{Ll}\p{M}]+(?:['’-]\p{L}+)*$/u;
/** How sites call those who hide their name. */
const nameless = /^(?:a |an )?(?:google|facebook|anonymous|yelp)\b/i;

/** How to address a review's author; empty for one who goes by something else than a name. */
export function givenNameOf(author: string): string {
  const [first = ""] = splitName(author).first_name.split(" ");
  return givenName.test(first) && !nameless.test(author.trim()) ? first : "";
}

/** A template with its variables filled in. */
export function replyTextFor(
  words: string,
  author: string,
  company: Omit<VariableValues, "customer_name" | "first_name" | "last_name">,
) {
  const first_name = givenNameOf(author);
  return fillVariables(words, { ...company, first_name, last_name: "", customer_name: author });
}
