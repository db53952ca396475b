import { describe, expect, test } from "vitest";
import { composeMail } from "./composeMail.ts";

/* What we send is well-formed: programs that are strict show it as the others do. */

const voidTags = new Set(["meta", "img", "br", "hr"]);

interface MarkupTag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

/** Every tag of a document, in its order. Throws where one isn't closed, closed twice, or has an attribute out of quotes. */
function strictTags(html: string): MarkupTag[] {
  const open: string[] = [];
  const tags: MarkupTag[] = [];
  const markup = html.replace(/<!--[\s\S]*?-->/g, "").replace(/<style>[\s\S]*?<\/style>/g, "<style></style>");
  const [doctype, rest = ""] = [markup.slice(0, 15), markup.slice(15)];
  if (doctype !== "<!doctype html>") throw new Error("no doctype");
  for (const [whole, end = "", name = "", attributes = ""] of rest.matchAll(/<(\/?)([^\s>]*)([^>]*)>/g)) {
    if (!/^[a-z][a-z\d]*$/.test(name)) throw new Error(`no tag: ${whole}`);
    if (end) {
      if (open.pop() !== name) throw new Error(`closed before it was opened: ${whole}`);
      continue;
    }
    const pairs = [...attributes.matchAll(/\s+([a-z:-]+)="([^"<>]*)"/g)];
    if (pairs.map(([pair]) => pair).join("") !== attributes.replace(/\s*\/?$/, ""))
      throw new Error(`attributes: ${whole}`);
    const names = pairs.map(([, key = ""]) => key);
    if (new Set(names).size !== names.length) throw new Error(`an attribute twice: ${whole}`);
    tags.push({ name, attributes: new Map(pairs.map(([, key = "", value = ""]) => [key, value])) });
    if (!voidTags.has(name)) open.push(name);
  }
  if (open.length > 0) throw new Error(`never closed: ${open.join(", ")}`);
  if (/<(?![a-z/!])/i.test(rest)) throw new Error("a bare <");
  return tags;
}

const bodies: readonly [name: string, body: string][] = [
  ["a plain one", '<h1>Sale</h1><p>Hi %first_name%, <a href="https://shop.test/?a=1&amp;b=2">look</a>.</p>'],
  ["unclosed tags", "<p>One<p>Two <b>bold <i>both</b></i><ul><li>a<li>b</ul><table><tr><td>x"],
  [
    "tables and pictures",
    '<table><tr><td><img src="https://shop.test/a.png"></td></tr></table><img src="https://shop.test/b.png" alt="A &quot;red&quot; car">',
  ],
  ["signs and scripts", 'a < b & c > d "e" <script>x()</script><a href=\'https://x.test/"y\' onclick=z>q</a>'],
  ["nothing", ""],
];

describe.each(bodies)("an email of %s", (_, body) => {
  const mail = composeMail({
    body,
    subject: 'A "sale" <now> & then',
    preheader: "Only <today>",
    business: "Harbor & Sons",
    postalAddress: '1 "Elm" St',
  });
  const tags = strictTags(mail.html);
  const named = (name: string) => tags.filter((tag) => tag.name === name);

  test("has a language, a character set, a title and a viewport", () => {
    expect(named("html")[0]?.attributes.get("lang")).toBe("en");
    expect(named("meta").map(({ attributes }) => attributes.get("charset") ?? attributes.get("name"))).toEqual(
      expect.arrayContaining(["utf-8", "viewport", "color-scheme"]),
    );
    expect(/<title>(.*)<\/title>/.exec(mail.html)?.[1]).toMatch(/\S/);
  });

  test("says of its tables that they are layout, and of every picture what it shows", () => {
    for (const { attributes } of named("table").slice(0, 2)) expect(attributes.get("role")).toBe("presentation");
    for (const { attributes } of named("img")) expect(attributes.has("alt")).toBe(true);
  });

  test("closes what it opens for Outlook", () => {
    const forOutlook = [...mail.html.matchAll(/<!--\[if mso\]>([\s\S]*?)<!\[endif\]-->/g)].map(([, part = ""]) => part);
    const count = (pattern: RegExp) => forOutlook.join("").match(pattern)?.length ?? 0;
    for (const name of ["table", "tr", "td"])
      expect(count(new RegExp(`<${name}\\b`, "g"))).toBe(count(new RegExp(`</${name}>`, "g")));
  });
});
