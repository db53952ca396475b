import { parseDocument } from "htmlparser2";
import { type DefaultTreeAdapterTypes, type ParserError, parse } from "parse5";
import { describe, expect, test } from "vitest";
import { starterTemplates } from "../rules.ts";
import { composeMail } from "./composeMail.ts";

/* What we send is well-formed: programs that are strict show it as the others do. Two parsers judge it, one that builds
what browsers build and says what the standard forbids, and one that forgives everything. */

interface MailElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

interface ParsedMail {
  readonly elements: readonly MailElement[];
  /** The words, with single blanks. */
  readonly words: string;
}

const shownWords = (text: string) => text.replaceAll(/\s+/g, " ").trim();
const unread = new Set(["style", "title", "script"]);

/** As a browser reads it, with what the standard forbids in it. */
function readByBrowser(html: string): ParsedMail & { readonly errors: readonly string[] } {
  const errors: string[] = [];
  const elements: MailElement[] = [];
  const words: string[] = [];
  const onParseError = ({ code, startLine }: ParserError) => void errors.push(`${code} in line ${startLine}`);
  const visit = (node: DefaultTreeAdapterTypes.ChildNode) => {
    if (node.nodeName === "#text" && "value" in node) words.push(node.value);
    if (!("tagName" in node)) return;
    const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
    elements.push({ name: node.tagName, attributes });
    if (!unread.has(node.tagName)) node.childNodes.forEach(visit);
  };
  parse(html, { onParseError, sourceCodeLocationInfo: true }).childNodes.forEach(visit);
  return { errors, elements, words: shownWords(words.join("")) };
}

/** As a program reads it that takes the tags as they come. */
function readByTags(html: string): ParsedMail {
  const elements: MailElement[] = [];
  const words: string[] = [];
  const visit = (node: ReturnType<typeof parseDocument>["children"][number]) => {
    if (node.type === "text") words.push(node.data);
    if (!("name" in node) || !("attribs" in node)) return;
    elements.push({ name: node.name, attributes: node.attribs });
    if (!unread.has(node.name)) node.children.forEach(visit);
  };
  parseDocument(html).children.forEach(visit);
  return { elements, words: shownWords(words.join("")) };
}

const bodies: readonly (readonly [name: string, body: string])[] = [
  ["a plain one", '<h1>Sale</h1><p>Hi %first_name%, <a href="https://shop.test/?a=1&amp;b=2">look</a>.</p>'],
  ["unclosed tags", "<p>One<p>Two <b>bold <i>both</b></i><ul><li>a<li>b</ul><table><tr><td>x"],
  [
    "tables and pictures",
    '<table><tr><td><img src="https://shop.test/a.png"></td></tr></table><img src="https://shop.test/b.png" alt="A &quot;red&quot; car">',
  ],
  ["signs and scripts", 'a < b & c > d "e" <script>x()</script><a href=\'https://x.test/"y\' onclick=z>q</a>'],
  ["nothing", ""],
  ...starterTemplates.map(({ title, template }) => [`the starter ${title}`, template] as const),
];

describe.each(bodies)("an email of %s", (_, body) => {
  const mail = composeMail({
    body,
    subject: 'A "sale" <now> & then',
    preheader: "Only <today>",
    business: "Harbor & Sons",
    postalAddress: '1 "Elm" St',
  });
  const read = readByBrowser(mail.html);
  const named = (name: string) => read.elements.filter((element) => element.name === name);

  test("has nothing that the standard forbids, and reads alike in two parsers", () => {
    expect(read.errors).toEqual([]);
    const byTags = readByTags(mail.html);
    // A browser adds the body of a table that has none.
    const written = ({ name }: MailElement) => name !== "tbody";
    expect(byTags.elements.filter(written)).toEqual(read.elements.filter(written));
    expect(byTags.words).toBe(read.words);
  });

  test("has a language, a character set, a title and a viewport", () => {
    expect(named("html")[0]?.attributes.lang).toBe("en");
    expect(named("meta").map(({ attributes }) => attributes.charset ?? attributes.name)).toEqual(
      expect.arrayContaining(["utf-8", "viewport", "color-scheme"]),
    );
    expect(/<title>(.*)<\/title>/.exec(mail.html)?.[1]).toMatch(/\S/);
  });

  test("says of its tables that they are layout, and of every picture what it shows", () => {
    for (const { attributes } of named("table").slice(0, 2)) expect(attributes.role).toBe("presentation");
    for (const { attributes } of named("img")) expect(attributes).toHaveProperty("alt");
  });

  test("closes what it opens for Outlook", () => {
    const forOutlook = [...mail.html.matchAll(/<!--\[if mso\]>([\s\S]*?)<!\[endif\]-->/g)].map(([, part = ""]) => part);
    const count = (pattern: RegExp) => forOutlook.join("").match(pattern)?.length ?? 0;
    for (const name of ["table", "tr", "td"])
      expect(count(new RegExp(`<${name}\\b`, "g"))).toBe(count(new RegExp(`</${name}>`, "g")));
  });
});
