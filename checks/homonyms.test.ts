import { expect, test } from "vitest";
import { homonyms } from "./homonyms.ts";
import { parseSource, readSources } from "./sources.ts";

test("no two files give a type the same name", { timeout: 120_000 }, async () => {
  expect(homonyms(await readSources())).toEqual([]);
});

test.each([
  ["interface Place {}", "type Place = string;"],
  ["export class Place {}", "export interface Place<T> {}"],
  ["export type Place<T> = T[];", "function f() {\n  type Place = string;\n}"],
])("%s and %s are refused", (one, other) => {
  expect(homonyms([parseSource("core/a.ts", one), parseSource("domains/b/rules.ts", other)])).toEqual([
    expect.stringContaining("Place is declared in core/a.ts and domains/b/rules.ts"),
  ]);
});

test.each([
  ["interface Props {}", "interface Props {}"],
  ["export interface Place {}", 'import { type Place } from "./a.ts";'],
  [
    "export const Place = z.object({});\nexport type Place = z.infer<typeof Place>;",
    'export { type Place } from "./a.ts";',
  ],
  ["type Place = string;", "function f<Place>(place: Place) {}"],
])("%s and %s are fine", (one, other) => {
  expect(homonyms([parseSource("core/a.ts", one), parseSource("core/b.ts", other)])).toEqual([]);
});

test("generated types may have a contract's name", () => {
  const contract = parseSource("domains/a/contract.ts", "export type TaskRules = string;");
  expect(homonyms([contract, parseSource("database/types.ts", "export interface TaskRules {}")])).toEqual([]);
});
