import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { type ShownText, shownTexts } from "./shownTexts.ts";
import { parseSource, readSources } from "./sources.ts";

/** A row of the table: what the specification says, where that is wrong everywhere, and what people read. */
interface Correction {
  readonly specified: string | undefined;
  readonly shown: string;
}

const quoted = (cell: string | undefined) => /^`(.+)`$/.exec(cell?.trim() ?? "")?.[1];

function correctionsOf(table: string): Correction[] {
  return table.split("\n").flatMap((line) => {
    const [, specified, right] = line.split("|");
    const shown = quoted(right);
    return shown === undefined ? [] : [{ specified: quoted(specified), shown }];
  });
}

/** Whether a text holds these words whole: not as a part of a name in code. */
const holds = (text: string, words: string) =>
  ` ${text} `
    .split(words)
    .slice(0, -1)
    .some((before, index, all) => {
      const after = ` ${text} `.slice(all.slice(0, index + 1).join(words).length + words.length);
      return !/\w$/.test(before) && !/^\w/.test(after);
    });

/** What is wrong with the texts by the table. */
function violations(corrections: readonly Correction[], texts: readonly ShownText[]): string[] {
  return corrections.flatMap(({ specified, shown }) => [
    ...texts
      .filter(({ text }) => specified !== undefined && holds(text, specified))
      .map(({ path, line }) => `${path}:${line} says "${specified}": write "${shown}".`),
    ...(texts.some(({ text }) => holds(text, shown)) ? [] : [`Nothing says "${shown}".`]),
  ]);
}

const corrections = correctionsOf(await readFile(new URL("../docs/wording.md", import.meta.url), "utf8"));

test("people read the corrected texts, and none of the misspelled ones", { timeout: 120_000 }, async () => {
  expect(corrections.length).toBeGreaterThan(15);
  expect(violations(corrections, shownTexts(await readSources()))).toEqual([]);
});

describe("the check", () => {
  const one = [{ specified: "Re-active", shown: "Reactivate" }];
  const textsOf = (code: string) => shownTexts([parseSource("domains/a/web/a.ts", code)]);

  test.each([
    ['const a = "Reactivate";', []],
    ['const a = "Use Re-active to bring them back, or Reactivate";', [/says "Re-active"/]],
    ['const a = "Restore";', [/^Nothing says/]],
    ['const a = "Reactivated members";', [/^Nothing says/]],
  ] as const)("of %s", (code, expected) => {
    expect(violations(one, textsOf(code))).toEqual(expected.map((text) => expect.stringMatching(text)));
  });

  test("a row without quotation marks forbids nothing", () => {
    expect(correctionsOf("| City is required | `State is required` | a |")).toEqual([
      { specified: undefined, shown: "State is required" },
    ]);
  });
});
