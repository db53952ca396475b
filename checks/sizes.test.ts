import { afterAll, expect, test } from "vitest";
import { linesOf } from "./rooms.ts";
import { isCode, parseSource, readSources, type Source } from "./sources.ts";

const maxLines = 500;
const maxScreenLines = 250;

/** Whether the opening comment explains the file's length or says that it is generated. */
function explainsLength({ text }: Source): boolean {
  const first = /^\s*(\/\*[\s\S]*?\*\/|(?:(?:\/\/|--)[^\n]*\n)+)/.exec(text)?.[1] ?? "";
  return /\b(long|length|lines|generated)\b/i.test(first);
}

function tooLong(source: Source): string[] {
  if (!/\.(ts|tsx|mjs|css|sql)$/.test(source.path)) return [];
  const limit = /Screen\.tsx$/.test(source.path) ? maxScreenLines : maxLines;
  const lines = linesOf(source);
  if (lines <= limit || (limit === maxLines && explainsLength(source))) return [];
  return [
    `${source.path} has ${lines} lines; the limit is ${limit}${limit === maxLines ? " unless its first comment says why" : ""}.`,
  ];
}

const sources = await readSources();
const lengths = sources
  .filter(({ path }) => isCode(path))
  .map(linesOf)
  .sort((one, other) => one - other);
const quantile = (share: number) => lengths[Math.floor(lengths.length * share)] ?? 0;

test("no file is too long", () => {
  expect(sources.flatMap(tooLong)).toEqual([]);
});

afterAll(() => {
  const figures = `the median has ${quantile(0.5)} lines, the 95th percentile ${quantile(0.95)}`;
  console.info(`Of ${lengths.length} files of code ${figures}, the longest ${lengths.at(-1)}.`);
});

test("reports a long file unless its first comment says why", () => {
  const lines = "x\n".repeat(501);
  expect(tooLong(parseSource("core/a.ts", lines))).toHaveLength(1);
  expect(tooLong(parseSource("core/a.ts", `/* One table, and as long as the table is. */\n${lines}`))).toEqual([]);
  expect(tooLong(parseSource("domains/a/web/AScreen.tsx", "x\n".repeat(251)))).toHaveLength(1);
});
