import { expect, test } from "vitest";
import { circles, domainGraph } from "./domainGraph.ts";
import { parseSource, readSources } from "./sources.ts";

test("domains form no circle, screens and servers together", async () => {
  expect(circles(domainGraph(await readSources()))).toEqual([]);
});

const sources = [
  parseSource("domains/a/server/handlers.ts", 'import { b } from "#domains/b/server/public.ts";'),
  parseSource("domains/b/one/web/B.tsx", 'import { c } from "#domains/c/two/contract.ts";'),
  parseSource("domains/c/two/rules.ts", 'import type { A } from "#domains/a/contract.ts";'),
  parseSource("domains/a/calls.test.ts", 'import { d } from "#domains/d/contract.ts";'),
  parseSource("domains/d/rules.ts", 'import { a } from "#domains/a/rules.ts";'),
];

test("finds a circle over a server, a screen and a rule, but none over a test", () => {
  expect(circles(domainGraph(sources))).toEqual(["a → b → c → a"]);
});

test("keeps the imports that say so", () => {
  expect(domainGraph(sources).get("b")?.get("c")).toEqual(["domains/b/one/web/B.tsx → domains/c/two/contract.ts"]);
});
