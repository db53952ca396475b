import { expect, test } from "vitest";
import { isTest, readSources, type Source, sourceOf } from "./sources.ts";

const maker = "server/session.ts";
const made = /\bas\s+(?:unknown\s+as\s+)?(?:Location)?Scope\b|<(?:Location)?Scope>\s*[({]|\[proved\]\s*:\s*true\s*[,}]/;

/** Only a session makes a scope: a cast anywhere else would let a request's body choose whose rows it touches. */
function madeElsewhere(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path, text }) => path !== maker && !isTest(path) && /\.tsx?$/.test(path) && made.test(text))
    .map(({ path }) => `${path} makes a Scope; only ${maker} may.`);
}

test("nothing but the session makes a scope", async () => {
  const sources = await readSources();
  expect(madeElsewhere(sources)).toEqual([]);
  expect(made.test(sources.find(({ path }) => path === maker)?.text ?? "")).toBe(true);
});

test.each([
  "const scope = { dealer_id, location_id } as Scope;",
  "return body as unknown as LocationScope;",
  "const scope = <Scope>{ dealer_id: 1 };",
])("%s is found", (text) => {
  expect(madeElsewhere([sourceOf("domains/lists/server/handlers.ts", text)])).toHaveLength(1);
});
