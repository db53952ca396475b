import { isCode, type Source } from "./sources.ts";

const declaration =
  /^[ \t]*(?:export )?(?:declare )?(?:abstract )?(?:(?:interface|class|enum) ([A-Z]\w*)|type ([A-Z]\w*)(?:<[^=\n]*>)? =)/gm;

/** `declare module` blocks, which extend a type that is declared elsewhere. */
const augmentation = /^declare module .*?^\}/gms;

/** A component's properties; no other file can see them. */
const allowed = new Set(["Props"]);

/** Types, interfaces and classes whose name is declared in more than one file, one sentence each. */
export function homonyms(sources: readonly Source[]): string[] {
  const files = new Map<string, Set<string>>();
  for (const { path, text } of sources) {
    if (!isCode(path) || path === "database/types.ts") continue;
    for (const [, one, other] of text.replace(augmentation, "").matchAll(declaration)) {
      const name = one ?? other ?? "";
      files.set(name, (files.get(name) ?? new Set()).add(path));
    }
  }
  return [...files]
    .filter(([name, paths]) => paths.size > 1 && !allowed.has(name))
    .map(
      ([name, paths]) =>
        `${name} is declared in ${[...paths].join(" and ")}: import the one, or name each by its meaning.`,
    );
}
