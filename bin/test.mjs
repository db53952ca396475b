import "./requireNode.mjs";
import { join } from "node:path";
import { buildWeb } from "./buildWeb.mjs";
import { browsers } from "./chromium.mjs";
import { install, node24 } from "./install.mjs";
import { countsOf, reportFile, slowestFiles } from "./results.mjs";
import { main, root, run, step, UserError } from "./steps.mjs";

/** Checked with one checker each: several would infer the same types again, each for itself. */
const typeProjects = ["tsconfig.server.json", "tsconfig.web.json", "tsconfig.e2e.json"];

/** The steps in order, each with its heading and how it runs. */
const steps = {
  lint: ["Format and lint", () => tool("@biomejs/biome/bin/biome", ["ci", "."])],
  types: ["Types", (_flags, selected) => types(selected)],
  checks: ["Checks of the structure", (flags) => vitest("checks", flags)],
  unit: ["Unit tests", (flags) => vitest("unit", flags, ["unit", "mocked"])],
  http: ["HTTP and database tests", (flags) => vitest("http", flags)],
  journeys: ["Journeys in a browser", (flags) => playwright(flags)],
};

/** Runs a tool from node_modules; a non-zero exit code counts as one failure. */
async function tool(path, args) {
  const code = await run(node24, [join(root, "node_modules", path), ...args]);
  return { passed: 0, failed: code === 0 ? 0 : 1 };
}

/** A cold check leaves a core idle half of the time: build what the journeys need meanwhile, and report its failure there. */
async function types(selected) {
  const building = selected.includes("journeys") ? buildWeb().catch(() => undefined) : undefined;
  const checking = tool("typescript/bin/tsc", ["-b", "--checkers", "1", ...typeProjects]);
  const [counts] = await Promise.all([checking, building]);
  return counts;
}

async function vitest(step, flags, projects = [step]) {
  const file = reportFile(step);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const program = join(root, "node_modules/vitest/vitest.mjs");
  const chosen = projects.flatMap((project) => ["--project", project]);
  return countsOf(file, await run(node24, [program, "run", ...chosen, ...reporters, ...flags]));
}

async function playwright(flags) {
  await buildWeb();
  const file = reportFile("journeys");
  const { full, light } = await browsers();
  const paths = { CHROMIUM_PATH: light || "", FULL_CHROMIUM_PATH: full };
  const env = { ...process.env, ...paths, PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const program = join(root, "node_modules/@playwright/test/cli.js");
  return countsOf(file, await run(node24, [program, "test", "--reporter=list,json", ...flags], { env }));
}

await main(async () => {
  const args = process.argv.slice(2);
  // `testing/deep.ts` reads it.
  if (args[0] === "deep") process.env.TEST_DEPTH = args.shift();
  const firstFlag = args.findIndex((arg) => !(arg in steps));
  const chosen = firstFlag === -1 ? args : args.slice(0, firstFlag);
  const flags = firstFlag === -1 ? [] : args.slice(firstFlag);
  if (flags.length > 0 && chosen.length === 0) {
    throw new UserError(`There is no step ${flags[0]}. The steps are: ${Object.keys(steps).join(", ")}.`);
  }
  const total = { passed: 0, failed: 0 };
  const selected = Object.keys(steps).filter((name) => chosen.length === 0 || chosen.includes(name));
  for (const name of selected) {
    const [title, work] = steps[name];
    const counts = await step(title, () => install().then(() => work(flags, selected))).catch(reportFailure);
    total.passed += counts.passed;
    total.failed += counts.failed;
    if (counts.failed === 0) continue;
    console.error(`\n✗ Stopped at: ${title}. Again, this step alone: npm test -- ${name}`);
    break;
  }
  const slowest = flags.length === 0 ? slowestFiles(selected) : [];
  if (slowest.length > 0) console.log(`\nThe slowest files:\n${slowest.join("\n")}`);
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  return total.failed > 0 ? 1 : 0;
});

function reportFailure(error) {
  console.error(error instanceof UserError ? `\n✗ ${error.message}` : error);
  return { passed: 0, failed: 1 };
}
