import { expect, test } from "vitest";
import { isCode, readSources, type Source, sourceOf } from "./sources.ts";

const most = 300;
const mostForScreen = 150;

const linesOf = ({ text }: Source) => text.split("\n").length - (text.endsWith("\n") ? 1 : 0);

/** The comment that a file opens with, when it speaks of the file's length or of what made it. */
function saysWhy({ text }: Source): boolean {
  const first = /^\s*(\/\*[\s\S]*?\*\/|(?:(?:\/\/|--)[^\n]*\n)+)/.exec(text)?.[1] ?? "";
  return /\b(long|length|lines|generated)\b/.test(first);
}

function tooLong(source: Source): string[] {
  if (!/\.(ts|tsx|mjs|css|sql)$/.test(source.path)) return [];
  const limit = /Screen\.tsx$/.test(source.path) ? mostForScreen : most;
  const lines = linesOf(source);
  if (lines <= limit || (limit === most && saysWhy(source))) return [];
  return [
    `${source.path} has ${lines} lines; the limit is ${limit}${limit === most ? " unless its first comment says why" : ""}.`,
  ];
}

const sources = await readSources();
const lengths = sources
  .filter(({ path }) => isCode(path))
  .map(linesOf)
  .sort((one, other) => one - other);
const at = (share: number) => lengths[Math.floor(lengths.length * share)] ?? 0;

test("no file is longer than can be read at once", () => {
  expect(sources.flatMap(tooLong)).toEqual([]);
});

test(`of ${lengths.length} files the median has ${at(0.5)} lines (under 70), the 95th percentile ${at(0.95)} (under 250)`, () => {
  expect(at(0.5)).toBeLessThan(70);
  expect(at(0.95)).toBeLessThan(250);
});

test("a long file is found, one that says why is not", () => {
  const lines = "x\n".repeat(301);
  expect(tooLong(sourceOf("core/a.ts", lines))).toHaveLength(1);
  expect(tooLong(sourceOf("core/a.ts", `/* One table, and as long as the table is. */\n${lines}`))).toEqual([]);
  expect(tooLong(sourceOf("domains/a/web/AScreen.tsx", "x\n".repeat(151)))).toHaveLength(1);
});
