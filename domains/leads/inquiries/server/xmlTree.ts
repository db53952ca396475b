import { decodeHTML } from "entities";
import { Parser } from "htmlparser2";

/** An element with its attributes and children; names are in lower case. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** All text inside, its children's too. */
  readonly text: string;
}

interface ParsedElement {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
}

export const xmlLimits = { characters: 1_000_000, depth: 50, elements: 20_000 } as const;

/** The document is too large, too deep, or has too many elements. */
export class XmlTooLarge extends Error {}

/**
 * Reads XML as leniently as mail programs need it: unescaped `&` and `<`, HTML's entities, upper-case and unclosed tags.
 * It knows no document types, so no entity expands and nothing is fetched.
 *
 * @returns an element without a name that holds the document.
 * @throws XmlTooLarge
 */
export function readXml(text: string): XmlElement {
  if (text.length > xmlLimits.characters) throw new XmlTooLarge();
  const root: ParsedElement = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  let elements = 0;
  let isCdata = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        elements += 1;
        if (open.length >= xmlLimits.depth || elements > xmlLimits.elements) throw new XmlTooLarge();
        const decoded = Object.entries(attributes).map(([key, value]) => [key, decodeHTML(value).trim()]);
        open.push({ name, attributes: Object.fromEntries(decoded), children: [], text: "" });
      },
      ontext(data) {
        const top = open.at(-1);
        if (top) top.text += isCdata ? data : decodeHTML(data);
      },
      oncdatastart() {
        isCdata = true;
      },
      oncdataend() {
        isCdata = false;
      },
      onclosetag() {
        const closed = open.pop();
        const parent = open.at(-1);
        if (!closed || !parent) return;
        parent.children.push(closed);
        parent.text += closed.text;
      },
    },
    { xmlMode: true, decodeEntities: false, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  parser.end(text);
  return root;
}

/** The children of these names, in their order. */
export const childrenOf = (element: XmlElement | undefined, ...names: string[]): XmlElement[] =>
  element?.children.filter(({ name }) => names.includes(name)) ?? [];

/** Every element of this name, however deep. */
export function allOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.flatMap((child) => (child.name === name ? [child] : allOf(child, name)));
}

/** What the first child of one of these names says, on one line. */
export const wordsOf = (element: XmlElement | undefined, ...names: string[]): string =>
  oneLine(childrenOf(element, ...names).find(({ text }) => text.trim() !== "")?.text ?? "");

export const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();
