import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./sources.ts";

/** The server's sources in a temporary folder, to be changed and imported without touching the project. */
export interface ProjectCopy {
  /** Imports a module of the copy; its type is the original's. */
  load<Module>(path: string): Promise<Module>;
  write(path: string, text: string): Promise<void>;
  /** Replaces the only occurrence of a text. */
  replace(path: string, text: string, replacement: string): Promise<void>;
  remove(): Promise<void>;
}

const folders = ["core", "database", "domains", "ports", "server", "simulator", "testing"];

export async function copyProject(): Promise<ProjectCopy> {
  const folder = await mkdtemp(join(tmpdir(), "rooftop-copy-"));
  const isNeeded = (path: string) => !/[\\/]web$/.test(path);
  for (const name of folders) {
    await cp(join(root, name), join(folder, name), { recursive: true, filter: isNeeded });
  }
  await cp(join(root, "package.json"), join(folder, "package.json"));
  await symlink(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  const read = (path: string) => readFile(join(folder, path), "utf8");
  const write = (path: string, text: string) => writeFile(join(folder, path), text);
  return {
    load: (path) => import(join(folder, path)),
    write,
    async replace(path, text, replacement) {
      const parts = (await read(path)).split(text);
      if (parts.length !== 2) throw new Error(`${path} has ${text} ${parts.length - 1} times`);
      await write(path, parts.join(replacement));
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
