import { unknownVariables } from "#core/variables.ts";

/** The languages that invites are written in. */
export const languages = ["en", "es"] as const;
export type Language = (typeof languages)[number];

export const languageNames: Record<Language, string> = { en: "English", es: "Spanish" };

/** Where the link to the page for reviews stands in a text. */
export const linkVariable = /%review[_ ]link%/gi;

/** Reviews that are bought, or asked for only when they are kind, break the sites' rules and the law. */
const forbidden: readonly (readonly [pattern: RegExp, message: string])[] = [
  [
    /\b(?:5|five|cinco)[- ]?(?:stars?|estrellas)\b|⭐|★/i,
    "Don't ask for stars: review sites remove reviews that were asked to be good.",
  ],
  [
    /\b(?:positive|good|great|happy|excellent|positiva|buena|excelente)\s+(?:reviews?|ratings?|rese[nñ]as?)\b|\brese[nñ]as?\s+(?:positivas?|buenas?|excelentes?)\b/i,
    "Ask for a review, not for a good one: the law requires asking everyone alike.",
  ],
  [
    /\b(?:discounts?|coupons?|gift|reward|raffle|sweepstakes|prize|entry to win|descuentos?|regalo|premio|sorteo|cup[oó]n)\b|\d\s?%\s?(?:off|de descuento)|\$\s?\d/i,
    "Don't offer anything for a review: review sites and the law forbid it.",
  ],
];

/** What is wrong with an invite's text; undefined for a good one. */
export function wordsProblem(words: string): string | undefined {
  if (words.trim() === "") return "Write the text";
  if (words.match(linkVariable) === null) return "Add %review_link%: it becomes the link to your review page";
  const [unknown] = unknownVariables(words.replace(linkVariable, ""));
  if (unknown)
    return `Unknown variable: ${unknown}. Use %first_name%, %customer_name%, %company_name% or %review_link%.`;
  return forbidden.find(([pattern]) => pattern.test(words))?.[1];
}

/** The drawings that review invites can take along, in their order; the first is image 1. Each is a file in `web/drawings`. */
export const drawings = [
  { name: "bubbles", about: "Speech bubbles" },
  { name: "keys", about: "Car keys" },
  { name: "road", about: "Car on the road" },
  { name: "dealership", about: "Dealership" },
  { name: "card", about: "Thank-you card" },
] as const;

export type DrawingName = (typeof drawings)[number]["name"];

/** Image 1 to 5; any other number is the first. */
export const drawingOf = (image: number): DrawingName => (drawings[image - 1] ?? drawings[0]).name;
