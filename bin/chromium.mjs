import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { node24 } from "./install.mjs";
import { root, run, step, UserError } from "./steps.mjs";

const binaryNames = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const shellPackage = "chromium-headless-shell";
const shell = `/usr/bin/${shellPackage}`;
const playwright = join(root, "node_modules/@playwright/test/cli.js");

/** Returns the path of a Chromium that runs on this machine, and installs one if there is none. */
export async function chromium() {
  const configured = process.env.CHROMIUM_PATH;
  if (configured) {
    if (runs(configured)) return configured;
    throw new UserError(`CHROMIUM_PATH names ${configured}, which does not run.`);
  }
  return findChromium() || (await step("Installing Chromium for the browser journeys", installChromium));
}

/**
 * The journeys' browsers: `full` Chromium, and as `light` its headless shell, which takes a fifth less time. With only
 * one browser both are that one; `light` is undefined when Playwright uses its own.
 */
export async function browsers() {
  const full = await chromium();
  if (process.env.CHROMIUM_PATH) return { full, light: full };
  if (full === playwrightChromium()) return { full, light: undefined };
  if (!runs(shell) && canUseApt())
    await step("Installing Chromium's headless shell", () => installFromDebian([shellPackage]));
  return { full, light: runs(shell) ? shell : full };
}

function findChromium() {
  return [...binaryNames.map((name) => `/usr/bin/${name}`), playwrightChromium()].find(runs);
}

/** The path of the Chromium that Playwright downloads. */
function playwrightChromium() {
  const program = 'process.stdout.write(require("@playwright/test").chromium.executablePath() || "")';
  return spawnSync(node24, ["-e", program], { cwd: root, encoding: "utf8" }).stdout;
}

/** Existing isn't enough: on some systems the file only prints which package to install. */
function runs(path) {
  return Boolean(path) && existsSync(path) && spawnSync(path, ["--version"], { timeout: 30_000 }).status === 0;
}

async function installChromium() {
  if (canUseApt()) await installFromDebian(["chromium"]);
  else await run(node24, [playwright, "install", ...(isRoot() ? ["--with-deps"] : []), "chromium"]);
  const path = findChromium();
  if (path) return path;
  throw new UserError(
    "The browser journeys need Chromium, and it could neither be found nor installed. Install Chromium or Chrome " +
      "(Debian: apt-get install chromium; elsewhere: npx playwright install --with-deps chromium), " +
      "or name one with CHROMIUM_PATH. All other steps run without it: npm test -- lint types checks unit http",
  );
}

const isRoot = () => Boolean(process.getuid && process.getuid() === 0);

/** True when apt can install Debian packages here. */
function canUseApt() {
  return isRoot() && existsSync("/usr/bin/apt-get") && /^ID=debian$/m.test(readFileSync("/etc/os-release", "utf8"));
}

async function installFromDebian(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update", "-qq"], { env });
  await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], { env });
}
