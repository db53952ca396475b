import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { leaveOut } from "./leaveOut.mjs";
import { plainEnvironment, root, run, step, UserError } from "./steps.mjs";

const lockFile = join(root, "package-lock.json");
const stampFile = join(root, "node_modules/.rooftop-installed");
const npmRecord = join(root, "node_modules/.package-lock.json");

const program = process.platform === "win32" ? "node.exe" : "node";
const platform = process.platform === "win32" ? "win" : process.platform;

/** Node 24, which the project runs on. */
export const node24 = join(root, "node_modules/node/bin", program);

/** The same in npm's package for this platform, which the lock file pins. */
const packagedNode = join(root, `node_modules/node-${platform}-${process.arch}/bin`, program);

/**
 * Installs the packages of the lock file unless node_modules already matches it. No package's install script runs: of
 * what they would do, Node's is done here, and Postgres' by `database/embedded/binaries.ts`.
 */
export async function install() {
  const stamp = createHash("sha256").update(readFileSync(lockFile)).digest("hex");
  const isStamped = existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp;
  if (!isStamped && !isInstalledByNpm()) {
    await step("Installing the packages of package-lock.json", async () => {
      // npm ci deletes node_modules, so it must not run on the Node inside it.
      const flags = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
      const code = await run("npm", flags, { env: plainEnvironment(), shell: process.platform === "win32" });
      if (code !== 0) throw new UserError(`npm ci failed with code ${code}; what it printed above says why.`);
    });
  }
  provideNode24();
  if (isStamped) return;
  leaveOut();
  writeFileSync(stampFile, stamp);
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

/** Where npm has no Node 24 for a platform, the one that runs this will do if it is as new. */
function provideNode24() {
  if (existsSync(node24)) return;
  const isNewEnough = Number(process.versions.node.split(".")[0]) >= 24;
  const source = existsSync(packagedNode) ? packagedNode : isNewEnough && process.execPath;
  if (!source) {
    throw new UserError(
      `npm brought no Node 24 for this platform (${packagedNode}). Start Rooftop with a Node 24 of your own, ` +
        "or if npm was told to omit optional packages, mend it with: npm ci --include=optional",
    );
  }
  mkdirSync(dirname(node24), { recursive: true });
  if (source === packagedNode) renameSync(source, node24);
  else copyFileSync(source, node24);
}
