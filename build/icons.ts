import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import sharp from "sharp";
import type { Plugin } from "vite";
import { root } from "./places.ts";

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

export function icons(): Plugin {
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
