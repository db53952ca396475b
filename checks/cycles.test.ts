import { expect, test } from "vitest";
import { placeOf } from "./boundaries.ts";
import { isTest, readSources, type Source, sourceOf } from "./sources.ts";

type Graph = Map<string, Set<string>>;

/** Every circle of a graph, as `a → b → a`; each once. */
function circles(graph: Graph): string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (node: string, path: readonly string[]) => {
    const start = path.indexOf(node);
    if (start >= 0) return void found.push([...path.slice(start), node].join(" → "));
    if (done.has(node)) return;
    for (const next of graph.get(node) ?? []) visit(next, [...path, node]);
    done.add(node);
  };
  for (const node of graph.keys()) visit(node, []);
  return found;
}

function fileGraph(sources: readonly Source[]): Graph {
  const edges = (source: Source) => source.imports.filter((one) => one.isFile && !one.typeOnly).map((one) => one.of);
  return new Map(sources.map((source) => [source.path, new Set(edges(source))]));
}

/**
 * Which slice needs which, side by side: contracts and rules, the server, the screens. Reading another slice's contract
 * from a server or a screen is no dependence on that slice's code: it is what contracts are for.
 */
function sliceGraphs(sources: readonly Source[]): [string, Graph][] {
  const sides = { contract: /^(contract|rules)$/, server: /^(server|rules$)/, web: /^(web|rules$)/ };
  return Object.entries(sides).map(([side, counted]) => {
    const graph: Graph = new Map();
    for (const { path, imports } of sources.filter((source) => !isTest(source.path))) {
      const from = placeOf(path);
      if (!from.slice || !(side === "contract" ? counted : new RegExp(`^${side}`)).test(from.part)) continue;
      const needed = graph.get(from.slice) ?? new Set<string>();
      graph.set(from.slice, needed);
      for (const to of imports.map((one) => placeOf(one.of))) {
        if (to.slice && to.slice !== from.slice && counted.test(to.part)) needed.add(to.slice);
      }
    }
    return [side, graph];
  });
}

test("no file imports itself in a circle", async () => {
  expect(circles(fileGraph(await readSources()))).toEqual([]);
});

test("no domain needs one that needs it", async () => {
  const sources = await readSources();
  const found = sliceGraphs(sources).flatMap(([side, graph]) => circles(graph).map((circle) => `${side}: ${circle}`));
  expect(found).toEqual([]);
});

test("a circle of files is found, types don't count", () => {
  const circle = [
    sourceOf("core/a.ts", 'import { b } from "./b.ts";'),
    sourceOf("core/b.ts", 'import type { C } from "./c.ts";\nimport { a } from "./a.ts";'),
    sourceOf("core/c.ts", 'import { b } from "./b.ts";'),
  ];
  expect(circles(fileGraph(circle))).toEqual(["core/a.ts → core/b.ts → core/a.ts"]);
});

test("a circle of domains is found on each side", () => {
  const circle = [
    sourceOf("domains/a/server/handlers.ts", 'import { b } from "#domains/b/server/public.ts";'),
    sourceOf("domains/b/server/handlers.ts", 'import type { A } from "#domains/a/server/public.ts";'),
    sourceOf("domains/a/web/A.tsx", 'import { b } from "#domains/b/contract.ts";'),
    sourceOf("domains/b/web/B.tsx", 'import { a } from "#domains/a/contract.ts";'),
  ];
  expect(sliceGraphs(circle).flatMap(([side, graph]) => circles(graph).map((one) => `${side}: ${one}`))).toEqual([
    "server: a → b → a",
  ]);
});
