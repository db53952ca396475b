import { glob, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** One import of a file. */
export interface ImportedModule {
  /** A path relative to the project, or a package name. */
  readonly target: string;
  readonly isFile: boolean;
  /** Erased at run time. */
  readonly typeOnly: boolean;
}

/** One of the project's own files. */
export interface Source {
  /** Relative to the project, with slashes. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly ImportedModule[];
}

export const root = join(import.meta.dirname, "..");
const extensions = "ts,tsx,mjs,cjs,js,css,sql,html,md,json";
const ignored = /^(node_modules|dist|data|\.cache|\.git|test-results)$|^package-lock\.json$/;

let allSources: Promise<readonly Source[]> | undefined;

/** Every hand-written file with its imports; read once, because the test files of a process share it. */
export function readSources(): Promise<readonly Source[]> {
  allSources ??= readFiles();
  return allSources;
}

async function readFiles(): Promise<Source[]> {
  const paths: string[] = [];
  const matches = glob(`**/*.{${extensions}}`, { cwd: root, exclude: (path) => ignored.test(path) });
  for await (const path of matches) paths.push(path.replaceAll("\\", "/"));
  return Promise.all(paths.sort().map(async (path) => parseSource(path, await readFile(join(root, path), "utf8"))));
}

/** Parses a file; the checks' own tests pass examples. */
export function parseSource(path: string, text: string): Source {
  return { path, text, imports: isCode(path) ? importsOf(path, text) : [] };
}

/** Everything that some files of the project export, file by file, by name. */
export async function exportsOf(paths: readonly string[]): Promise<{ path: string; name: string; value: unknown }[]> {
  const modules = await Promise.all(paths.map((path): Promise<object> => import(join(root, path))));
  return modules.flatMap((module, at) => {
    // A namespace's own order is not the same everywhere.
    const members = Object.entries(module).sort(([one], [other]) => one.localeCompare(other, "en"));
    return members.map(([name, value]: [string, unknown]) => ({ path: paths[at] ?? "", name, value }));
  });
}

export function isCode(path: string): boolean {
  return /\.(ts|tsx|mjs)$/.test(path);
}

/** Tests, benchmarks, journeys, and the code that only they use. */
export function isTest(path: string): boolean {
  return /\.test\.tsx?$|^(checks|e2e|bench|testing)\/|\/testing\/|\/fake\w+\.ts$/.test(path);
}

const staticImport = /^(?:import|export)\s+(type\s+)?(?:([^;"']*?)\s*\bfrom\s+)?"([^"]+)"/gm;
const dynamicImport = /\bimport\("([^"]+)"\)(\.[A-Z])?/g;

function importsOf(path: string, text: string): ImportedModule[] {
  const statics = [...text.matchAll(staticImport)].map(([, type, names = "", target = ""]) =>
    importOf(path, target, type !== undefined || onlyTypes(names)),
  );
  const dynamics = [...text.matchAll(dynamicImport)].map(([, target = "", type]) =>
    importOf(path, target, type !== undefined),
  );
  return [...statics, ...dynamics];
}

function onlyTypes(names: string): boolean {
  const inner = /^\{([^}]*)\}$/.exec(names.trim())?.[1];
  const each = inner?.split(",").flatMap((name) => name.trim() || []);
  return each !== undefined && each.length > 0 && each.every((name) => name.startsWith("type "));
}

function importOf(path: string, specifier: string, typeOnly: boolean): ImportedModule {
  if (specifier.startsWith("#")) return { target: specifier.slice(1), isFile: true, typeOnly };
  if (specifier.startsWith(".")) {
    return { target: join(dirname(path), specifier).replaceAll("\\", "/"), isFile: true, typeOnly };
  }
  const parts = specifier.split("/");
  const name = parts.slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
  return { target: name, isFile: false, typeOnly };
}
