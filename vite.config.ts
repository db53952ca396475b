import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { basename, resolve } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import sharp from "sharp";
import { createServer, defineConfig, type Plugin } from "vite";

const root = import.meta.dirname;
const app = "web/index.html";
const simulator = "simulator/web/simulator.html";
const site = "web/site";
const drawn = "web/drawn";

interface SitePage {
  path: string;
  file: string;
  html: string;
}

interface DrawnScreen {
  file: string;
  title: string;
  markup: string;
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

/** The app's page once more for each screen that strangers come to, with that screen drawn in it. */
async function drawnPages(): Promise<{ file: string; html: string }[]> {
  const page = readFileSync(resolve(root, app), "utf8");
  const screens = await rendered<DrawnScreen[]>(`${drawn}/drawScreens.tsx`, "drawScreens");
  return screens.map(({ file, title, markup }) => ({
    file,
    html: page
      .replace(/<title>.*<\/title>/, `<title>${title}</title>`)
      .replace('src="/gate.js"', 'src="/gate.js" data-drawn')
      .replace("/web/main.tsx", `/${drawn}/takeOver.ts`)
      .replace('<div id="root">', () => `<div id="root" data-drawn>${markup}`),
  }));
}

/** Pages that are rendered once, at build. To Vite they are pages like any other, with a script and a stylesheet. */
function prerendered(): Plugin {
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

/** Pages live beside their code; built they stand at the top of the output, in development at their addresses. */
function pages(): Plugin {
  return {
    name: "rooftop:pages",
    enforce: "post",
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (!file.fileName.endsWith(".html")) continue;
        const isRendered = [site, drawn].some((folder) => file.fileName.startsWith(`${folder}/`));
        file.fileName = isRendered ? file.fileName.slice("web/".length) : basename(file.fileName);
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

interface RawEmoji {
  emoji: string;
  label: string;
  tags?: string[];
  group?: number;
  subgroup?: number;
  version: number;
  skins?: { emoji: string; tone: number | number[] }[];
}

/** What the emoji picker reads, from the installed package: at build a file of ours, so that nothing comes from elsewhere. */
function emojiFiles(): Record<string, string> {
  const read = (name: string) => readFileSync(resolve(root, `node_modules/emojibase-data/en/${name}`), "utf8");
  const emojis = (JSON.parse(read("data.json")) as RawEmoji[]).map(
    ({ emoji, label, tags, group, subgroup, version, skins }) => ({
      ...{ emoji, label, tags, group, subgroup, version },
      skins: skins?.map(({ emoji, tone }) => ({ emoji, tone })),
    }),
  );
  return { "emoji/en/data.json": JSON.stringify(emojis), "emoji/en/messages.json": read("messages.json") };
}

function emoji(): Plugin {
  return {
    name: "rooftop:emoji",
    generateBundle() {
      for (const [fileName, source] of Object.entries(emojiFiles())) this.emitFile({ type: "asset", fileName, source });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = request.url?.split("?")[0]?.slice(1) ?? "";
        const content = path.startsWith("emoji/") ? emojiFiles()[path] : undefined;
        if (content === undefined) return next();
        response.setHeader("content-type", "application/json");
        response.end(content);
      });
    },
  };
}

/** The icons of the installed app, by their files: drawn from the mark in `icon.svg`. */
function iconFiles(): Record<string, () => Promise<Buffer>> {
  const svg = readFileSync(resolve(root, "web/public/icon.svg"), "utf8");
  const ground = /<rect [^>]*fill="([^"]+)"/.exec(svg)?.[1] ?? "";
  const mark = [...svg.matchAll(/<path [^>]*>/g)].join("");
  const png = (content: string, side: number) =>
    sharp(Buffer.from(content), { density: side * 3 })
      .resize(side, side)
      .png({ compressionLevel: 9 })
      .toBuffer();
  const square = (ground: string, mark: string, scale: number) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="${ground}"/>` +
    `<g transform="translate(16 16) scale(${scale}) translate(-16 -16)">${mark}</g></svg>`;
  // A device cuts its own shape out of these: what matters stays in the middle.
  const cut = square(ground, mark, 0.9);
  const white = mark.replace(/(fill|stroke)="#\w+"/g, '$1="#fff"');
  return {
    "icons/icon-192.png": () => png(svg, 192),
    "icons/icon-512.png": () => png(svg, 512),
    "icons/maskable-192.png": () => png(cut, 192),
    "icons/maskable-512.png": () => png(cut, 512),
    "icons/apple-touch-icon.png": () => png(square(ground, mark, 0.95), 180),
    // Of this only the shape is shown.
    "icons/badge-96.png": () => png(square("none", white, 1.2), 96),
  };
}

function icons(): Plugin {
  return {
    name: "rooftop:icons",
    async generateBundle() {
      for (const [fileName, draw] of Object.entries(iconFiles())) {
        this.emitFile({ type: "asset", fileName, source: await draw() });
      }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const draw = iconFiles()[request.url?.split("?")[0]?.slice(1) ?? ""];
        if (!draw) return next();
        response.setHeader("content-type", "image/png");
        draw().then((file) => response.end(file), next);
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
        if (!/\.(js|css|html|json|svg|webmanifest)$/.test(name)) continue;
        const file = resolve(dir, name);
        const content = readFileSync(file);
        writeFileSync(`${file}.br`, brotliCompressSync(content));
        writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}

const parts = [
  ...["ActionIcon", "Alert", "Anchor", "Button", "Center", "Checkbox", "CloseButton", "Group", "Input", "InputBase"],
  ...["Loader", "Notification", "PasswordInput", "Portal", "Progress", "Stack", "Text", "TextInput", "Title"],
  ...["Transition", "UnstyledButton"],
].join("|");

/** What signing in takes, and every other screen too: together in one file, because each costs a request and a turn. */
const base = [
  /\/node_modules\/(react\/|react-dom\/(index|cjs\/react-dom\.))/,
  /\/node_modules\/(@mantine\/(form|hooks|nprogress|store)|@tanstack|react-router|zod|clsx|klona|fast-deep-equal)\//,
  new RegExp(`/@mantine/core/esm/(core|components/(${parts})|utils/(InlineInput|InputsGroupFieldset))/`),
  /\/icons-react\/dist\/esm\/(createReact|default|icons\/Icon(AlertCircle|AlertTriangle|Check|InfoCircle|X)\.)/,
  /\/core\/(call|client|envelope|event|failure|people|phone|words)\.ts$/,
  /\/core\/web\/(api|confirm|createSession|screen|session|toast|useCallForm|useSend)\.(tsx?|module\.css)$/,
];

const alias = ["core", "domains", "web", "simulator"].map((folder) => ({
  find: new RegExp(`^#${folder}/`),
  replacement: `${resolve(root, folder)}/`,
}));

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

export default defineConfig({
  root,
  appType: "mpa",
  publicDir: "web/public",
  plugins: [react(), prerendered(), pages(), emoji(), icons(), compressed()],
  resolve: { alias },
  build: {
    outDir: "dist/web",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: "base", test: (id) => !id.endsWith(".layer.css") && base.some((part) => part.test(id)) }],
        },
      },
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
