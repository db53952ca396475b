import type { Websites } from "#ports/websites/websites.ts";

/** Websites of a test: what each address says; any other can't be reached. */
export interface ScriptedWebsites extends Websites {
  readonly pages: Map<string, string>;
}

export function createScriptedWebsites(): ScriptedWebsites {
  const pages = new Map<string, string>();
  return {
    pages,
    async look(address) {
      const words = pages.get(address);
      return words === undefined ? { kind: "unreachable" } : { kind: "seen", words };
    },
    stop: async () => {},
  };
}
