import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { resolve } from "node:path";
import { createServer, type Plugin } from "vite";
import type {
  PrerenderedForm,
  PrerenderedFrame,
  PrerenderedScreens,
  SitePage,
} from "../web/prerendered/prerenderedPages.ts";
import { alias, appPage, prerenderedFolder, root, siteFolder } from "./paths.ts";
import { withoutPreload, withPreloadedModules } from "./preload.ts";

interface HtmlFile {
  file: string;
  html: string;
}

/** Calls a renderer's export in a fresh module graph, so that in development each reload shows the latest code. */
async function runRenderer<T>(renderer: string, name: string): Promise<T> {
  const vite = await createServer({
    configFile: false,
    root,
    appType: "custom",
    resolve: { alias },
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  });
  try {
    return await (await vite.ssrLoadModule(`/${renderer}`))[name]();
  } finally {
    await vite.close();
  }
}

const renderSite = () => runRenderer<readonly SitePage[]>(`${siteFolder}/renderSite.tsx`, "renderSite");

/** A copy of the app's page for each prerendered screen, with that screen's markup in it. */
async function prerenderPages(): Promise<HtmlFile[]> {
  const page = readFileSync(resolve(root, appPage), "utf8");
  const screens = await runRenderer<PrerenderedScreens>(
    `${prerenderedFolder}/prerenderScreens.tsx`,
    "prerenderScreens",
  );
  return [
    ...screens.forms.map((form) => formPage(page, form)),
    ...screens.frames.map((frame) => framePage(page, frame)),
  ];
}

const withTitle = (page: string, title: string) => page.replace(/<title>.*<\/title>/, `<title>${title}</title>`);

function formPage(page: string, { file, title, markup }: PrerenderedForm): HtmlFile {
  const html = withoutPreload(withTitle(page, title))
    .replace('src="/gate.js"', 'src="/gate.js" data-drawn')
    .replace("/web/main.tsx", `/${prerenderedFolder}/takeOver.ts`)
    .replace('<div id="root">', () => `<div id="root" data-drawn>${markup}`);
  return { file, html };
}

const themeStyle = /<style data-mantine-styles="true">.*?<\/style>/s;

/** Puts each role's frame into a template; `frame.js` shows the one of the signed-in person. */
function framePage(page: string, { file, title, markups, modules }: PrerenderedFrame): HtmlFile {
  const templates = Object.entries(markups).map(
    ([role, markup = ""]) => `<template data-role="${role}">${markup.replace(themeStyle, "")}</template>`,
  );
  // The theme is the same for all roles, so include it once.
  const [theme = ""] = themeStyle.exec(Object.values(markups).join("")) ?? [];
  const html = withPreloadedModules(withTitle(page, title), modules)
    .replace("</head>", () => `${theme}</head>`)
    .replace("<noscript>", () => `${templates.join("\n")}\n<script src="/frame.js"></script>\n<noscript>`);
  return { file, html };
}

/** Renders the public site and the first view of screens. To Vite these pages are inputs like any other HTML. */
export function prerenderPlugin(): Plugin {
  const pages = new Map<string, string>();
  return {
    name: "rooftop:prerender",
    enforce: "pre",
    async config(_, { command }) {
      if (command !== "build") return undefined;
      for (const { file, html } of await renderSite()) pages.set(resolve(root, siteFolder, file), html);
      for (const { file, html } of await prerenderPages()) pages.set(resolve(root, prerenderedFolder, file), html);
      return { build: { rolldownOptions: { input: [...pages.keys()] } } };
    },
    resolveId: (id) => (pages.has(id) ? id : undefined),
    load: (id) => pages.get(id),
    configureServer(server) {
      const servePage = async (path: string, response: ServerResponse, next: () => void) => {
        const page = (await renderSite()).find((sitePage) => sitePage.path === path);
        if (!page) return next();
        response.setHeader("content-type", "text/html; charset=utf-8");
        response.end(await server.transformIndexHtml(path, page.html));
      };
      server.middlewares.use((request, response, next) => {
        const path = request.url?.split("?")[0] ?? "";
        if (request.method !== "GET" || !/^\/($|services\/)/.test(path)) return next();
        servePage(path, response, next).catch(next);
      });
    },
  };
}
