import { expect, test } from "vitest";
import { isCode, parseSource, readSources, type Source } from "./sources.ts";

/** Split in halves, so that this file does not match its own patterns. */
const word = (...halves: string[]) => new RegExp(`\\b${halves.join("")}\\b`);
const path = (...halves: string[]) => new RegExp(`(^|["'\`\\s(=:])/${halves.join("")}/`, "m");

const everywhere: readonly (readonly [RegExp, string])[] = [
  [word("TO", "DO"), "unfinished work is finished, or not begun"],
  [word("FIX", "ME"), "unfinished work is finished, or not begun"],
  [path("wo", "rk"), "a path of one machine"],
  [path("ho", "me/\\w+"), "a path of one machine"],
  [path("ro", "ot"), "a path of one machine"],
  [path("Us", "ers"), "a path of one machine"],
  [path("tmp/br", "ief"), "a path of one machine"],
  [word("issue", " #?\\d+"), "the code speaks of the product alone"],
];

const inCode: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`@ts-(ig${"nore"}|expect-error|nocheck)`), "the compiler is right, or the type is wrong"],
  [word("biome-(ig", "nore\\S*)"), "the linter is right, or its rule is changed for all"],
  [new RegExp(`\\bas a${"ny"}\\s*[;,)\\]}]`), "say the type"],
  [word("(test|it|describe)\\.(sk", "ip|only|todo)"), "every test runs"],
];

const inSharedProcesses: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(`\\bvi\\.(doM|m)${"ock"}\\(`),
    "only *.mocked.test files replace modules, or those that load theirs again: others share them",
  ],
];

const inProduct: readonly (readonly [RegExp, string])[] = [
  [word("ili", "ke"), "searches go by words: isFoundIn, or wordCondition for customers"],
  [new RegExp(`toLowerCase\\(\\)\\.${"includes"}\\(`), "searches go by words: isFound"],
];

function forbiddenText(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, text }) => {
    const isProduct = isCode(path) && !path.endsWith(".test.ts") && !/^(testing|checks)\//.test(path);
    const isShared = isCode(path) && !/\.mocked\.test\.tsx?$/.test(path) && !text.includes("vi.resetModules()");
    const rules = [
      ...everywhere,
      ...(isCode(path) ? inCode : []),
      ...(isShared ? inSharedProcesses : []),
      ...(isProduct ? inProduct : []),
    ];
    return rules.flatMap(([pattern, why]) => {
      const match = pattern.exec(text);
      return match ? [`${path} says "${match[0].trim()}": ${why}.`] : [];
    });
  });
}

test("no file mentions a workplace or leaves work for later", async () => {
  expect(forbiddenText(await readSources())).toEqual([]);
});

test.each([
  `// TO${"DO"}: later`,
  `const file = "/ho${"me"}/ana/file.txt";`,
  `// @ts-${"ignore"}`,
  `test.${"only"}("x", () => {});`,
  `const x = y as ${"any"};`,
  `where name ili${"ke"} x`,
  `name.toLowerCase().${"includes"}(term)`,
  `vi.${"mock"}("./a.ts", () => ({}));`,
])("%s is found", (text) => {
  expect(forbiddenText([parseSource("core/a.ts", text)])).toHaveLength(1);
});
