/*
 * The rule of names that stand in texts and mails: of people, businesses and locations. A name is one line of visible
 * characters that no phone makes a link of.
 */

const lineBreak = /[\p{Cc}\p{Zl}\p{Zp}]/u;
/** Format characters (zero width, text direction), private use, halves of characters, and letters that look like nothing. */
const invisible = /[\p{Cf}\p{Co}\p{Cs}\u115f\u1160\u3164\uffa0\u2800]/u;

const scheme = /:\/\/|(?:^|[^\p{L}\p{N}])(?:https?|mailto|tel|sms):/iu;
const webPrefix = /(?:^|[^\p{L}\p{N}])www\./iu;
/** `evil.com`, and whatever else has two letters right after a dot: which endings exist changes every month. */
const domain = /[\p{L}\p{N}\p{M}_-]\.[\p{L}\p{M}]{2}/u;
const address = /(?:^|\D)\d{1,3}(?:\.\d{1,3}){3}(?!\d)/;
const links = [scheme, webPrefix, domain, address];

/** As phones read it: full-width letters and the dots of other scripts are ordinary ones. */
const asRead = (text: string) => text.normalize("NFKC").replaceAll("。", ".");

/** The first word that a phone would make a link of. */
function linkIn(text: string): string | undefined {
  return text.split(/\s+/u).find((word) => links.some((pattern) => pattern.test(asRead(word))));
}

const latin = /\p{Script=Latin}/u;
/** Alphabets with letters that look like Latin ones. */
const lookalikes = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u;

const mixesAlphabets = (text: string) =>
  text.split(/[^\p{L}\p{M}]+/u).some((word) => latin.test(word) && lookalikes.test(word));

const longestQuote = 40;

/** Why a text can't be a name, and what to do; empty when it can. */
export function nameProblem(text: string): string {
  if (lineBreak.test(text)) return "Keep this on one line";
  if (invisible.test(text)) return "This contains invisible characters. Type it again";
  const link = linkIn(text);
  if (link !== undefined) {
    const shown = link.length > longestQuote ? `${link.slice(0, longestQuote)}…` : link;
    return `“${shown}” looks like a link. Remove it or put a space after the dot`;
  }
  return mixesAlphabets(text) ? "Use letters of one alphabet within a word" : "";
}

/** A name within a sentence of ours, in quotation marks that it can't close. */
export function quotedName(name: string): string {
  return `“${name.replace(/["“”„‟«»＂]/g, "'")}”`;
}
