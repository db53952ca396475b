import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { plainEnvironment, Refusal, root, run, step } from "./steps.mjs";

const lockFile = join(root, "package-lock.json");
const stampFile = join(root, "node_modules/.rooftop-installed");
const inside = join(root, "node_modules/.package-lock.json");

/** The Node that the project is written for; npm brings it as the package `node`. */
export const node24 = join(root, "node_modules/node/bin", process.platform === "win32" ? "node.exe" : "node");

/** Brings node_modules to what the lock file says, unless that's how it is. */
export async function install() {
  const stamp = createHash("sha256").update(readFileSync(lockFile)).digest("hex");
  const stamped = existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp;
  if (!stamped && !installedByHand()) {
    await step("Installing the packages of package-lock.json", async () => {
      // npm replaces node_modules, so the Node that runs it must not be the one in there.
      const flags = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
      const code = await run("npm", flags, { env: plainEnvironment(), shell: process.platform === "win32" });
      if (code !== 0) throw new Refusal(`npm ci failed with code ${code}; what it printed above says why.`);
    });
  }
  mustHaveNode24();
  if (!stamped) writeFileSync(stampFile, stamp);
}

/** After `npm install` npm's own record inside node_modules says the same as the lock file. */
function installedByHand() {
  if (!existsSync(inside)) return false;
  const wanted = packagesOf(lockFile);
  const found = packagesOf(inside);
  const same = (path) => found[path] && found[path].version === wanted[path].version;
  return (
    Object.keys(found).every((path) => wanted[path]) &&
    Object.keys(wanted).every((path) => path === "" || same(path) || (!found[path] && wanted[path].optional))
  );
}

function packagesOf(file) {
  return JSON.parse(readFileSync(file, "utf8")).packages;
}

function mustHaveNode24() {
  if (existsSync(node24)) return;
  throw new Refusal(
    `Node 24 is missing at ${node24}: the install script of the npm package "node" did not run ` +
      "(npm set to ignore scripts, or no download for this platform). " +
      "Mend it with: npm rebuild node --ignore-scripts=false",
  );
}
