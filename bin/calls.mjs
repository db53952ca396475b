import "./requireNode.mjs";
import { install, node24 } from "./install.mjs";
import { main, run, step } from "./steps.mjs";

await main(async () => {
  await install();
  return step("Writing docs/calls.md from the contracts", () => run(node24, ["checks/callsPage.ts"]));
});
