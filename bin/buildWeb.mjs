import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { node24 } from "./install.mjs";
import { root, run, step, UserError } from "./steps.mjs";

const folders = ["build", "web", "core", "domains", "simulator", "ports"];
const files = ["package-lock.json", "vite.config.ts", "postcss.config.cjs", "tsconfig.base.json", "tsconfig.web.json"];
/** Folders whose files never reach a browser, so changes there need no new build. */
const ignoredFolders = new Set(["server", "testing", "node_modules"]);
const stampFile = join(root, "dist/web.stamp");

/** Builds the web app if its sources have changed since the last build. */
export async function buildWeb() {
  const stamp = hashOfSources();
  const isBuilt = existsSync(join(root, "dist/web/index.html"));
  if (isBuilt && existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) return;
  await step("Building the web app", async () => {
    rmSync(stampFile, { force: true });
    const vite = join(root, "node_modules/vite/bin/vite.js");
    const code = await run(node24, [vite, "build", "--logLevel", "warn"]);
    if (code !== 0) throw new UserError(`The web app could not be built (code ${code}); see above.`);
    writeFileSync(stampFile, stamp);
  });
}

function hashOfSources() {
  const hash = createHash("sha256");
  for (const path of [...files, ...folders.flatMap(sourcesIn)]) {
    const file = join(root, path);
    if (existsSync(file)) hash.update(`${path}\0`).update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex");
}

function sourcesIn(folder) {
  if (!existsSync(join(root, folder))) return [];
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries
    .filter(({ name }) => !ignoredFolders.has(name) && !/\.test\.tsx?$/.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? sourcesIn(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`]));
}
