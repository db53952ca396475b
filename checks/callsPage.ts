import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Call } from "#core/call.ts";
import { exportsOf, readSources, root } from "./sources.ts";
import { specifiedFields } from "./specifiedFields.ts";

export const callsPagePath = join(root, "docs/calls.md");

const introduction = `# The calls

The product's public interface. Every path is below \`/api\`; fields, answers and messages are at \`/api/docs\` of a running
Rooftop. A star marks a call of the interface that was specified at the beginning: its path and fields stay.

\`node bin/calls.mjs\` writes this page from the contracts.
`;

const isCall = (value: unknown): value is Call =>
  typeof value === "object" && value !== null && "path" in value && "allow" in value && "method" in value;

/** The page of all calls, one section for each contract that declares some. */
export async function callsPage(): Promise<string> {
  const paths = (await readSources())
    .map(({ path }) => path)
    .filter((path) => /^domains\/.*\/contract\.ts$/.test(path));
  const exported = Map.groupBy(await exportsOf(paths.sort()), ({ path }) => path);
  const sections = [...exported].map(([path, values]) => {
    const members = values.flatMap(({ value }) =>
      typeof value === "object" && value !== null ? Object.values(value) : [],
    );
    return sectionOf(path, members.filter(isCall));
  });
  return `${introduction}\n${sections.filter(Boolean).join("\n")}`;
}

function sectionOf(path: string, calls: readonly Call[]): string {
  if (calls.length === 0) return "";
  const title = path.slice("domains/".length, -"/contract.ts".length);
  return [`## ${title}`, "", "| call | for | about |", "|---|---|---|", ...calls.map(rowOf), ""].join("\n");
}

function rowOf({ method, path, allow, about }: Call): string {
  const name = `${method} ${path}`;
  const star = name in specifiedFields ? " \\*" : "";
  const who = typeof allow === "string" ? allow : allow.join(", ");
  return `| \`${name}\`${star} | ${who} | ${about.replaceAll("|", "\\|")} |`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(callsPagePath, await callsPage());
