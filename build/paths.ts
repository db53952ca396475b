import { resolve } from "node:path";

export const root = resolve(import.meta.dirname, "..");

/** The app's HTML pages, and the folders of pages that the build renders. */
export const appPage = "web/index.html";
export const simulatorPage = "simulator/web/simulator.html";
export const siteFolder = "web/site";
export const prerenderedFolder = "web/prerendered";

/** The `#folder/…` imports of package.json, for Vite. */
export const alias = ["core", "domains", "web", "simulator"].map((folder) => ({
  find: new RegExp(`^#${folder}/`),
  replacement: `${resolve(root, folder)}/`,
}));
