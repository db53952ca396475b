import { spawn } from "node:child_process";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** An error that the reader can fix, printed without a stack. */
export class UserError extends Error {}

/** Runs one step under a heading and prints how long it took. */
export async function step(title, work) {
  const startedAt = performance.now();
  console.log(`\n▸ ${title}`);
  const result = await work();
  console.log(`  ${title}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return result;
}

/** Runs a script and sets the exit code; a UserError prints its message only, and any error exits with 1. */
export async function main(work) {
  try {
    process.exitCode = (await work()) || 0;
  } catch (error) {
    console.error(error instanceof UserError ? `\n✗ ${error.message}` : error);
    process.exitCode = 1;
  }
}

/** Runs a program in the project's folder on this terminal and returns its exit code. */
export function run(file, args, options = {}) {
  return exitCodeOf(spawn(file, args, { cwd: root, stdio: "inherit", ...options }), file);
}

/** Resolves with a child's exit code; 128 plus the signal's number if a signal ended it, as shells report it. */
export function exitCodeOf(child, name) {
  return new Promise((resolve, reject) => {
    child.once("error", (error) => {
      reject(error.code === "ENOENT" ? new UserError(`${name} is not on this machine's PATH.`) : error);
    });
    child.once("exit", (code, signal) => resolve(code === null ? 128 + constants.signals[signal] : code));
  });
}

/** The environment without this project's node_modules on the PATH. */
export function plainEnvironment() {
  const separator = process.platform === "win32" ? ";" : ":";
  const path = (process.env.PATH || "")
    .split(separator)
    .filter((entry) => !entry.startsWith(join(root, "node_modules")));
  return { ...process.env, PATH: path.join(separator) };
}
