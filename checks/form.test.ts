import { expect, test } from "vitest";
import { isCode, parseSource, readSources, type Source } from "./sources.ts";

/** A literal that is spread into another one adds nothing but the formatter's line breaks. */
function spreadLiterals(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, text }) => {
    if (!isCode(path)) return [];
    const spreads = [...text.matchAll(/\.\.\.\s*([{[])/g)];
    return spreads.flatMap(({ index, 0: spread }) => {
      const end = endOfLiteral(text, index + spread.length - 1);
      // `...[a, b].map(f)` spreads what the call returns.
      if (!/^\s*[,)\]};]/.test(text.slice(end))) return [];
      const line = text.slice(0, index).split("\n").length;
      return [`${path}:${line} spreads a literal: write its parts where they are spread.`];
    });
  });
}

/** The position after the bracket that closes the one at `start`. */
function endOfLiteral(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if ("([{".includes(text.charAt(at))) depth += 1;
    if (")]}".includes(text.charAt(at))) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return text.length;
}

test("no literal is spread into another one", async () => {
  expect(spreadLiterals(await readSources())).toEqual([]);
});

/** Not written out, so that this file does not match itself. */
const spread = "...";

test.each([`f({ ${spread}{ a: 1 }, b });`, `const all = [${spread}[1, f(2)], 3];`, `f(${spread}[\n  1,\n  2,\n]);`])(
  "%s is refused",
  (text) => {
    expect(spreadLiterals([parseSource("core/a.ts", text)])).toHaveLength(1);
  },
);

test.each([
  `const all = [${spread}[1, 2].map(f), ${spread}(isNew ? [3] : [])];`,
  `const all = [${spread}[${spread}new Set(names)].map(f)];`,
  `f({ ${spread}rest, ${spread}(name && { name }) });`,
])("%s is fine", (text) => {
  expect(spreadLiterals([parseSource("core/a.ts", text)])).toEqual([]);
});
