import { expect, test } from "vitest";
import { isTest, parseSource, readSources, type Source } from "./sources.ts";

const sessionFile = "server/session.ts";
const scopeCreation =
  /\bas\s+(?:unknown\s+as\s+)?(?:Location)?Scope\b|<(?:Location)?Scope>\s*[({]|\[proved\]\s*:\s*true\s*[,}]/;

/** Only the session creates a scope: a cast elsewhere would let a request body choose whose rows it touches. */
function scopesCreatedElsewhere(sources: readonly Source[]): string[] {
  return sources
    .filter(
      ({ path, text }) => path !== sessionFile && !isTest(path) && /\.tsx?$/.test(path) && scopeCreation.test(text),
    )
    .map(({ path }) => `${path} creates a Scope; only ${sessionFile} may.`);
}

test("only the session creates a scope", async () => {
  const sources = await readSources();
  expect(scopesCreatedElsewhere(sources)).toEqual([]);
  expect(scopeCreation.test(sources.find(({ path }) => path === sessionFile)?.text ?? "")).toBe(true);
});

test.each([
  "const scope = { dealer_id, location_id } as Scope;",
  "return body as unknown as LocationScope;",
  "const scope = <Scope>{ dealer_id: 1 };",
])("%s is found", (text) => {
  expect(scopesCreatedElsewhere([parseSource("domains/lists/server/handlers.ts", text)])).toHaveLength(1);
});
