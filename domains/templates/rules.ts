import { unknownVariables } from "#core/variables.ts";
import { isMailLink, starterPlaceholders } from "#domains/templates/email/rules.ts";

export type UnfinishedKind = "placeholder" | "variable" | "link" | "button" | "picture";

/** Something of a message that its author has yet to fill in or mend. */
export interface UnfinishedPart<Field extends string = string> {
  readonly kind: UnfinishedKind;
  /** The field that holds it. */
  readonly field: Field;
  /** The words of the message that show where it is; empty for a picture. */
  readonly quote: string;
  /** What to do, as the author reads it. */
  readonly text: string;
}

/** An email as its author writes it. */
export interface WrittenMail {
  readonly email_subject: string;
  readonly email_preheader: string;
  /** HTML. */
  readonly campaign_template: string;
}

/**
 * What keeps an email from leaving: subject, preheader and words in the order in which they are read, then links and pictures.
 *
 * @param deleted the addresses of pictures that were uploaded here and are no longer, as far as the server knows.
 * @param custom the keys of the business's own fields, as far as they are known.
 */
export function unfinishedInMail(
  mail: WrittenMail,
  deleted: ReadonlySet<string> = new Set(),
  custom: OwnFields = "any",
): UnfinishedPart<keyof WrittenMail>[] {
  const { email_subject, email_preheader, campaign_template: html } = mail;
  return distinct([
    ...unfinishedWords("email_subject", email_subject, custom),
    ...unfinishedWords("email_preheader", email_preheader, custom),
    ...unfinishedWords("campaign_template", readHtml(html), custom),
    ...unfinishedLinks(html),
    ...unfinishedPictures(html, deleted),
  ]);
}

/** What is said twice about a field, such as of two buttons with the same words, is listed once. */
function distinct<Part extends UnfinishedPart>(parts: readonly Part[]): Part[] {
  const byText = new Map<string, Part>();
  for (const part of parts) {
    const key = `${part.field} ${part.text}`;
    if (!byText.has(key)) byText.set(key, part);
  }
  return [...byText.values()];
}

/** What keeps a text from leaving. @param custom the keys of the business's own fields, as far as they are known. */
export const unfinishedInText = (message: string, custom: OwnFields = "any"): UnfinishedPart<"campaign_template">[] =>
  unfinishedWords("campaign_template", message, custom);

/** A message's first problem at each of its fields. */
export function errorsOfParts(parts: readonly UnfinishedPart[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { field, text } of parts) errors[field] ??= text;
  return errors;
}

/** Words that hold a place in other programs' templates: `{{first_name}}`, `*|FNAME|*`, `[Your name]`, `[insert date]`. */
const foreignPlaceholders = [
  /\{\{[^{}\n]{1,60}\}\}/g,
  /\*\|[^|\n]{1,60}\|\*/g,
  /<<[^<>\n]{1,60}>>/g,
  /(?<!\{)\{(?:first|last|full|customer|company|your|user|dealer)[ _-]?(?:name)?\}(?!\})/gi,
  /\[(?:insert|enter|add|your|customer'?s?|first|last|full|company|dealership)\b[^[\]\n]{0,60}\]/gi,
  /\[(?:name|date|day|time|price|amount|link|url|address|phone|email|vehicle|offer|x+)\]/gi,
  /\blorem ipsum\b/gi,
] as const;

type OwnFields = readonly string[] | "any";

function unfinishedWords<Field extends string>(
  field: Field,
  words: string,
  custom: OwnFields,
): UnfinishedPart<Field>[] {
  const variables = unknownVariables(words, undefined, custom).map((quote) => ({
    kind: "variable" as const,
    field,
    quote,
    text: `There is no variable ${quote}. Correct or remove it`,
  }));
  const found = [
    ...starterPlaceholders.filter((phrase) => holdsPlaceholder(words, phrase)),
    ...foreignPlaceholders.flatMap((pattern) => [...words.matchAll(pattern)].map(([match]) => match)),
  ];
  const placeholders = [...new Set(found)].map((quote) => ({
    kind: "placeholder" as const,
    field,
    quote,
    text: `Replace “${quote}” with your own words`,
  }));
  const read = words.toLowerCase();
  const placeOf = ({ quote }: { quote: string }) => read.indexOf(quote.toLowerCase());
  return [...placeholders, ...variables].toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** True when a line, or the text after its colon, is still the starter's alone. */
function holdsPlaceholder(words: string, phrase: string): boolean {
  return words
    .split(/[\n:]/)
    .map((part) => part.replace(/\s+/g, " ").trim().toLowerCase())
    .some((part) => part.startsWith(phrase) && !/^ ?[\p{L}\p{N}]/u.test(part.slice(phrase.length)));
}

const entities: Readonly<Record<string, string>> = { nbsp: " ", amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Text between tags, with its entities read. */
const readEntities = (text: string) =>
  text
    .replace(/&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi, (match, hex?: string, decimal?: string) => {
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : match;
    })
    .replace(/&([a-z]{2,4});/gi, (match, name: string) => entities[name.toLowerCase()] ?? match);

/** The words that a reader sees: inline tags don't part them, all others end a line. */
function readHtml(html: string): string {
  const lines = html
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/\s+/g, " ")
    .replace(/<\/?(?:a|span|font|b|strong|i|em|u|s|strike|sub|sup|small|code)\b[^>]*>/gi, "")
    .replace(/<[^>]*>/g, "\n");
  return readEntities(lines);
}

const wordsOf = (html: string) => readHtml(html).replace(/\s+/g, " ").trim();

/** The value of a tag's attribute; undefined without it. */
function attribute(tag: string, name: string): string | undefined {
  const [, doubled, single, bare] =
    new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i").exec(tag) ?? [];
  const value = doubled ?? single ?? bare;
  return value === undefined ? undefined : readEntities(value).trim();
}

function unfinishedLinks(html: string): UnfinishedPart<"campaign_template">[] {
  const field = "campaign_template";
  const links = [...html.matchAll(/<a\b[^>]*>([\s\S]*?)<\/a\s*>/gi)];
  return links.flatMap(({ 0: link, 1: inner = "", index }): UnfinishedPart<"campaign_template">[] => {
    const tag = /^<a\b[^>]*>/i.exec(link)?.[0] ?? "";
    const label = wordsOf(inner);
    const shows = label !== "" || /<img\b/i.test(inner);
    const isButton = isInButton(html, index);
    if (!shows) {
      if (!isButton) return [];
      return [{ kind: "button", field, quote: "", text: "A button has no label. Add one or remove the button" }];
    }
    if (leadsSomewhere(attribute(tag, "href") ?? "")) return [];
    const name = label === "" ? "a picture" : `“${label}”`;
    const what = isButton ? `The button ${name}` : `The link ${label === "" ? "of a picture" : name}`;
    const kind = isButton ? "button" : "link";
    return [{ kind, field, quote: label, text: `${what} leads nowhere. Enter its address or remove it` }];
  });
}

/** True inside a table that the editor shows as a button. */
function isInButton(html: string, at: number): boolean {
  const open: boolean[] = [];
  for (const [tag] of html.slice(0, at).matchAll(/<\/?table\b[^>]*>/gi)) {
    if (tag.startsWith("</")) open.pop();
    else open.push(/\bbutton\b/.test(attribute(tag, "class") ?? ""));
  }
  return open.includes(true);
}

/** Hosts that never lead anywhere: examples of documents, and the reader's own computer. */
const nowhere = /(?:^|\.)(?:example\.(?:com|org|net)|example|invalid|localhost)$|^127\.|^0\.0\.0\.0$/;

/** True for an address that a reader of an email could reach. */
export function leadsSomewhere(address: string): boolean {
  if (!isMailLink(address)) return false;
  if (/^mailto:/i.test(address)) return /^mailto:[^@\s]+@[^@\s]+\.[^@\s]+$/i.test(address.split("?")[0] ?? "");
  if (/^(?:tel|sms):/i.test(address)) return (address.match(/\d/g)?.length ?? 0) >= 3;
  const [, host = ""] = /^https?:\/\/([^/?#:\s]+)/i.exec(address) ?? [];
  return /[^.]\.[^.]/.test(host) && !nowhere.test(host.toLowerCase().replace(/\.$/, ""));
}

function unfinishedPictures(html: string, deleted: ReadonlySet<string>): UnfinishedPart<"campaign_template">[] {
  const part = { kind: "picture", field: "campaign_template", quote: "" } as const;
  const pictures = picturesOf(html);
  const isMissing = pictures.some(({ src }) => !leadsSomewhereAsPicture(src));
  return [
    ...(isMissing ? [{ ...part, text: "A picture is missing. Upload it again or remove it" }] : []),
    ...pictures.flatMap(({ src, alt }) => {
      if (!deleted.has(src)) return [];
      const name = alt === "" ? "A picture" : `The picture “${alt}”`;
      return { ...part, text: `${name} was deleted. Upload it again or remove it` };
    }),
  ];
}

/** An email's pictures: where they come from, and what they are in words. */
export const picturesOf = (html: string) =>
  (html.match(/<img\b[^>]*>/gi) ?? []).map((tag) => {
    return { src: attribute(tag, "src") ?? "", alt: attribute(tag, "alt") ?? "" };
  });

/** Uploaded pictures have the app's own address, which is a computer's own where it is tried out. */
const leadsSomewhereAsPicture = (address: string) =>
  /^https?:\/\/[^\s/]+\/\S/i.test(address) || /^\/i\/[0-9a-f]{32}\./.test(address);
