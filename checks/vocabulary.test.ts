import { expect, test } from "vitest";
import { parseSource, readSources } from "./sources.ts";
import { vocabularyViolations } from "./vocabulary.ts";

test("what is declared has the names that everybody knows", { timeout: 120_000 }, async () => {
  expect(vocabularyViolations(await readSources())).toEqual([]);
});

test.each([
  ["core/a.ts", "export interface Surroundings {}"],
  ["core/a.ts", "function tell() {}"],
  ["core/a.ts", "const isGone = true;"],
  ["core/a.ts", "const { told } = unit;"],
  ["core/a.ts", "const { published: told } = unit;"],
  ["core/a.ts", "const send = (told: string[]) => told;"],
  ["core/a.ts", "try {} catch (told) {}"],
  ["core/a.ts", 'import { published as told } from "./b.ts";'],
  ["core/a.ts", "interface Unit { tell(event: string): void }"],
  ["core/a.ts", "class Queue { readonly wishes: string[] = []; }"],
  ["core/a.ts", "const queue = { tellLeft() {} };"],
  ["core/a.ts", "type Publish = (told: string) => void;"],
  ["core/words.ts", ""],
  ["domains/admin/visits/server/store.ts", ""],
  ["web/DrawnScreen.tsx", ""],
])("in %s: %s is refused", (path, text) => {
  expect(vocabularyViolations([parseSource(path, text)]).length).toBeGreaterThan(0);
});

test.each([
  ["core/a.ts", "// What was told is gone.\nconst unit = 1;"],
  ["core/a.ts", 'const text = "Nobody is there";'],
  ["core/a.tsx", "const Text = () => <p>Nobody is there</p>;"],
  ["core/a.ts", "interface Row { told_at: Date; is_gone: boolean }"],
  ["core/a.ts", "carrier.tell(x);"],
  ["database/types.ts", "export interface DB { wishes: string }"],
])("in %s: %s is fine", (path, text) => {
  expect(vocabularyViolations([parseSource(path, text)])).toEqual([]);
});
