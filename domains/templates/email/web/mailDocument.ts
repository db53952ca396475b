import { getSchema } from "@tiptap/core";
import {
  DOMSerializer,
  type Node as DocumentNode,
  DOMParser as NodeParser,
  type Schema,
  type Slice,
} from "@tiptap/pm/model";
import { trustedTypePolicies } from "#core/trustedTypes.ts";
import { isVariableToken } from "#core/variables.ts";
import { createPolicy } from "#core/web/loading/trustedTypes.ts";
import { isMailLink } from "../rules.ts";
import { inlineStyle, mailExtensions, restoreStyles } from "./mailExtensions.ts";
import { ownPicture } from "./ownPicture.ts";

const schema = getSchema(mailExtensions);

let policy: ReturnType<typeof createPolicy> | undefined;

/** HTML as elements of a document in which nothing runs and nothing loads, each variable an element of its own. */
function parseHtml(html: string): HTMLElement {
  policy ??= createPolicy(trustedTypePolicies.editor, { createHTML: (text) => text });
  const { body } = new DOMParser().parseFromString(policy.createHTML(html), "text/html");
  for (const paragraph of body.querySelectorAll("p")) if (isEmptyLine(paragraph)) paragraph.replaceChildren();
  markVariables(body);
  return body;
}

/** Mail programs show nothing of an empty paragraph, so that an empty line is written with a blank. */
const isEmptyLine = ({ textContent, childElementCount }: Element) =>
  childElementCount === 0 && /^\s+$/.test(textContent ?? "");

const documentOf = (html: string): DocumentNode => NodeParser.fromSchema(schema).parse(parseHtml(html));

/** A template as what the editor edits. */
export const toContent = (html: string) => documentOf(html).toJSON();

/** What the editor holds, as a template; empty when there is nothing in it. */
export function htmlOf(document: DocumentNode): string {
  const page = window.document.implementation.createHTMLDocument();
  const root = page.createElement("div");
  root.append(DOMSerializer.fromSchema(document.type.schema).serializeFragment(document.content, { document: page }));
  restoreStyles(root);
  for (const chip of root.querySelectorAll("[data-variable]")) chip.replaceWith(chip.textContent ?? "");
  while (root.lastElementChild?.matches("p:empty")) root.lastElementChild.remove();
  for (const paragraph of root.querySelectorAll(":scope > p:empty")) paragraph.textContent = "\u00a0";
  return root.innerHTML;
}

/** What pasted HTML may have and an email hasn't. */
export type PastedLoss = "scripts" | "forms" | "media" | "hidden" | "links" | "pictures" | "tables";

const isScripted = ({ attributes }: Element) => [...attributes].some(({ name }) => /^on/i.test(name));

/** What HTML hides, such as the words that mail programs show beside the subject. */
const isHidden = (element: Element) =>
  element.hasAttribute("hidden") ||
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|font-size\s*:\s*0|max-height\s*:\s*0|opacity\s*:\s*0(?![.\d]))/i.test(
    element.getAttribute("style") ?? "",
  );

const isDeadLink = (element: Element) => {
  const href = element.getAttribute("href")?.trim() ?? "";
  return element.localName === "a" && href !== "" && !href.startsWith("#") && !isMailLink(href);
};

const lossOf: Record<PastedLoss, (element: Element) => boolean> = {
  scripts: (element) => element.matches("script, noscript") || isScripted(element),
  forms: (element) => element.matches("form, input, select, textarea, button"),
  media: (element) => element.matches("video, audio, iframe, object, embed, svg, canvas"),
  hidden: (element) => isHidden(element) && /\S/.test(element.textContent ?? ""),
  links: isDeadLink,
  // Each reader would load others' pictures from there.
  pictures: (element) => element.matches("img") && ownPicture((element as HTMLImageElement).src) === undefined,
  tables: (element) => element.matches("table:not(.button)"),
};
/** The words of anything else stay. */
const isTakenOut = (element: Element) =>
  element.matches("script, noscript, select, textarea") ||
  lossOf.media(element) ||
  lossOf.pictures(element) ||
  isHidden(element);
const lossKinds = Object.keys(lossOf) as PastedLoss[];

/**
 * Pasted HTML as what the editor inserts, and what of it is omitted.
 *
 * @param own the editor's schema; nodes of another one, even an equal one, don't fit into its document.
 */
export function readPasted(html: string, own: Schema): { slice: Slice; lost: PastedLoss[] } {
  const body = parseHtml(html);
  const elements = [...body.ownerDocument.querySelectorAll("head script, body *")];
  const lost = lossKinds.filter((kind) => elements.some(lossOf[kind]));
  for (const element of elements) if (isTakenOut(element)) element.remove();
  return { slice: NodeParser.fromSchema(own).parseSlice(body), lost };
}

/** True when the editor would lose something of it: layout tables, styles, anything that it can't write itself. */
export function isLossy(html: string): boolean {
  const before = canonical(parseHtml(html));
  // An email that isn't begun: the editor has a paragraph for it.
  return before !== "" && before !== canonical(parseHtml(htmlOf(documentOf(html))));
}

const sameTags: Readonly<Record<string, string>> = { b: "strong", i: "em" };
/** What changes nothing that a reader sees. */
const ignoredAttributes: readonly string[] = ["target", "rel"];

/** One spelling for markup that means the same. */
function canonical(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) {
    const text = (node.textContent ?? "").replace(/\s+/g, " ");
    return text === " " && (isBlock(node.previousSibling) || isBlock(node.nextSibling)) ? "" : text;
  }
  if (node.nodeType !== Node.ELEMENT_NODE) return "";
  const element = node as Element;
  const tag = element.localName;
  const children = [...element.childNodes].map(canonical).join("").trim();
  if (tag === "body" || (tag === "p" && isOnlyInItem(element))) return children;
  const attributes = [...element.attributes]
    .filter(({ name, value }) => !ignoredAttributes.includes(name) && (value !== "" || name === "alt"))
    .map(({ name, value }) => ` ${name}=${name === "style" ? sortedStyle(value) : value}`)
    .sort();
  const name = sameTags[tag] ?? tag;
  return `<${name}${attributes.join("")}>${children}</${name}>`;
}

/** Blanks beside it are only how the HTML is laid out. */
const isBlock = (node: Node | null) =>
  node instanceof Element && /^(?:p|h[1-6]|[uo]l|li|hr|div|table|tbody|tr|td|blockquote)$/.test(node.localName);

/** The editor writes `<li><p>…</p></li>` for `<li>…</li>`. */
const isOnlyInItem = ({ parentElement, attributes }: Element) =>
  parentElement?.localName === "li" && parentElement.childElementCount === 1 && attributes.length === 0;

function sortedStyle(style: string): string {
  return [...inlineStyle(style)]
    .map(([property, value]) => `${property}:${value}`)
    .sort()
    .join(";");
}

const token = /%((?:[a-z][a-z_ ]{1,28}[a-z]|custom\.[\p{L}\p{M}\p{N}_ -]{1,60})(?:\|[^%|\n]{0,40})?)%/giu;

/** Puts each variable of a text into an element of its own, which the editor shows as a chip. */
function markVariables(root: HTMLElement): void {
  const page = root.ownerDocument;
  const texts = page.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (texts.nextNode()) found.push(texts.currentNode as Text);
  // A button is one thing; its variables stay words.
  for (const text of found.filter((one) => !one.parentElement?.closest("table.button, [data-variable]"))) {
    const pieces = text.data.split(token);
    if (pieces.length === 1) continue;
    text.replaceWith(
      ...pieces.map((piece, index) => {
        if (index % 2 === 0) return piece;
        return isVariableToken(piece) ? chipOf(page, piece) : `%${piece}%`;
      }),
    );
  }
}

function chipOf(page: Document, piece: string): HTMLElement {
  const chip = page.createElement("span");
  chip.dataset.variable = piece;
  chip.textContent = `%${piece}%`;
  return chip;
}
