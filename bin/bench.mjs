import "./requireNode.mjs";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { buildWeb } from "./buildWeb.mjs";
import { runTogether } from "./children.mjs";
import { install } from "./install.mjs";
import { main, root, step, UserError } from "./steps.mjs";

const extension = ".bench.ts";

await main(async () => {
  await install();
  await buildWeb();
  const folder = join(root, "bench");
  const files = (existsSync(folder) ? readdirSync(folder) : []).filter((file) => file.endsWith(extension)).sort();
  const benchmarks = files.map((file) => file.slice(0, -extension.length));
  const args = process.argv.slice(2);
  const names = args.filter((arg) => !arg.startsWith("-"));
  const flags = args.filter((arg) => arg.startsWith("-"));
  const unknown = names.filter((name) => !benchmarks.includes(name));
  if (unknown.length > 0) {
    throw new UserError(`There is no benchmark ${unknown.join(", ")}. There are: ${benchmarks.join(", ") || "none"}.`);
  }
  let failed = 0;
  for (const name of names.length > 0 ? names : benchmarks) {
    const code = await step(`Benchmark ${name}`, () => runTogether({ args: [`bench/${name}${extension}`, ...flags] }));
    if (code > 128) return code;
    failed += code === 0 ? 0 : 1;
  }
  return failed;
});
