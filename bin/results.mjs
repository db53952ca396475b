import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
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

/** The files of the steps' reports that took longest, one line each with its seconds. */
export function slowestFiles(names, count = 10) {
  const reports = names.map((name) => join(folder, `${name}.json`)).filter((file) => existsSync(file));
  const files = reports.flatMap((file) => durations(JSON.parse(readFileSync(file, "utf8"))));
  const longest = files.sort((one, other) => other.ms - one.ms).slice(0, count);
  return longest.map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${file}`);
}

/** The milliseconds of each file of a Vitest or Playwright report; in the latter, of its journeys one after the other. */
function durations({ testResults, suites = [] }) {
  if (testResults)
    return testResults.map(({ name, startTime, endTime }) => ({ file: relative(root, name), ms: endTime - startTime }));
  const msOf = ({ specs = [], suites: nested = [] }) =>
    specs
      .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
      .reduce((sum, { duration }) => sum + duration, 0) + nested.reduce((sum, suite) => sum + msOf(suite), 0);
  return suites.map((suite) => ({ file: `e2e/${suite.file}`, ms: msOf(suite) }));
}
