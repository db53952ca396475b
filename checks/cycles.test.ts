import { expect, test } from "vitest";
import { domainOf, fileLocationOf } from "./boundaries.ts";
import { findCycles, type Graph } from "./cycles.ts";
import { isTest, parseSource, readSources, type Source } from "./sources.ts";

/** Which file imports which. Type imports count: two files that need each other's types can't be read one by one. */
function fileGraph(sources: readonly Source[]): Graph {
  const edges = ({ imports }: Source) => imports.filter(({ isFile }) => isFile).map(({ target }) => target);
  return new Map(sources.map((source) => [source.path, new Set(edges(source))]));
}

/**
 * Which slice imports which, separately for contracts with rules, server, and web. Type imports count; importing another
 * slice's contract from server or web code does not, because that is what contracts are for. Within a domain the same
 * holds for rules, which its slices share.
 */
function sliceGraphs(sources: readonly Source[]): [string, Graph][] {
  const sides = { contract: /^(contract|rules)$/, server: /^server(\/public)?$/, web: /^web(\/public)?$/ };
  return Object.entries(sides).map(([side, layers]) => {
    const graph = new Map<string, Set<string>>();
    for (const { path, imports } of sources.filter((source) => !isTest(source.path))) {
      const from = fileLocationOf(path);
      if (!from.slice || !layers.test(from.part)) continue;
      const dependencies = graph.get(from.slice) ?? new Set<string>();
      graph.set(from.slice, dependencies);
      for (const to of imports.map(({ target }) => fileLocationOf(target))) {
        if (!to.slice || to.slice === from.slice) continue;
        const isForeignRules = to.part === "rules" && domainOf(to.slice) !== domainOf(from.slice);
        if (layers.test(to.part) || isForeignRules) dependencies.add(to.slice);
      }
    }
    return [side, graph];
  });
}

test("files have no import cycle", async () => {
  expect(findCycles(fileGraph(await readSources()))).toEqual([]);
});

test("slices have no import cycle", async () => {
  const sources = await readSources();
  const cycles = sliceGraphs(sources).flatMap(([side, graph]) => findCycles(graph).map((cycle) => `${side}: ${cycle}`));
  expect(cycles).toEqual([]);
});

test("detects a cycle of files, type imports included", () => {
  const sources = [
    parseSource("core/a.ts", 'import { b } from "./b.ts";'),
    parseSource("core/b.ts", 'import type { C } from "./c.ts";\nimport { a } from "./a.ts";'),
    parseSource("core/c.ts", 'import { b } from "./b.ts";'),
  ];
  expect(findCycles(fileGraph(sources))).toEqual([
    "core/b.ts → core/c.ts → core/b.ts",
    "core/a.ts → core/b.ts → core/a.ts",
  ]);
});

test("detects a cycle of slices on each side", () => {
  const sources = [
    parseSource("domains/a/server/handlers.ts", 'import { b } from "#domains/b/server/public.ts";'),
    parseSource("domains/b/server/handlers.ts", 'import type { A } from "#domains/a/server/public.ts";'),
    parseSource("domains/a/web/A.tsx", 'import { b } from "#domains/b/contract.ts";'),
    parseSource("domains/b/web/B.tsx", 'import { a } from "#domains/a/contract.ts";'),
  ];
  expect(sliceGraphs(sources).flatMap(([side, graph]) => findCycles(graph).map((one) => `${side}: ${one}`))).toEqual([
    "server: a → b → a",
  ]);
});

test("detects a cycle of a domain's slices, and lets them share rules", () => {
  const sources = [
    parseSource("domains/a/server/store.ts", 'import { isOld } from "#domains/a/b/rules.ts";'),
    parseSource("domains/a/b/server/handlers.ts", 'import { rows } from "#domains/a/server/store.ts";'),
    parseSource("domains/a/b/web/B.tsx", 'import type { C } from "#domains/a/c/web/C.tsx";'),
    parseSource("domains/a/c/web/C.tsx", 'import { B } from "#domains/a/b/web/B.tsx";'),
    parseSource("domains/a/b/rules.ts", 'import { isNew } from "#domains/a/c/rules.ts";'),
    parseSource("domains/a/c/rules.ts", 'import { isOld } from "#domains/a/b/rules.ts";'),
  ];
  expect(sliceGraphs(sources).flatMap(([side, graph]) => findCycles(graph).map((one) => `${side}: ${one}`))).toEqual([
    "contract: a/b → a/c → a/b",
    "web: a/b → a/c → a/b",
  ]);
});
