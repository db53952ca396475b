import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { node24 } from "./install.mjs";
import { ended, root } from "./steps.mjs";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Runs programs of the project under Node 24 until the first of them ends, ends the others with it, and answers the
 * first one's exit code. Signals to this process are passed on. Each program has a channel to this process, whose end
 * tells it that this process is gone, even by `kill -9`.
 */
export async function runTogether(...programs) {
  const children = programs.map(({ args, env }) =>
    spawn(node24, args, {
      cwd: root,
      stdio: ["inherit", "inherit", "inherit", "ipc"],
      env: { ...process.env, ...env },
    }),
  );
  const tell = (signal) => {
    for (const child of children) if (child.exitCode === null) child.kill(signal);
  };
  for (const signal of signals) process.on(signal, tell);
  const watching = watchStarter(() => tell("SIGTERM"));
  const ends = children.map((child) => ended(child, node24));
  const code = await Promise.race(ends);
  tell("SIGTERM");
  await Promise.all(ends);
  for (const signal of signals) process.off(signal, tell);
  clearInterval(watching);
  return code;
}

/** npm waits for its script, so when the script loses its parent, npm was killed, and the app must not stay behind. */
function watchStarter(orphaned) {
  if (!process.env.npm_lifecycle_event) return undefined;
  const starters = lineage();
  return setInterval(() => lineage() !== starters && orphaned(), 250);
}

/** This process's parent; where that is the shell in which npm runs a script, with npm after it. */
function lineage() {
  const parent = process.ppid;
  try {
    const [, option] = readFileSync(`/proc/${parent}/cmdline`, "utf8").split("\0");
    const [, grandparent] = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${parent}/status`, "utf8")) || [];
    return option === "-c" ? `${parent} ${grandparent}` : String(parent);
  } catch {
    return String(parent);
  }
}
