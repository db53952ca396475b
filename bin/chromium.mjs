import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { node24 } from "./install.mjs";
import { Refusal, root, run, step } from "./steps.mjs";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const shellPackage = "chromium-headless-shell";
const shell = `/usr/bin/${shellPackage}`;
const playwright = join(root, "node_modules/@playwright/test/cli.js");

/** The path of a Chromium that runs on this machine; installs one where there is none. */
export async function chromium() {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted) {
    if (runs(wanted)) return wanted;
    throw new Refusal(`CHROMIUM_PATH names ${wanted}, which does not run.`);
  }
  return found() || (await step("Installing Chromium for the browser journeys", installed));
}

/**
 * The browsers of the journeys: the full one at `full`, and at `light` the same without what draws windows, which does
 * the same work in four fifths of the time. Where there is only one, it is both. `light` is undefined where
 * Playwright finds its own.
 */
export async function browsers() {
  const full = await chromium();
  if (process.env.CHROMIUM_PATH) return { full, light: full };
  if (full === playwrights()) return { full, light: undefined };
  if (!runs(shell) && onDebian()) await step("Installing Chromium's headless shell", () => fromDebian([shellPackage]));
  return { full, light: runs(shell) ? shell : full };
}

function found() {
  return [...names.map((name) => `/usr/bin/${name}`), playwrights()].find(runs);
}

/** Where Playwright keeps the Chromium that it downloads, and its headless shell beside it. */
function playwrights() {
  const program = 'process.stdout.write(require("@playwright/test").chromium.executablePath() || "")';
  return spawnSync(node24, ["-e", program], { cwd: root, encoding: "utf8" }).stdout;
}

/** Being there isn't enough: on some systems the file only says which package to install. */
function runs(path) {
  return Boolean(path) && existsSync(path) && spawnSync(path, ["--version"], { timeout: 30_000 }).status === 0;
}

async function installed() {
  if (onDebian()) await fromDebian(["chromium"]);
  else await run(node24, [playwright, "install", ...(isRoot() ? ["--with-deps"] : []), "chromium"]);
  const path = found();
  if (path) return path;
  throw new Refusal(
    "The browser journeys need Chromium, and it could neither be found nor installed. Install Chromium or Chrome " +
      "(Debian: apt-get install chromium; elsewhere: npx playwright install --with-deps chromium), " +
      "or name one with CHROMIUM_PATH. All other steps run without it: npm test -- lint types checks unit http",
  );
}

const isRoot = () => Boolean(process.getuid && process.getuid() === 0);

/** Debian's own packages can be installed here. */
function onDebian() {
  return isRoot() && existsSync("/usr/bin/apt-get") && /^ID=debian$/m.test(readFileSync("/etc/os-release", "utf8"));
}

async function fromDebian(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update", "-qq"], { env });
  await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], { env });
}
