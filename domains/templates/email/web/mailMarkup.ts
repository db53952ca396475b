import { getSchema } from "@tiptap/core";
import {
  DOMSerializer,
  type Node as EditorNode,
  DOMParser as NodeParser,
  type Schema,
  type Slice,
} from "@tiptap/pm/model";
import { trustedTypePolicies } from "#core/trustedTypes.ts";
import { isVariableToken } from "#core/variables.ts";
import { createPolicy } from "#core/web/loading/trustedTypes.ts";
import { inlineStyle } from "./inlineStyle.ts";
import { exactStyle, mailExtensions } from "./mailExtensions.ts";

const schema = getSchema(mailExtensions);

let policy: ReturnType<typeof createPolicy> | undefined;

/** HTML as a document in which nothing runs and nothing loads; only its text and structure are read. */
function parseDocument(html: string): Document {
  policy ??= createPolicy(trustedTypePolicies.editor, { createHTML: (text) => text });
  const page = new DOMParser().parseFromString(policy.createHTML(html), "text/html");
  markVariables(page.body);
  return page;
}

const token = /%([a-z][a-z_ ]{1,28}[a-z](?:\|[^%|\n]{0,40})?)%/gi;

/** Puts each variable of a text into an element of its own, which the editor shows as one thing. */
function markVariables(root: HTMLElement): void {
  const { ownerDocument: page } = root;
  const texts = page.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (texts.nextNode()) found.push(texts.currentNode as Text);
  // A button is one thing; its variables stay words.
  for (const text of found.filter((one) => !one.parentElement?.closest("table.button"))) {
    const pieces = text.data.split(token);
    if (pieces.length > 1)
      text.replaceWith(...pieces.map((piece, index) => (index % 2 === 0 ? piece : chipOf(page, piece))));
  }
}

function chipOf(page: Document, piece: string): Node | string {
  if (!isVariableToken(piece)) return `%${piece}%`;
  const chip = page.createElement("span");
  chip.dataset.variable = piece;
  chip.textContent = `%${piece}%`;
  return chip;
}

/** What the editor has as HTML, with its variables between percent signs. */
export function toHtml(document: EditorNode): string {
  const root = parseDocument("").body;
  root.append(DOMSerializer.fromSchema(document.type.schema).serializeFragment(document.content));
  for (const chip of root.querySelectorAll("[data-variable]")) chip.replaceWith(chip.textContent ?? "");
  for (const element of root.querySelectorAll(`[${exactStyle}]`)) element.removeAttribute("style");
  return root.innerHTML.replaceAll(` ${exactStyle}="`, ' style="');
}

/** HTML as what the editor edits. */
export function toContent(html: string) {
  return NodeParser.fromSchema(schema).parse(parseDocument(html).body).toJSON();
}

/**
 * Pasted HTML, without pictures: they would be loaded from others' servers by each reader.
 *
 * @param own the editor's schema; nodes of another one, even an equal one, don't fit into its document.
 */
export function toPastedSlice(html: string, own: Schema): Slice {
  const { body } = parseDocument(html);
  for (const picture of body.querySelectorAll("img")) picture.remove();
  return NodeParser.fromSchema(own).parseSlice(body);
}

/** True when the editor would lose something of it: layout tables, styles, anything that it can't write itself. */
export function isLossy(html: string): boolean {
  const { body } = parseDocument(html);
  const before = canonical(body);
  // An email that isn't begun: the editor has a paragraph for it.
  if (before === "") return false;
  const kept = parseDocument(toHtml(NodeParser.fromSchema(schema).parse(body))).body;
  return before !== canonical(kept);
}

const sameTags: Readonly<Record<string, string>> = { b: "strong", i: "em" };
/** What changes nothing that a reader sees. */
const ignoredAttributes: readonly string[] = ["target", "rel", "class"];

/** One spelling for markup that means the same. */
function canonical(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return (node.textContent ?? "").replace(/\s+/g, " ");
  if (!(node instanceof Element || node.nodeType === Node.ELEMENT_NODE)) return "";
  const element = node as Element;
  const children = [...element.childNodes].map(canonical).join("").trim();
  const tag = element.localName;
  if (tag === "body" || (tag === "p" && isOnlyInItem(element))) return children;
  if (element.hasAttribute("data-variable")) return element.textContent ?? "";
  const attributes = [...element.attributes]
    .filter(({ name, value }) => !ignoredAttributes.includes(name) && value !== "")
    .map(({ name, value }) => ` ${name}=${name === "style" ? sortedStyle(value) : value}`)
    .sort();
  const name = sameTags[tag] ?? tag;
  return `<${name}${attributes.join("")}>${children}</${name}>`;
}

const sortedStyle = (style: string) =>
  [...inlineStyle(style)]
    .map(([property, value]) => `${property}:${value}`)
    .sort()
    .join(";");

/** The editor writes `<li><p>…</p></li>` for `<li>…</li>`. */
const isOnlyInItem = ({ parentElement }: Element) =>
  parentElement?.localName === "li" && parentElement.childElementCount === 1;
