import { fileURLToPath } from "node:url";
import { domainOf, fileLocationOf } from "./boundaries.ts";
import { findCycles } from "./cycles.ts";
import { isTest, readSources, type Source } from "./sources.ts";

/** For each domain the domains that it needs, each with the imports that say so. */
export type DomainGraph = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

/** Which domain needs which others: servers, screens, contracts and rules together. Type imports count. */
export function domainGraph(sources: readonly Source[]): DomainGraph {
  const graph = new Map<string, Map<string, string[]>>();
  const needsOf = (domain: string) => {
    const needs = graph.get(domain) ?? new Map<string, string[]>();
    graph.set(domain, needs);
    return needs;
  };
  for (const { path, imports } of sources) {
    const from = isTest(path) ? undefined : domainOfFile(path);
    if (from === undefined) continue;
    const needs = needsOf(from);
    for (const { target } of imports) {
      const to = domainOfFile(target);
      if (to === undefined || to === from) continue;
      needs.set(to, [...(needs.get(to) ?? []), `${path} → ${target}`]);
      needsOf(to);
    }
  }
  return graph;
}

function domainOfFile(path: string): string | undefined {
  const { slice } = fileLocationOf(path);
  return slice && domainOf(slice);
}

/** The circles of a graph. */
export function circles(graph: DomainGraph): string[] {
  return findCycles(new Map([...graph].map(([from, needs]) => [from, new Set(needs.keys())] as const)));
}

/** Each domain with those that it needs, the ones that need the least first. */
function drawing(graph: DomainGraph): string {
  const heights = new Map<string, number>();
  const heightOf = (domain: string, above: readonly string[] = []): number => {
    const known = heights.get(domain);
    if (known !== undefined || above.includes(domain)) return known ?? 0;
    const needs = [...(graph.get(domain)?.keys() ?? [])];
    const height = Math.max(-1, ...needs.map((need) => heightOf(need, [...above, domain]))) + 1;
    heights.set(domain, height);
    return height;
  };
  const rows = [...graph].map(([domain, needs]) => ({
    domain,
    needs: [...needs.keys()].sort(),
    height: heightOf(domain),
  }));
  rows.sort((one, other) => one.height - other.height || one.domain.localeCompare(other.domain));
  return rows.map(({ domain, needs, height }) => `${height} ${domain} → ${needs.join(" ") || "nothing"}`).join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const graph = domainGraph(await readSources());
  console.log(drawing(graph));
  const found = circles(graph);
  console.log(found.length === 0 ? "No circles." : found.join("\n"));
  if (process.argv.includes("--imports")) {
    for (const [from, needs] of graph) {
      for (const [to, imports] of needs) console.log([`${from} → ${to}:`, ...imports].join("\n  "));
    }
  }
}
