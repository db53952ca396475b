import { parseAst } from "vite";
import { isCode, isTest, type Source } from "./sources.ts";

/** A text that a file contains, and the line where it begins. */
export interface ShownText {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

type SyntaxNode = Readonly<Record<string, unknown>>;

const folders = /^(domains|core|web|server|simulator|ports)\//;
/** What a program compares or imports is no text: types, modules, tags of styles. */
const skipped = /^(ImportDeclaration|ExportAllDeclaration|ImportExpression|TSLiteralType|TSInterfaceDeclaration)$/;

/** What a call's declaration says to programmers. */
const notShown = new Set(["about", "audit"]);

/** Every text of the product that has two words or more: strings, templates with "…" for what is filled in, and JSX. */
export function shownTexts(sources: readonly Source[]): ShownText[] {
  return sources.flatMap((source) =>
    folders.test(source.path) && isCode(source.path) && !isTest(source.path) ? textsOf(source) : [],
  );
}

const known = new WeakMap<Source, readonly ShownText[]>();

function textsOf(source: Source): readonly ShownText[] {
  const texts = known.get(source) ?? readTexts(source);
  known.set(source, texts);
  return texts;
}

function readTexts({ path, text }: Source): ShownText[] {
  const program: unknown = parseAst(text, { lang: path.endsWith(".tsx") ? "tsx" : "ts" });
  const found: ShownText[] = [];
  visit(program, (value, start) => {
    const shown = value.replaceAll(/\s+/g, " ").trim();
    if (isSentence(shown)) found.push({ path, line: text.slice(0, start).split("\n").length, text: shown });
  });
  return found;
}

/** Also one word, when it begins with a capital letter: labels and buttons. */
const isSentence = (text: string) => /[A-Za-z]{2,} \S|\S [A-Za-z]{2,}|^[A-Z][a-z]+\b/.test(text);

function visit(value: unknown, found: (text: string, start: number) => void): void {
  if (Array.isArray(value)) for (const one of value) visit(one, found);
  if (!isNode(value) || skipped.test(String(value.type))) return;
  const start = Number(value.start);
  if (value.type === "TaggedTemplateExpression") {
    visit(expressionsOf(value.quasi), found);
    return;
  }
  if (value.type === "Literal" && typeof value.value === "string") found(value.value, start);
  if (value.type === "JSXText") found(String(value.value), start);
  if (value.type === "TemplateLiteral") found(cookedText(value), start);
  if (value.type === "Property" && notShown.has(keyOf(value))) return;
  for (const child of Object.values(value)) visit(child, found);
}

const keyOf = ({ key }: SyntaxNode) => (isNode(key) ? String(key.name) : "");

const expressionsOf = (template: unknown) => (isNode(template) ? template.expressions : []);

function cookedText({ quasis }: SyntaxNode): string {
  return (Array.isArray(quasis) ? quasis : [])
    .map((quasi: { value: { cooked: string } }) => quasi.value.cooked)
    .join("…");
}

const isNode = (value: unknown): value is SyntaxNode => typeof value === "object" && value !== null && "type" in value;
