import type { Plugin } from "vite";

/** A property whose value is one piece of text: `about: "Signs a person in.",`. */
const documentation = /^\s*(?:about|audit):\s*(?:"(?:[^"\\\n]|\\.)*"|`[^`$]*`),\n/gm;

/** Leaves out of the browser's contracts what only the server and the documentation use: 4 kB of the inbox. */
export function contractsPlugin(): Plugin {
  return {
    name: "rooftop:contracts",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /\/contract\.ts$/ },
      handler: (code) => ({ code: code.replace(documentation, ""), map: null }),
    },
  };
}
