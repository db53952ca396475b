import { existsSync } from "node:fs";
import { resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { acyclicPlugin } from "./build/acyclic.ts";
import { codeSplitting } from "./build/chunks.ts";
import { colorsPlugin } from "./build/colors.ts";
import { compressPlugin } from "./build/compress.ts";
import { contractsPlugin } from "./build/contracts.ts";
import { emojiPlugin } from "./build/emoji.ts";
import { entryFileName, guestPagesPlugin } from "./build/guestPages.ts";
import { iconsPlugin } from "./build/icons.ts";
import { pagesPlugin } from "./build/pages.ts";
import { alias, appPage, root, simulatorPage } from "./build/paths.ts";
import { preloadPlugin } from "./build/preload.ts";
import { prerenderPlugin } from "./build/prerender.ts";

const apiServer = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

const preloadsItself = (file: string) => /\/main-[^/]*\.js$/.test(file);

/** Chunks that are loaded before any screen is; naming them for each screen would only make the list longer. */
const everyPageHas = /^assets\/(rolldown-runtime|first|base|data)-/;

export default defineConfig({
  root,
  appType: "mpa",
  publicDir: "web/public",
  plugins: [
    react(),
    colorsPlugin(),
    contractsPlugin(),
    prerenderPlugin(),
    preloadPlugin(),
    guestPagesPlugin(),
    pagesPlugin(),
    emojiPlugin(),
    iconsPlugin(),
    acyclicPlugin(),
    compressPlugin(),
  ],
  resolve: { alias },
  build: {
    outDir: "dist/web",
    emptyOutDir: true,
    target: "es2022",
    // `web/main.tsx` fetches its own files in parallel.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostId }) =>
        preloadsItself(hostId) ? [] : files.filter((file) => !everyPageHas.test(file)),
    },
    rolldownOptions: {
      // Mantine's schedule looks for a default export that rrule doesn't have, and does without.
      onLog(level, log, report) {
        if (log.code !== "IMPORT_IS_UNDEFINED" || !log.message.includes("rrule")) report(level, log);
      },
      // Lets screens drop what they don't use of another slice's public exports.
      treeshake: { moduleSideEffects: [{ test: /\/(core|domains)\/.*\.tsx?$/, sideEffects: false }] },
      output: {
        codeSplitting,
        // The list of every screen's files travels with sign-in, and hashes don't compress.
        entryFileNames: entryFileName,
        chunkFileNames: "assets/[name]-[hash:7].js",
        assetFileNames: "assets/[name]-[hash:7][extname]",
      },
      input: [appPage, simulatorPage].filter((page) => existsSync(resolve(root, page))),
    },
  },
  server: {
    host: "127.0.0.1",
    proxy: {
      "/api": apiServer,
      // Passed on with the page's own host: the simulator answers no page of another address.
      "/simulator/api": { target: apiServer, changeOrigin: false },
      "/health": apiServer,
      "/files": apiServer,
      "^/j/": apiServer,
      "/webhooks": apiServer,
      "/socket.io": { target: apiServer, ws: true },
    },
  },
});
