import "./requireNode.mjs";
import { join } from "node:path";
import { buildWeb } from "./buildWeb.mjs";
import { browsers } from "./chromium.mjs";
import { install, node24 } from "./install.mjs";
import { countsOf, reportFile } from "./results.mjs";
import { main, Refusal, root, run, step } from "./steps.mjs";

/** The steps in their order: what each is called in a heading, and how it runs. */
const steps = {
  lint: ["Format and lint", () => tool("@biomejs/biome/bin/biome", ["ci", "."])],
  types: [
    "Types",
    () => tool("typescript/bin/tsc", ["-b", "tsconfig.server.json", "tsconfig.web.json", "tsconfig.e2e.json"]),
  ],
  checks: ["Checks of the structure", (flags) => vitest("checks", flags)],
  unit: ["Unit tests", (flags) => vitest("unit", flags)],
  http: ["HTTP and database tests", (flags) => vitest("http", flags)],
  journeys: ["Journeys in a browser", (flags) => playwright(flags)],
};

/** Runs a tool of the project; counts nothing when it passes, and one failure when it doesn't. */
async function tool(path, args) {
  const code = await run(node24, [join(root, "node_modules", path), ...args]);
  return { passed: 0, failed: code === 0 ? 0 : 1 };
}

async function vitest(project, flags) {
  const file = reportFile(project);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const program = join(root, "node_modules/vitest/vitest.mjs");
  return countsOf(file, await run(node24, [program, "run", "--project", project, ...reporters, ...flags]));
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
  const words = process.argv.slice(2);
  const first = words.findIndex((word) => !(word in steps));
  const chosen = first === -1 ? words : words.slice(0, first);
  const flags = first === -1 ? [] : words.slice(first);
  if (flags.length > 0 && chosen.length === 0) {
    throw new Refusal(`There is no step ${flags[0]}. The steps are: ${Object.keys(steps).join(", ")}.`);
  }
  const total = { passed: 0, failed: 0 };
  const wanted = Object.keys(steps).filter((name) => chosen.length === 0 || chosen.includes(name));
  for (const name of wanted) {
    const [title, work] = steps[name];
    const counts = await step(title, () => install().then(() => work(flags))).catch(told);
    total.passed += counts.passed;
    total.failed += counts.failed;
    if (counts.failed === 0) continue;
    console.error(`\n✗ Stopped at: ${title}. Again, this step alone: npm test -- ${name}`);
    break;
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  return total.failed > 0 ? 1 : 0;
});

function told(error) {
  console.error(error instanceof Refusal ? `\n✗ ${error.message}` : error);
  return { passed: 0, failed: 1 };
}
