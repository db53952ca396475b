import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { resolve } from "node:path";
import { createServer, type Plugin } from "vite";
import { withoutAhead, withScreen } from "./ahead.ts";
import { alias, app, drawn, root, site } from "./places.ts";

interface SitePage {
  path: string;
  file: string;
  html: string;
}

interface DrawnForm {
  file: string;
  title: string;
  markup: string;
}

interface DrawnFrame {
  file: string;
  title: string;
  markups: Partial<Record<string, string>>;
  code: string;
}

interface Page {
  file: string;
  html: string;
}

/** Runs one of the renderers in Node, anew at each call, so that in development a change shows at the next reload. */
async function rendered<T>(renderer: string, name: string): Promise<T> {
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

const renderSite = () => rendered<SitePage[]>(`${site}/renderSite.tsx`, "renderSite");

/** The app's page once more for each screen that is drawn, with that screen in it. */
async function drawnPages(): Promise<Page[]> {
  const page = readFileSync(resolve(root, app), "utf8");
  const screens = await rendered<{ forms: DrawnForm[]; frames: DrawnFrame[] }>(
    `${drawn}/drawScreens.tsx`,
    "drawScreens",
  );
  return [...screens.forms.map((form) => formIn(page, form)), ...screens.frames.map((frame) => frameIn(page, frame))];
}

const titled = (page: string, title: string) => page.replace(/<title>.*<\/title>/, `<title>${title}</title>`);

function formIn(page: string, { file, title, markup }: DrawnForm): Page {
  const html = withoutAhead(titled(page, title))
    .replace('src="/gate.js"', 'src="/gate.js" data-drawn')
    .replace("/web/main.tsx", `/${drawn}/takeOver.ts`)
    .replace('<div id="root">', () => `<div id="root" data-drawn>${markup}`);
  return { file, html };
}

const themeIn = /<style data-mantine-styles="true">.*?<\/style>/s;

/** A frame for each role; the page itself takes the one of whoever has opened it. */
function frameIn(page: string, { file, title, markups, code }: DrawnFrame): Page {
  const all = Object.entries(markups).map(
    ([role, markup = ""]) => `<template data-role="${role}">${markup.replace(themeIn, "")}</template>`,
  );
  // The theme is the same for everybody.
  const [theme = ""] = themeIn.exec(Object.values(markups).join("")) ?? [];
  const html = withScreen(titled(page, title), code)
    .replace("</head>", () => `${theme}</head>`)
    .replace("<noscript>", () => `${all.join("\n")}\n<script src="/frame.js"></script>\n<noscript>`);
  return { file, html };
}

/** Pages that are rendered once, at build. To Vite they are pages like any other, with a script and a stylesheet. */
export function prerendered(): Plugin {
  const pages = new Map<string, string>();
  return {
    name: "rooftop:prerendered",
    enforce: "pre",
    async config(_, { command }) {
      if (command !== "build") return undefined;
      for (const { file, html } of await renderSite()) pages.set(resolve(root, site, file), html);
      for (const { file, html } of await drawnPages()) pages.set(resolve(root, drawn, file), html);
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
