import { glob, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** One thing that a file imports. */
export interface Import {
  /** A path from the project's folder, or a package's name. */
  readonly of: string;
  readonly isFile: boolean;
  /** Gone when the program runs. */
  readonly typeOnly: boolean;
}

/** One of the project's own files. */
export interface Source {
  /** From the project's folder, with slashes. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
}

export const root = join(import.meta.dirname, "..");
const kinds = "ts,tsx,mjs,cjs,js,css,sql,html,md,json";
const foreign = /^(node_modules|dist|data|\.cache|\.git|test-results)$|^package-lock\.json$/;

/** Every file that people write, with what it imports. */
export async function readSources(): Promise<Source[]> {
  const paths: string[] = [];
  const found = glob(`**/*.{${kinds}}`, { cwd: root, exclude: (path) => foreign.test(path) });
  for await (const path of found) paths.push(path.replaceAll("\\", "/"));
  return Promise.all(paths.sort().map(async (path) => sourceOf(path, await readFile(join(root, path), "utf8"))));
}

/** A file by its path and text; also for the examples by which the checks themselves are tested. */
export function sourceOf(path: string, text: string): Source {
  return { path, text, imports: isCode(path) ? importsOf(path, text) : [] };
}

export function isCode(path: string): boolean {
  return /\.(ts|tsx|mjs)$/.test(path);
}

/** Tests, and what only tests, benchmarks and journeys use. */
export function isTest(path: string): boolean {
  return /\.test\.tsx?$|^(checks|e2e|bench|core\/testing)\/|\/testing\/|\/fake\w+\.ts$/.test(path);
}

const statement = /^(?:import|export)\s+(type\s+)?(?:([^;"']*?)\s*\bfrom\s+)?"([^"]+)"/gm;
const dynamic = /\bimport\("([^"]+)"\)(\.[A-Z])?/g;

function importsOf(path: string, text: string): Import[] {
  const fixed = [...text.matchAll(statement)].map(([, type, names = "", of = ""]) =>
    importOf(path, of, type !== undefined || onlyTypes(names)),
  );
  const lazy = [...text.matchAll(dynamic)].map(([, of = "", type]) => importOf(path, of, type !== undefined));
  return [...fixed, ...lazy];
}

function onlyTypes(names: string): boolean {
  const inner = /^\{([^}]*)\}$/.exec(names.trim())?.[1];
  const each = inner?.split(",").flatMap((name) => name.trim() || []);
  return each !== undefined && each.length > 0 && each.every((name) => name.startsWith("type "));
}

function importOf(path: string, of: string, typeOnly: boolean): Import {
  if (of.startsWith("#")) return { of: of.slice(1), isFile: true, typeOnly };
  if (of.startsWith(".")) return { of: join(dirname(path), of).replaceAll("\\", "/"), isFile: true, typeOnly };
  const name = of.startsWith("@") ? of.split("/").slice(0, 2).join("/") : (of.split("/")[0] ?? of);
  return { of: name, isFile: false, typeOnly };
}
