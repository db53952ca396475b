import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { node24 } from "./install.mjs";
import { exitCodeOf, root } from "./steps.mjs";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Runs programs under Node 24 until the first exits, then stops the others and returns its exit code. Forwards signals.
 * Each program also has an IPC channel, which closes when this process dies, even by `kill -9`.
 */
export async function runTogether(...programs) {
  const children = programs.map(({ args, env }) =>
    spawn(node24, args, {
      cwd: root,
      stdio: ["inherit", "inherit", "inherit", "ipc"],
      env: { ...process.env, ...env },
    }),
  );
  const killAll = (signal) => {
    for (const child of children) if (child.exitCode === null) child.kill(signal);
  };
  for (const signal of signals) process.on(signal, killAll);
  const parentWatch = watchParent(() => killAll("SIGTERM"));
  const exits = children.map((child) => exitCodeOf(child, node24));
  const code = await Promise.race(exits);
  killAll("SIGTERM");
  await Promise.all(exits);
  for (const signal of signals) process.off(signal, killAll);
  clearInterval(parentWatch);
  return code;
}

/** A running npm waits for its script, so a changed parent means that npm was killed and the app must stop too. */
function watchParent(onOrphaned) {
  if (!process.env.npm_lifecycle_event) return undefined;
  const initialLineage = lineage();
  return setInterval(() => lineage() !== initialLineage && onOrphaned(), 1000);
}

/** The parent's process id; if the parent is npm's script shell, followed by npm's own id. */
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
