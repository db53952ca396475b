import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { startTestApp } from "#testing/testApp.ts";
import { root } from "./sources.ts";

const app = await startTestApp();
afterAll(() => app.close());

interface DocumentedCall {
  readonly call: string;
  readonly built: string;
}

/** Table rows such as `| POST | `/login` | signs in | yes |`. */
function parseCallTables(page: string): DocumentedCall[] {
  const row = /^\| (GET|POST|DELETE) \| `(\/[^`]*)` \| [^|]+ \| (\w+) \|$/gm;
  return [...page.matchAll(row)].map(([, method, path, built = ""]) => ({ call: `${method} ${path}`, built }));
}

const page = await readFile(join(root, "docs/calls.md"), "utf8");
const rows = parseCallTables(page);
const documented = (built: string) => rows.filter((row) => row.built === built).map(({ call }) => call);

test("docs/calls.md marks exactly the mounted calls as built", () => {
  expect(documented("yes").sort()).toEqual(
    app.server.mountedCalls.map(({ method, path }) => `${method} ${path}`).sort(),
  );
});

test("every call is listed once, and every table row parses", () => {
  expect(rows.length).toBe(new Set(rows.map(({ call }) => call)).size);
  expect(documented("yes").length + documented("no").length).toBe(page.match(/^\| (?!method)/gm)?.length);
});
