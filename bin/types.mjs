import "./requireNode.mjs";
import { install, node24 } from "./install.mjs";
import { main, run, step } from "./steps.mjs";

await main(async () => {
  await install();
  return step("Writing database/types.ts from the migrations", () => run(node24, ["database/writeTypes.ts"]));
});
