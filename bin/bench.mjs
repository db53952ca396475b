import "./requireNode.mjs";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { buildWeb } from "./buildWeb.mjs";
import { runTogether } from "./children.mjs";
import { install } from "./install.mjs";
import { main, Refusal, root, step } from "./steps.mjs";

const ending = ".bench.ts";

await main(async () => {
  await install();
  await buildWeb();
  const folder = join(root, "bench");
  const all = (existsSync(folder) ? readdirSync(folder) : []).filter((file) => file.endsWith(ending)).sort();
  const known = all.map((file) => file.slice(0, -ending.length));
  const words = process.argv.slice(2);
  const names = words.filter((word) => !word.startsWith("-"));
  const flags = words.filter((word) => word.startsWith("-"));
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new Refusal(`There is no benchmark ${unknown.join(", ")}. There are: ${known.join(", ") || "none"}.`);
  }
  let failed = 0;
  for (const name of names.length > 0 ? names : known) {
    const code = await step(`Benchmark ${name}`, () => runTogether({ args: [`bench/${name}${ending}`, ...flags] }));
    if (code > 128) return code;
    failed += code === 0 ? 0 : 1;
  }
  return failed;
});
