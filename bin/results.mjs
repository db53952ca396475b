import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "./steps.mjs";

const folder = join(root, ".cache/results");

/** The path for a runner's JSON report; deletes an earlier run's report so that it can't be mistaken for this one's. */
export function reportFile(name) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.json`);
  rmSync(file, { force: true });
  return file;
}

/** Counts passed (including flaky) and failed tests of a Vitest or Playwright report; a failed run counts at least one. */
export function countsOf(file, code) {
  const report = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const { stats } = report;
  const passed = stats ? stats.expected + stats.flaky : report.numPassedTests || 0;
  const failed = stats ? stats.unexpected : report.numFailedTests || 0;
  return { passed, failed: code === 0 ? failed : Math.max(failed, 1) };
}
