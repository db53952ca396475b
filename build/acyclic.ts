import { resolve } from "node:path";
import type { Plugin, Rolldown } from "vite";
import { frame, table } from "./chunks.ts";
import { root } from "./places.ts";

const shared = [frame, table].map((file) => resolve(root, file));

/**
 * Refuses a build in which files need each other before any of them runs: what the one takes from the other isn't there
 * yet when it is first used, and the page stays empty.
 */
export function acyclic(): Plugin {
  return {
    name: "rooftop:acyclic",
    apply: "build",
    generateBundle(_, bundle) {
      const circle = circleIn(bundle);
      if (circle) this.error(`Files that need each other: ${circle.join(" → ")}. See build/chunks.ts.`);
    },
  };
}

function circleIn(bundle: Rolldown.OutputBundle): string[] | undefined {
  const done = new Set<string>();
  const visit = (name: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (done.has(name)) return undefined;
    for (const needed of neededBy(bundle[name])) {
      const circle = visit(needed, [...path, name]);
      if (circle) return circle;
    }
    done.add(name);
    return undefined;
  };
  for (const name of Object.keys(bundle)) {
    const circle = visit(name, []);
    if (circle) return circle;
  }
  return undefined;
}

function neededBy(file: Rolldown.OutputBundle[string] | undefined): string[] {
  if (file?.type !== "chunk" || file.moduleIds.some((id) => shared.includes(id))) return [];
  return file.imports;
}
