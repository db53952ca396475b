import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openTestHouse } from "#core/testing/house.ts";
import { root } from "./sources.ts";

const house = await openTestHouse();
afterAll(() => house.close());

interface Row {
  readonly call: string;
  readonly built: string;
}

/** The rows of the tables: `| POST | `/login` | what for | yes |`. */
function rowsOf(page: string): Row[] {
  const row = /^\| (GET|POST|DELETE) \| `(\/[^`]*)` \| [^|]+ \| (\w+) \|$/gm;
  return [...page.matchAll(row)].map(([, method, path, built = ""]) => ({ call: `${method} ${path}`, built }));
}

const page = await readFile(join(root, "docs/calls.md"), "utf8");
const rows = rowsOf(page);
const written = (built: string) => rows.filter((row) => row.built === built).map(({ call }) => call);

test("docs/calls.md says of exactly the mounted calls that they are built", () => {
  expect(written("yes").sort()).toEqual(house.server.mounted.map(({ method, path }) => `${method} ${path}`).sort());
});

test("every call stands there once, and every line of a table is read", () => {
  expect(rows.length).toBe(new Set(rows.map(({ call }) => call)).size);
  expect(written("yes").length + written("no").length).toBe(page.match(/^\| (?!method)/gm)?.length);
});
