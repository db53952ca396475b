import { resolve } from "node:path";
import type { Plugin, Rolldown } from "vite";
import { frame } from "./chunks.ts";
import { root } from "./places.ts";

/** What a signed-in screen stands in, with what is shown at the entries of its menu. */
const around = [frame, "domains/inbox/web/UnreadBadge.tsx", "domains/alerts/web/DangerBadge.tsx"];

/** Names in a page the modules that it begins with; only the build knows in which files they are. */
const named = /<meta name="ahead" content="([^"]*)" \/>/;

/** The page, which begins with this screen besides. */
export const withScreen = (page: string, screen: string) =>
  page.replace(
    named,
    (_, modules: string) => `<meta name="ahead" content="${[modules, ...around, screen].join(" ")}" />`,
  );

/** The page, which says by itself what it begins with. */
export const withoutAhead = (page: string) => page.replace(named, "");

/** Names the files that a page fetches all at once when it has been shown, and links the styles that it is seen with. */
export function ahead(): Plugin {
  return {
    name: "rooftop:ahead",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== "asset" || typeof file.source !== "string" || !file.fileName.endsWith(".html")) continue;
        const page = file.source;
        file.source = page.replace(named, (_, modules: string) => tags(bundle, modules.split(" "), page));
      }
    },
  };
}

function tags(bundle: Rolldown.OutputBundle, modules: readonly string[], page: string): string {
  const chunks = [...closure(bundle, modules)];
  const styles = [...new Set(chunks.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]))];
  return [
    ...styles
      .filter((name) => !page.includes(name))
      .map((name) => `<link rel="stylesheet" crossorigin href="/${name}">`),
    `<meta name="ahead" content="${chunks.map(({ fileName }) => `/${fileName}`).join(" ")}">`,
  ].join("\n    ");
}

/** The files in which these modules travel, and all that must be there before them. */
function closure(bundle: Rolldown.OutputBundle, modules: readonly string[]): Set<Rolldown.OutputChunk> {
  const wanted = new Set(modules.map((module) => resolve(root, module)));
  const found = new Set<Rolldown.OutputChunk>();
  for (const file of Object.values(bundle)) {
    if (file.type === "chunk" && file.moduleIds.some((id) => wanted.delete(id))) found.add(file);
  }
  if (wanted.size > 0) throw new Error(`In no file: ${[...wanted].join(", ")}`);
  // A set may grow while it is gone through, and ends when nothing new was found.
  for (const { imports } of found) {
    for (const name of imports) {
      const needed = bundle[name];
      if (needed?.type === "chunk") found.add(needed);
    }
  }
  return found;
}
