import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { startTestApp } from "#testing/testApp.ts";
import { root } from "./sources.ts";

const app = await startTestApp();
afterAll(() => app.close());

interface DocumentedCall {
  readonly call: string;
  readonly path: string;
  readonly built: string;
  /** The file below `domains/` that declares it; empty while it is not built. */
  readonly contract: string;
}

/** Table rows such as `| POST | `/login` | Signs in | yes | `accounts/contract.ts` |`. */
function parseCallTables(page: string): DocumentedCall[] {
  const row = /^\| (GET|POST|DELETE) \| `(\/[^`]*)` \| [^|]+ \| (\w+) \| (?:`([^`]+)` )?\|$/gm;
  return [...page.matchAll(row)].map(([, method, path = "", built = "", contract = ""]) => ({
    call: `${method} ${path}`,
    path,
    built,
    contract,
  }));
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

test("docs/calls.md names the contract that declares each built call", async () => {
  const wrong = await Promise.all(
    rows
      .filter(({ built }) => built === "yes")
      .map(async ({ call, path, contract }) => {
        const text = await readFile(join(root, "domains", contract), "utf8").catch(() => "");
        return text.includes(`path: "${path}"`) ? [] : [`${call}: ${contract}`];
      }),
  );
  expect(wrong.flat()).toEqual([]);
});
