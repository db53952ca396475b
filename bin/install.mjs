import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { plainEnvironment, root, run, step, UserError } from "./steps.mjs";

const lockFile = join(root, "package-lock.json");
const stampFile = join(root, "node_modules/.rooftop-installed");
const npmRecord = join(root, "node_modules/.package-lock.json");

/** Node 24, which the project runs on; the npm package `node` provides it. */
export const node24 = join(root, "node_modules/node/bin", process.platform === "win32" ? "node.exe" : "node");

/** Installs the packages of the lock file unless node_modules already matches it. */
export async function install() {
  const stamp = createHash("sha256").update(readFileSync(lockFile)).digest("hex");
  const isStamped = existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp;
  if (!isStamped && !isInstalledByNpm()) {
    await step("Installing the packages of package-lock.json", async () => {
      // npm ci deletes node_modules, so it must not run on the Node inside it.
      const flags = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
      const code = await run("npm", flags, { env: plainEnvironment(), shell: process.platform === "win32" });
      if (code !== 0) throw new UserError(`npm ci failed with code ${code}; what it printed above says why.`);
    });
  }
  assertNode24();
  if (!isStamped) writeFileSync(stampFile, stamp);
}

/** True after somebody ran `npm install`: npm's record inside node_modules matches the lock file. */
function isInstalledByNpm() {
  if (!existsSync(npmRecord)) return false;
  const locked = packagesOf(lockFile);
  const installed = packagesOf(npmRecord);
  const isSame = (path) => installed[path] && installed[path].version === locked[path].version;
  return (
    Object.keys(installed).every((path) => locked[path]) &&
    Object.keys(locked).every((path) => path === "" || isSame(path) || (!installed[path] && locked[path].optional))
  );
}

function packagesOf(file) {
  return JSON.parse(readFileSync(file, "utf8")).packages;
}

function assertNode24() {
  if (existsSync(node24)) return;
  throw new UserError(
    `Node 24 is missing at ${node24}: the install script of the npm package "node" did not run ` +
      "(npm set to ignore scripts, or no download for this platform). " +
      "Mend it with: npm rebuild node --ignore-scripts=false",
  );
}
