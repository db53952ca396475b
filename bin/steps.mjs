import { spawn } from "node:child_process";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** An end that the reader can do something about: it's told as it stands, without a stack. */
export class Refusal extends Error {}

/** Runs one step under a heading and tells how long it took. */
export async function step(title, work) {
  const began = performance.now();
  console.log(`\n▸ ${title}`);
  const result = await work();
  console.log(`  ${title}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  return result;
}

/** Runs a script to its end; a refusal is printed alone, and both kinds of failure end with code 1. */
export async function main(work) {
  try {
    process.exitCode = (await work()) || 0;
  } catch (error) {
    console.error(error instanceof Refusal ? `\n✗ ${error.message}` : error);
    process.exitCode = 1;
  }
}

/** Runs a program in the project's folder with this terminal, and answers its exit code. */
export function run(file, args, options = {}) {
  return ended(spawn(file, args, { cwd: root, stdio: "inherit", ...options }), file);
}

/** The exit code that a program ends with; 128 and more when a signal ended it, as a shell tells it. */
export function ended(child, name) {
  return new Promise((resolve, reject) => {
    child.once("error", (error) => {
      reject(error.code === "ENOENT" ? new Refusal(`${name} is not on this machine's PATH.`) : error);
    });
    child.once("exit", (code, signal) => resolve(code === null ? 128 + constants.signals[signal] : code));
  });
}

/** The environment without this project's programs on the PATH. */
export function plainEnvironment() {
  const separator = process.platform === "win32" ? ";" : ":";
  const path = (process.env.PATH || "")
    .split(separator)
    .filter((entry) => !entry.startsWith(join(root, "node_modules")));
  return { ...process.env, PATH: path.join(separator) };
}
