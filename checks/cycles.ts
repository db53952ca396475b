export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Every cycle of a graph once, as `a → b → a`. */
export function findCycles(graph: Graph): string[] {
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (node: string, path: readonly string[]) => {
    const start = path.indexOf(node);
    if (start >= 0) return void cycles.push([...path.slice(start), node].join(" → "));
    if (done.has(node)) return;
    for (const next of graph.get(node) ?? []) visit(next, [...path, node]);
    done.add(node);
  };
  for (const node of graph.keys()) visit(node, []);
  return cycles;
}
