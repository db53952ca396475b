import { resolve } from "node:path";
import type { Plugin, Rolldown } from "vite";
import { shellModule, tableModule } from "./chunks.ts";
import { root } from "./paths.ts";

const exemptModules = [shellModule, tableModule].map((file) => resolve(root, file));

/**
 * Fails the build when chunks import each other in a cycle: an import that isn't initialized yet would leave the page
 * empty.
 */
export function acyclicPlugin(): Plugin {
  return {
    name: "rooftop:acyclic",
    apply: "build",
    generateBundle(_, bundle) {
      const cycle = findCycle(bundle);
      if (cycle) this.error(`Chunks import each other: ${cycle.join(" → ")}. See build/chunks.ts.`);
    },
  };
}

function findCycle(bundle: Rolldown.OutputBundle): string[] | undefined {
  const visited = new Set<string>();
  const visit = (name: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (visited.has(name)) return undefined;
    for (const imported of importsOf(bundle[name])) {
      const cycle = visit(imported, [...path, name]);
      if (cycle) return cycle;
    }
    visited.add(name);
    return undefined;
  };
  for (const name of Object.keys(bundle)) {
    const cycle = visit(name, []);
    if (cycle) return cycle;
  }
  return undefined;
}

function importsOf(file: Rolldown.OutputBundle[string] | undefined): string[] {
  if (file?.type !== "chunk" || file.moduleIds.some((id) => exemptModules.includes(id))) return [];
  return file.imports;
}
