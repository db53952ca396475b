import { basename } from "node:path";
import type { Plugin } from "vite";
import { appPage, prerenderedFolder, simulatorPage, siteFolder } from "./paths.ts";

/** Moves built pages from beside their code to the top of the output, and serves them at their paths in development. */
export function pagesPlugin(): Plugin {
  return {
    name: "rooftop:pages",
    enforce: "post",
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (!file.fileName.endsWith(".html")) continue;
        const isRendered = [siteFolder, prerenderedFolder].some((folder) => file.fileName.startsWith(`${folder}/`));
        file.fileName = isRendered ? file.fileName.slice("web/".length) : basename(file.fileName);
      }
    },
    configureServer(server) {
      server.middlewares.use((request, _, next) => {
        const isPageRequest = request.method === "GET" && request.headers.accept?.includes("text/html");
        // The server's own pages.
        if (request.url?.startsWith("/j/")) return next();
        if (isPageRequest)
          request.url = request.url?.split("?")[0] === "/simulator" ? `/${simulatorPage}` : `/${appPage}`;
        next();
      });
    },
  };
}
