import { fileURLToPath } from "node:url";
import { domainOf, fileLocationOf } from "./boundaries.ts";
import { isCode, isTest, readSources, type Source } from "./sources.ts";

const fragmentLines = 30;
const shortLines = 20;
const product = /^(domains|core|ports|database|server|web|simulator|sample|build)\//;

const isProduct = ({ path }: Source) =>
  isCode(path) && !isTest(path) && product.test(path) && path !== "database/types.ts";
export const linesOf = ({ text }: Source) => text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/"));

/**
 * Short files whose only importer is in the same folder. A file that is loaded on its own may be short;
 * so may `texts.ts`, where all texts of a slice are, and what has a test of its own.
 */
export function fragments(sources: readonly Source[]): string[] {
  const importers = new Map<string, Set<string>>();
  for (const { path, imports } of sources.filter(isProduct)) {
    for (const { target, isFile } of imports) {
      if (isFile) importers.set(target, (importers.get(target) ?? new Set()).add(path));
    }
  }
  const texts = new Map(sources.map(({ path, text }) => [path, text]));
  return sources.filter(isProduct).flatMap((source) => {
    const { path } = source;
    const [importer, ...others] = importers.get(path) ?? [];
    if (
      path.endsWith("/texts.ts") ||
      texts.has(path.replace(/\.tsx?$/, ".test.ts")) ||
      !importer ||
      others.length > 0 ||
      folderOf(importer) !== folderOf(path)
    )
      return [];
    if (linesOf(source) > fragmentLines || isLazy(path, texts.get(importer) ?? "")) return [];
    return [`${path}: a fragment, which belongs in ${importer}.`];
  });
}

/** A file that is loaded on its own: a chunk of the browser's, or a thread. */
const isLazy = (path: string, importer: string) => {
  const file = path.slice(path.lastIndexOf("/") + 1);
  return importer.includes(`import("./${file}")`) || importer.includes(`new URL("./${file}"`);
};

const reexport = /^export (?:type )?\{([^}]*)\} from "(\.[^"]+)";\n/gm;

/** `public` files that only pass on one name of their own slice. */
export function passedOn(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, text }) => {
    if (!/\/public$/.test(fileLocationOf(path).part) || text.replace(reexport, "").trim() !== "") return [];
    const names = [...text.matchAll(reexport)].flatMap(([, names = ""]) =>
      names.split(",").filter((name) => name.trim()),
    );
    return names.length === 1 ? [`${path}: passes on one name only; it may hold what it names.`] : [];
  });
}

/** The figures of some files: how many, their median and mean length, and the share of short ones. */
function figuresOf(sources: readonly Source[]): readonly [count: number, median: number, mean: number, short: number] {
  const lengths = sources.map(linesOf).sort((one, other) => one - other);
  const middle = Math.floor(lengths.length / 2);
  const sum = lengths.reduce((total, lines) => total + lines, 0);
  const short = lengths.filter((lines) => lines <= shortLines).length;
  return [lengths.length, lengths[middle] ?? 0, sum / lengths.length, (100 * short) / lengths.length];
}

/** A table of the product's code, by domain and as a whole. */
function roomsTable(sources: readonly Source[]): string {
  const partOf = (path: string) => (path.startsWith("domains/") ? domainOf(path.slice("domains/".length)) : "the rest");
  const parts = Object.groupBy(sources.filter(isProduct), ({ path }) => partOf(path));
  const rows = [...Object.entries(parts), ["all", sources.filter(isProduct)] as const].map(([part, files = []]) => {
    const [count, median, mean, short] = figuresOf(files);
    return `| ${part} | ${count} | ${median} | ${mean.toFixed(0)} | ${short.toFixed(0)} % |`;
  });
  const head = ["| part | files | median lines | mean lines | at most 20 lines |", "|---|---|---|---|---|"];
  return [...head, ...rows].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const sources = await readSources();
  const list = process.argv.includes("--list") ? [...fragments(sources), ...passedOn(sources)] : [];
  console.log([...list, roomsTable(sources)].join("\n"));
  console.log(
    `${fragments(sources).length} fragments, ${passedOn(sources).length} public files that pass on one name.`,
  );
}
