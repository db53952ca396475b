import { existsSync } from "node:fs";
import { resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { acyclic } from "./build/acyclic.ts";
import { ahead } from "./build/ahead.ts";
import { codeSplitting } from "./build/chunks.ts";
import { compressed } from "./build/compress.ts";
import { emoji } from "./build/emoji.ts";
import { icons } from "./build/icons.ts";
import { pages } from "./build/pages.ts";
import { alias, app, root, simulator } from "./build/places.ts";
import { prerendered } from "./build/prerender.ts";

const apiServer = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

const preloadsItself = (file: string) => /\/main-[^/]*\.js$/.test(file);

export default defineConfig({
  root,
  appType: "mpa",
  publicDir: "web/public",
  plugins: [react(), prerendered(), ahead(), pages(), emoji(), icons(), acyclic(), compressed()],
  resolve: { alias },
  build: {
    outDir: "dist/web",
    emptyOutDir: true,
    target: "es2022",
    // `web/main.tsx` fetches its own files in parallel.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostId }) => (preloadsItself(hostId) ? [] : files),
    },
    rolldownOptions: {
      // Lets screens drop what they don't use of another slice's public exports.
      treeshake: { moduleSideEffects: [{ test: /\/(core|domains)\/.*\.tsx?$/, sideEffects: false }] },
      output: { codeSplitting },
      input: [app, simulator].filter((page) => existsSync(resolve(root, page))),
    },
  },
  server: {
    host: "127.0.0.1",
    proxy: {
      "/api": apiServer,
      "/simulator/api": apiServer,
      "/health": apiServer,
      "/files": apiServer,
      "/webhooks": apiServer,
      "/socket.io": { target: apiServer, ws: true },
    },
  },
});
