import { expect, test } from "vitest";
import { nameViolations } from "./names.ts";
import { parseSource, readSources } from "./sources.ts";

test("files and folders have descriptive names", async () => {
  expect(nameViolations(await readSources())).toEqual([]);
});

test.each([
  ["core/utils.ts", ""],
  ["core/shared/text.ts", ""],
  ["domains/lists/server/listHelpers.ts", "export function listHelpers() {}"],
  ["domains/lists/web/index.ts", ""],
  ["domains/lists/types.ts", ""],
  ["domains/lists/services/send.ts", "export const send = 1;"],
  ["domains/lists/server/Queue.ts", "export function deliver() {}"],
  ["domains/lists/web/List.tsx", "export const rows = 1;"],
  ["domains/lists/web/wizard/List.tsx", "export function rows() {}"],
  ["domains/lists/web/Wizard/List.tsx", "export function List() {}"],
  ["domains/lists/everything.test.ts", ""],
  ["web/App.tsx", "export default function App() {}"],
])("%s is refused", (path, text) => {
  expect(nameViolations([parseSource(path, text)]).length).toBeGreaterThan(0);
});

test.each([
  ["domains/lists/server/listStore.ts", ""],
  ["domains/lists/upload/server/parseFile.ts", "export async function parseFile() {}"],
  ["domains/lists/server/sending/queue.ts", "export function deliver() {}"],
  ["domains/lists/web/wizard/List.tsx", "export function List() {}"],
  ["domains/lists/upload/contract.ts", ""],
  ["domains/lists/web/ListsScreen.tsx", "export function ListsScreen() {}"],
  ["domains/lists/web/Cells.tsx", "export function NameCell() {}\nexport function TagsCell() {}"],
  ["domains/lists/web/ListsScreen.module.css", ""],
  ["domains/lists/web/useRows.ts", ""],
  ["domains/lists/calls.errors.test.ts", ""],
  ["vite.config.ts", "export default {};"],
])("%s is fine", (path, text) => {
  expect(nameViolations([parseSource(path, text)])).toEqual([]);
});
