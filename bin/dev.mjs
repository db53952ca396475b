import "./requireNode.mjs";
import { runTogether } from "./children.mjs";
import { install } from "./install.mjs";
import { main } from "./steps.mjs";

await main(async () => {
  await install();
  console.log("The page with live reload is at the address that Vite prints; it passes calls on to the app.");
  return runTogether(
    { args: ["--watch", "--watch-preserve-output", "server/main.ts"] },
    { args: ["node_modules/vite/bin/vite.js", "--clearScreen", "false"] },
  );
});
