import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { basename, resolve } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type InlineConfig, type Plugin, runnerImport } from "vite";

const root = import.meta.dirname;
const app = "web/index.html";
const simulator = "simulator/web/simulator.html";
const site = "web/site";

interface SitePage {
  path: string;
  file: string;
  html: string;
}

/** Rendered anew at each call, so that in development a change shows at the next reload. */
async function renderSite(): Promise<SitePage[]> {
  const renderer = resolve(root, site, "renderSite.tsx");
  const settings: InlineConfig = { configFile: false, root, resolve: { alias }, plugins: [react()] };
  return (await runnerImport<{ renderSite: () => SitePage[] }>(renderer, settings)).module.renderSite();
}

/** The public site's pages: rendered once, at build. To Vite they are pages like any other, with a script and a stylesheet. */
function prerendered(): Plugin {
  const pages = new Map<string, string>();
  return {
    name: "rooftop:prerendered",
    enforce: "pre",
    async config(_, { command }) {
      if (command !== "build") return undefined;
      for (const { file, html } of await renderSite()) pages.set(resolve(root, site, file), html);
      return { build: { rolldownOptions: { input: [...pages.keys()] } } };
    },
    resolveId: (id) => (pages.has(id) ? id : undefined),
    load: (id) => pages.get(id),
    configureServer(server) {
      const answer = async (path: string, response: ServerResponse, next: () => void) => {
        const page = (await renderSite()).find((one) => one.path === path);
        if (!page) return next();
        response.setHeader("content-type", "text/html; charset=utf-8");
        response.end(await server.transformIndexHtml(path, page.html));
      };
      server.middlewares.use((request, response, next) => {
        const path = request.url?.split("?")[0] ?? "";
        if (request.method !== "GET" || !/^\/($|services\/)/.test(path)) return next();
        answer(path, response, next).catch(next);
      });
    },
  };
}

/** Pages live beside their code; built they stand at the top of the output, in development at their addresses. */
function pages(): Plugin {
  return {
    name: "rooftop:pages",
    enforce: "post",
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (!file.fileName.endsWith(".html")) continue;
        const isOfSite = file.fileName.startsWith(`${site}/`);
        file.fileName = isOfSite ? file.fileName.slice("web/".length) : basename(file.fileName);
      }
    },
    configureServer(server) {
      server.middlewares.use((request, _, next) => {
        const wantsPage = request.method === "GET" && request.headers.accept?.includes("text/html");
        if (wantsPage) request.url = request.url?.split("?")[0] === "/simulator" ? `/${simulator}` : `/${app}`;
        next();
      });
    },
  };
}

/** Lays compressed copies beside the built files: the server sends them as they are. */
function compressed(): Plugin {
  return {
    name: "rooftop:compressed",
    apply: "build",
    writeBundle({ dir = "" }) {
      for (const name of readdirSync(dir, { recursive: true, encoding: "utf8" })) {
        if (!/\.(js|css|html|svg|webmanifest)$/.test(name)) continue;
        const file = resolve(dir, name);
        const content = readFileSync(file);
        writeFileSync(`${file}.br`, brotliCompressSync(content));
        writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}

const alias = ["core", "domains", "web", "simulator"].map((folder) => ({
  find: new RegExp(`^#${folder}/`),
  replacement: `${resolve(root, folder)}/`,
}));

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

export default defineConfig({
  root,
  appType: "mpa",
  publicDir: "web/public",
  plugins: [react(), prerendered(), pages(), compressed()],
  resolve: { alias },
  build: {
    outDir: "dist/web",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: [app, simulator].filter((page) => existsSync(resolve(root, page))),
    },
  },
  server: {
    host: "127.0.0.1",
    proxy: {
      "/api": server,
      "/simulator/api": server,
      "/health": server,
      "/files": server,
      "/webhooks": server,
      "/socket.io": { target: server, ws: true },
    },
  },
});
