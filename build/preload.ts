import { resolve } from "node:path";
import type { Plugin, Rolldown } from "vite";
import { screensModule, shellModule } from "./chunks.ts";
import { root } from "./paths.ts";

/** Lists the modules that a page starts with; the build replaces them with the chunks that contain them. */
const preloadMeta = /<meta name="ahead" content="([^"]*)" \/>/;

/** Adds what signed-in people load and these modules to the page's preload list. */
export const withPreloadedModules = (page: string, added: readonly string[]) =>
  page.replace(
    preloadMeta,
    (_, modules: string) =>
      `<meta name="ahead" content="${[modules, shellModule, screensModule, ...added].join(" ")}" />`,
  );

/** Removes the preload list from the page. */
export const withoutPreload = (page: string) => page.replace(preloadMeta, "");

/** Resolves each page's preload list to chunk files, which `web/main.tsx` fetches in parallel, and links their styles. */
export function preloadPlugin(): Plugin {
  return {
    name: "rooftop:preload",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== "asset" || typeof file.source !== "string" || !file.fileName.endsWith(".html")) continue;
        const page = file.source;
        const [, modules] = preloadMeta.exec(page) ?? [];
        if (modules) file.source = withPreloadTags(bundle, modules.split(" "), page);
      }
    },
  };
}

/** The styles come last: those of the base, which the page itself links, must not overrule a screen's. */
function withPreloadTags(bundle: Rolldown.OutputBundle, modules: readonly string[], page: string): string {
  const chunks = [...chunksFor(bundle, modules)];
  const styles = [...new Set(chunks.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]))];
  const links = styles
    .filter((name) => !page.includes(name))
    .map((name) => `<link rel="stylesheet" crossorigin href="/${name}">\n`);
  const meta = `<meta name="ahead" content="${chunks.map(({ fileName }) => `/${fileName}`).join(" ")}">`;
  return page.replace(preloadMeta, meta).replace("</head>", () => `${links.join("")}</head>`);
}

/** The chunks that contain these modules, with everything that they import, each after those that it imports. */
function chunksFor(bundle: Rolldown.OutputBundle, modules: readonly string[]): Set<Rolldown.OutputChunk> {
  const missing = new Set(modules.map((module) => resolve(root, module)));
  const chunks = new Set<Rolldown.OutputChunk>();
  for (const file of Object.values(bundle)) {
    if (file.type === "chunk" && file.moduleIds.filter((id) => missing.delete(id)).length > 0) chunks.add(file);
  }
  if (missing.size > 0) throw new Error(`In no chunk: ${[...missing].join(", ")}`);
  const ordered = new Set<Rolldown.OutputChunk>();
  const visiting = new Set<Rolldown.OutputChunk>();
  const visit = (chunk: Rolldown.OutputChunk) => {
    if (visiting.has(chunk)) return;
    visiting.add(chunk);
    for (const name of chunk.imports) {
      const imported = bundle[name];
      if (imported?.type === "chunk") visit(imported);
    }
    ordered.add(chunk);
  };
  for (const chunk of chunks) visit(chunk);
  return ordered;
}
