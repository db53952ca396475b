import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { checkedKey } from "./keys.ts";
import type { Storage } from "./storage.ts";

/** No valid key contains `~`, so a side file never collides with another file. */
const typeSuffix = "~type";

/** Stores files in a local folder. */
export function createFileStorage({ folder }: { folder: string }): Storage {
  const pathOf = (key: string) => join(folder, checkedKey(key));

  return {
    async put(key, bytes, type) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // The type comes first, so every visible file has one.
      await writeAtomically(path, bytes, () => writeAtomically(`${path}${typeSuffix}`, Buffer.from(type)));
    },

    async get(key) {
      const path = pathOf(key);
      const stats = await orUndefined(stat(path));
      if (!stats?.isFile()) return undefined;
      const type = await orUndefined(readFile(`${path}${typeSuffix}`, "utf8"));
      return {
        type: type ?? "application/octet-stream",
        size: stats.size,
        stream: (range) => createReadStream(path, range),
      };
    },

    async remove(key) {
      const path = pathOf(key);
      await rm(path, { force: true });
      await rm(`${path}${typeSuffix}`, { force: true });
    },
  };
}

/** Writes a temporary file and renames it, so readers never see a partial file, even after a crash. */
async function writeAtomically(
  path: string,
  bytes: Uint8Array | Readable,
  beforeRename?: () => Promise<void>,
): Promise<void> {
  const temporary = `${path}~${randomUUID()}`;
  try {
    const file = await open(temporary, "wx", 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await beforeRename?.();
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function orUndefined<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  }
}
