import { type Extensions, getSchema } from "@tiptap/core";
import { Image } from "@tiptap/extension-image";
import { DOMSerializer, DOMParser as NodeParser, type Schema, type Slice } from "@tiptap/pm/model";
import { StarterKit } from "@tiptap/starter-kit";
import { trustedTypePolicies } from "#core/trustedTypes.ts";
import { createPolicy } from "#core/web/loading/trustedTypes.ts";

/** What an email can hold: blocks and marks that every mail program shows. */
export const mailExtensions: Extensions = [
  StarterKit.configure({
    code: false,
    codeBlock: false,
    heading: { levels: [1, 2, 3] },
    link: {
      openOnClick: false,
      protocols: ["mailto", "tel"],
      defaultProtocol: "https",
      HTMLAttributes: { target: null, rel: null, class: null },
    },
  }),
  Image.configure({ inline: true }),
];

const schema = getSchema(mailExtensions);

let policy: ReturnType<typeof createPolicy> | undefined;

/** HTML as a document in which nothing runs and nothing loads; only its text and structure are read. */
function parseDocument(html: string): Document {
  policy ??= createPolicy(trustedTypePolicies.editor, { createHTML: (text) => text });
  return new DOMParser().parseFromString(policy.createHTML(html), "text/html");
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
  const kept = parseDocument("").body;
  kept.append(DOMSerializer.fromSchema(schema).serializeFragment(NodeParser.fromSchema(schema).parse(body).content));
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
  const attributes = [...element.attributes]
    .filter(({ name, value }) => !ignoredAttributes.includes(name) && value !== "")
    .map(({ name, value }) => ` ${name}=${value}`)
    .sort();
  const name = sameTags[tag] ?? tag;
  return `<${name}${attributes.join("")}>${children}</${name}>`;
}

/** The editor writes `<li><p>…</p></li>` for `<li>…</li>`. */
const isOnlyInItem = ({ parentElement }: Element) =>
  parentElement?.localName === "li" && parentElement.childElementCount === 1;
