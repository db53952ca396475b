import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Plugin } from "vite";
import { root } from "./paths.ts";

interface RawEmoji {
  emoji: string;
  label: string;
  tags?: string[];
  group?: number;
  subgroup?: number;
  version: number;
  skins?: { emoji: string; tone: number | number[] }[];
}

/** The emoji picker's data from the installed package, served by us because the CSP allows no other origin. */
function emojiFiles(): Record<string, string> {
  const read = (name: string) => readFileSync(resolve(root, `node_modules/emojibase-data/en/${name}`), "utf8");
  const emojis = (JSON.parse(read("data.json")) as RawEmoji[]).map(
    ({ emoji, label, tags, group, subgroup, version, skins }) => ({
      emoji,
      label,
      tags,
      group,
      subgroup,
      version,
      skins: skins?.map(({ emoji, tone }) => ({ emoji, tone })),
    }),
  );
  return { "emoji/en/data.json": JSON.stringify(emojis), "emoji/en/messages.json": read("messages.json") };
}

export function emojiPlugin(): Plugin {
  return {
    name: "rooftop:emoji",
    generateBundle() {
      for (const [fileName, source] of Object.entries(emojiFiles())) this.emitFile({ type: "asset", fileName, source });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = request.url?.split("?")[0]?.slice(1) ?? "";
        const content = path.startsWith("emoji/") ? emojiFiles()[path] : undefined;
        if (content === undefined) return next();
        response.setHeader("content-type", "application/json");
        response.end(content);
      });
    },
  };
}
