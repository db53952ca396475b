import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import sharp from "sharp";
import type { Plugin } from "vite";
import { root } from "./paths.ts";

/** The installed app's icons by file name, rendered from the logo in `icon.svg`. */
function iconFiles(): Record<string, () => Promise<Buffer>> {
  const svg = readFileSync(resolve(root, "web/public/icon.svg"), "utf8");
  const background = /<rect [^>]*fill="([^"]+)"/.exec(svg)?.[1] ?? "";
  const logo = [...svg.matchAll(/<path [^>]*>/g)].join("");
  const png = (content: string, side: number) =>
    sharp(Buffer.from(content), { density: side * 3 })
      .resize(side, side)
      .png({ compressionLevel: 9 })
      .toBuffer();
  const square = (background: string, logo: string, scale: number) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="${background}"/>` +
    `<g transform="translate(16 16) scale(${scale}) translate(-16 -16)">${logo}</g></svg>`;
  // Devices crop maskable icons to their own shape, so the logo stays within the safe zone.
  const maskable = square(background, logo, 0.9);
  const white = logo.replace(/(fill|stroke)="#\w+"/g, '$1="#fff"');
  return {
    "icons/icon-192.png": () => png(svg, 192),
    "icons/icon-512.png": () => png(svg, 512),
    "icons/maskable-192.png": () => png(maskable, 192),
    "icons/maskable-512.png": () => png(maskable, 512),
    "icons/apple-touch-icon.png": () => png(square(background, logo, 0.95), 180),
    // Android shows only the badge's alpha channel.
    "icons/badge-96.png": () => png(square("none", white, 1.2), 96),
  };
}

export function iconsPlugin(): Plugin {
  return {
    name: "rooftop:icons",
    async generateBundle() {
      for (const [fileName, render] of Object.entries(iconFiles())) {
        this.emitFile({ type: "asset", fileName, source: await render() });
      }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const render = iconFiles()[request.url?.split("?")[0]?.slice(1) ?? ""];
        if (!render) return next();
        response.setHeader("content-type", "image/png");
        render().then((file) => response.end(file), next);
      });
    },
  };
}
