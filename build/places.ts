import { resolve } from "node:path";

export const root = resolve(import.meta.dirname, "..");

/** The pages that are built, and the folders of those that are rendered first. */
export const app = "web/index.html";
export const simulator = "simulator/web/simulator.html";
export const site = "web/site";
export const drawn = "web/drawn";

/** The project's own imports, for Vite. */
export const alias = ["core", "domains", "web", "simulator"].map((folder) => ({
  find: new RegExp(`^#${folder}/`),
  replacement: `${resolve(root, folder)}/`,
}));
