import "./requireNode.mjs";
import { buildWeb } from "./buildWeb.mjs";
import { runTogether } from "./children.mjs";
import { install } from "./install.mjs";
import { serverArgs } from "./serverArgs.mjs";
import { main } from "./steps.mjs";

await main(async () => {
  await install();
  await buildWeb();
  return runTogether({ args: serverArgs });
});
