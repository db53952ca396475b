import { expect, test } from "vitest";
import { fragments, passedOn } from "./rooms.ts";
import { parseSource, readSources } from "./sources.ts";

const sources = await readSources();

test("short files with one user stand in that user's file", () => {
  expect(fragments(sources)).toEqual([]);
});

test("public files hold or gather what other domains may ask", () => {
  expect(passedOn(sources)).toEqual([]);
});

test("finds a fragment beside its only importer", () => {
  const short = parseSource("domains/a/server/nameOf.ts", "export const nameOf = 1;\n");
  const user = parseSource("domains/a/server/store.ts", 'import { nameOf } from "./nameOf.ts";\n');
  const lazyUser = parseSource("domains/a/server/store.ts", 'const it = () => import("./nameOf.ts");\n');
  const thread = parseSource(
    "domains/a/server/store.ts",
    'import type { N } from "./nameOf.ts";\nnew URL("./nameOf.ts", import.meta.url);\n',
  );
  const elsewhere = parseSource("domains/b/server/store.ts", 'import { nameOf } from "#domains/a/server/nameOf.ts";\n');
  const testOf = parseSource("domains/a/server/store.test.ts", 'import { nameOf } from "./nameOf.ts";\n');
  const long = { ...short, text: "\n".repeat(31) };
  expect(fragments([short, user, testOf])).toHaveLength(1);
  expect(fragments([short, user, elsewhere])).toEqual([]);
  expect(fragments([short, elsewhere])).toEqual([]);
  expect(fragments([short, lazyUser])).toEqual([]);
  expect(fragments([short, thread])).toEqual([]);
  expect(fragments([long, user])).toEqual([]);
});

test.each([
  ['export { one } from "./store.ts";\n', 1],
  ['export { one, two } from "./store.ts";\n', 0],
  ['export { one } from "./store.ts";\nexport { two } from "./other.ts";\n', 0],
  ["export function one() {}\n", 0],
])("a public file of %j passes on one name: %i", (text, count) => {
  expect(passedOn([parseSource("domains/a/server/public.ts", text)])).toHaveLength(count);
});
