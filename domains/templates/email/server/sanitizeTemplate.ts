import sanitizeHtml from "sanitize-html";
import { invalidField } from "#core/failure.ts";
import { maxTemplateLength } from "../contract.ts";
import { isMailLink } from "../rules.ts";
import { type LostPart, lostTexts } from "./texts.ts";

const rows = ["thead", "tbody", "tfoot"];
/** Where an element of a table may stand; anywhere else it would end the table of the shell around it. */
const parents: Readonly<Record<string, readonly string[]>> = {
  thead: ["table"],
  tbody: ["table"],
  tfoot: ["table"],
  tr: ["table", ...rows],
  td: ["tr"],
  th: ["tr"],
};
/** What holds nothing but parts of a table. */
const frames = new Set(["table", ...rows, "tr"]);

const blocks = ["p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "center", "ul", "ol", "li"];
const inlines = ["a", "span", "font", "b", "strong", "i", "em", "u", "s", "strike", "sub", "sup", "small", "code"];
const tags = [...blocks, ...inlines, "br", "hr", "img", "table", ...Object.keys(parents)];

const box = ["align", "valign", "width", "height", "bgcolor"];
const options: sanitizeHtml.IOptions = {
  allowedTags: tags,
  allowedAttributes: {
    "*": ["style", "align", "dir", "title"],
    a: ["href", "name"],
    img: ["src", "alt", "width", "height", "border"],
    table: [...box, "role", "class", "border", "cellpadding", "cellspacing"],
    td: [...box, "colspan", "rowspan"],
    th: [...box, "colspan", "rowspan"],
    tr: ["valign", "bgcolor"],
    ol: ["start", "type"],
    font: ["color", "face", "size"],
  },
  allowedClasses: { table: ["button"] },
  allowedSchemes: ["http", "https", "mailto", "tel", "sms"],
  allowedSchemesByTag: { img: ["http", "https"] },
  allowProtocolRelative: false,
  // Our own checks evaluate whole declarations.
  parseStyleAttributes: false,
  nonTextTags: "script style textarea option select noscript title xml svg math template iframe object".split(" "),
};
const maxDepth = 60;
/** Longer ones would be a mail of their own. */
const maxAttribute = 2_000;

/**
 * Keeps of a template's HTML what mail programs show and no reader is harmed by: the tags and inline styles of an
 * allow-list, links to the web, mail and phone. Nothing in it can end the shell that it is put into, and what comes out
 * comes out unchanged the next time.
 *
 * @param field the field at which a refusal appears.
 * @throws Failure `invalid` when it is too large.
 */
export function sanitizeTemplate(html: string, field = "template"): string {
  if (html.length > maxTemplateLength) {
    throw invalidField(field, "This email is too large. Remove some content or use smaller pictures, then try again.");
  }
  let clean = sanitizeOnce(html);
  // Broken markup can need another pass to come to rest.
  for (let pass = 0; pass < 5; pass += 1) {
    const again = sanitizeOnce(clean);
    if (again === clean) return clean;
    clean = again;
  }
  throw invalidField(field, "We couldn't read this HTML. Check it for tags that aren't closed.");
}

/** What is taken out of a template's HTML, in words, for the person who wrote it. */
export function lostParts(html: string): readonly string[] {
  const lost = new Set<LostPart>();
  sanitizeOnce(html.slice(0, maxTemplateLength), lost);
  return (Object.keys(lostTexts) as LostPart[]).filter((part) => lost.has(part)).map((part) => lostTexts[part]);
}

/** Parts of a page that show nothing themselves: the person who pastes one misses nothing. */
const silent = new Set(
  "html head body meta title link base main section article header footer nav tt big center".split(" "),
);
const lostTags: Readonly<Record<string, LostPart>> = {
  script: "scripts",
  noscript: "scripts",
  style: "styles",
  ...Object.fromEntries(
    ["form", "input", "button", "select", "textarea", "option", "label"].map((tag) => [tag, "forms"]),
  ),
  ...Object.fromEntries(
    ["video", "audio", "source", "iframe", "object", "embed", "svg", "canvas"].map((tag) => [tag, "media"]),
  ),
};

/** Notes an element's losses for its author. */
function noteLosses(name: string, attribs: sanitizeHtml.Attributes, isKept: boolean, lost: Set<LostPart>): void {
  if (!tags.includes(name)) {
    if (!silent.has(name)) lost.add(lostTags[name] ?? "elements");
    return;
  }
  if (!isKept) lost.add(name === "img" ? "pictures" : "elements");
  if (Object.keys(attribs).some((attribute) => /^on/i.test(attribute))) lost.add("scripts");
  const { href, style = "" } = attribs;
  if (href !== undefined && href.trim() !== "" && !isMailLink(href.trim())) lost.add("links");
  if (/url\s*\(/i.test(style) || attribs.background) lost.add("backgrounds");
  if (/(?:^|;)\s*(?:position|float|transform|animation)\s*:\s*(?!static|none)/i.test(style)) lost.add("positions");
}

interface OpenElement {
  kept: string | undefined;
}

function sanitizeOnce(html: string, lost?: Set<LostPart>): string {
  const open: OpenElement[] = [];
  const keptAbove = () => open.findLast(({ kept }, index) => kept !== undefined && index < open.length - 1)?.kept;
  const isInLink = () => open.some(({ kept }) => kept === "a");
  const drop = { tagName: "dropped", attribs: {} };
  return sanitizeHtml(html, {
    ...options,
    onOpenTag: () => open.push({ kept: undefined }),
    onCloseTag: () => open.pop(),
    transformTags: {
      "*": (name, attribs) => {
        const above = keptAbove();
        const fits = parents[name]?.includes(above ?? "") ?? !frames.has(above ?? "");
        const element = open.at(-1);
        const canStand = !(name === "a" && isInLink()) && fits && open.length <= maxDepth && element;
        const kept = canStand && tags.includes(name) ? safeAttributes(name, attribs) : undefined;
        if (lost) noteLosses(name, attribs, kept !== undefined, lost);
        // Under its own name, so that a script goes with its words.
        if (!tags.includes(name)) return { tagName: name, attribs: {} };
        if (!kept || !element) return drop;
        element.kept = name;
        return { tagName: name, attribs: kept };
      },
    },
  }).trim();
}

/** An element's attributes; undefined for a picture that can't be shown. */
function safeAttributes(name: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Attributes | undefined {
  const { style = "", href, src, hidden, ...rest } = attribs;
  const short = Object.entries(rest).filter(([, value]) => value.length <= maxAttribute && isPlain(value));
  const kept: sanitizeHtml.Attributes = Object.fromEntries(short);
  if (href !== undefined) {
    const link = href.trim();
    if (isMailLink(link) && link.length <= maxAttribute && !controls.test(link)) kept.href = link;
  }
  if (name === "img") {
    const source = src?.trim() ?? "";
    if (
      !/^https?:\/\/[^\s/]/i.test(source) ||
      !isMailLink(source) ||
      source.length > maxAttribute ||
      controls.test(source)
    )
      return undefined;
    kept.src = source;
    kept.alt ??= "";
  }
  const safe = hidden !== undefined || isHiding(style) ? hiddenStyle : safeStyle(style);
  if (safe) kept.style = safe;
  return kept;
}

const controls = /[\p{Cc}\p{Zl}\p{Zp}]/u;
const isPlain = (value: string) => !/(?:java|vb)script:|expression\s*\(|url\s*\(/i.test(value);

const sides = ["", "-top", "-right", "-bottom", "-left"];
const sided = (name: string, part = "") => sides.map((side) => `${name}${side}${part}`);

/** How a hidden element is written: the line that mailboxes show beside the subject is often one. */
export const hiddenStyle = "display:none;mso-hide:all";

/** True for a style that hides its element in every mail program, however it says so. */
function isHiding(style: string): boolean {
  const declarations = new Map(
    style
      .slice(0, 2_000)
      .split(";")
      .map((one) =>
        one
          .toLowerCase()
          .replace(/!important/, "")
          .split(":"),
      )
      .map(([name = "", value = ""]) => [name.trim(), value.trim()] as const),
  );
  const is = (name: string, ...values: readonly string[]) => values.includes(declarations.get(name) ?? "");
  return (
    is("display", "none") ||
    is("visibility", "hidden", "collapse") ||
    is("opacity", "0", "0.0", "0%") ||
    (is("max-height", "0", "0px") && is("overflow", "hidden"))
  );
}

/** What mail programs know and what stays where it is: nothing that lifts an element out of the column. */
const properties = new Set([
  ..."color background-color font-family font-size font-style font-weight line-height letter-spacing".split(" "),
  ..."text-align text-decoration text-transform vertical-align white-space direction list-style-type".split(" "),
  ..."width max-width min-width height border-collapse border-spacing border-radius mso-padding-alt".split(" "),
  ...sided("padding"),
  ...sided("margin"),
  ...sided("border"),
  ...sided("border", "-color"),
  ...sided("border", "-style"),
  ...sided("border", "-width"),
]);

const part = String.raw`#[\da-f]{3,8}|(?:rgb|hsl)a?\([\d\s.,%]{1,40}\)|'[\w .-]{1,60}'|\d{0,4}(?:\.\d{1,4})?(?:px|pt|em|rem|%)|\d{1,4}(?:\.\d{1,4})?|[a-z][a-z-]{0,40}`;
const parts = new RegExp(`^(?:${part})$`, "i");
/** Between parts, but not inside the parentheses of a color or the quotes of a font. */
const separators = /[\s,]+(?![^()]*\))(?=(?:[^']*'[^']*')*[^']*$)/;

/** Of an inline style, the declarations that a mail may hold: sizes, colors and words, never an address or an expression. */
export function safeStyle(style: string): string {
  return style.slice(0, 2_000).split(";").flatMap(safeDeclaration).join(";");
}

function safeDeclaration(declaration: string): string[] {
  const colon = declaration.indexOf(":");
  const property = declaration.slice(0, colon).trim().toLowerCase();
  const value = declaration
    .slice(colon + 1)
    .replace(/!important\s*$/i, "")
    .replaceAll('"', "'")
    .replace(/\s+/g, " ")
    .replace(/\s*,\s*/g, ", ")
    .trim();
  if (property === "display") return /^(?:block|inline|inline-block)$/.test(value) ? [`display:${value}`] : [];
  if (!properties.has(property) || value === "" || value.length > 200) return [];
  return value.split(separators).every((word) => parts.test(word)) ? [`${property}:${value}`] : [];
}
