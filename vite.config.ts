import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const root = import.meta.dirname;
const app = "web/index.html";
const simulator = "simulator/web/simulator.html";

/** Pages live beside their code; built they stand at the top of the output, in development at their addresses. */
function pages(): Plugin {
  return {
    name: "rooftop:pages",
    enforce: "post",
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.fileName.endsWith(".html")) file.fileName = basename(file.fileName);
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

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

export default defineConfig({
  root,
  appType: "mpa",
  publicDir: "web/public",
  plugins: [react(), pages(), compressed()],
  resolve: {
    alias: ["core", "domains", "web", "simulator"].map((folder) => ({
      find: new RegExp(`^#${folder}/`),
      replacement: `${resolve(root, folder)}/`,
    })),
  },
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
