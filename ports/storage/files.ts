import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { checkedKey } from "./keys.ts";
import type { Storage } from "./storage.ts";

/** No key can contain this, so nothing beside a file is ever taken for another file. */
const typeSuffix = "~type";

/** Keeps files under a folder of this machine. */
export function createFileStorage({ folder }: { folder: string }): Storage {
  const pathOf = (key: string) => join(folder, checkedKey(key));

  return {
    async put(key, bytes, type) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      // The type first: a file that can be seen has its type.
      await writeWhole(path, bytes, () => writeWhole(`${path}${typeSuffix}`, Buffer.from(type)));
    },

    async get(key) {
      const path = pathOf(key);
      const found = await orUndefined(stat(path));
      if (!found?.isFile()) return undefined;
      const type = await orUndefined(readFile(`${path}${typeSuffix}`, "utf8"));
      return {
        type: type ?? "application/octet-stream",
        size: found.size,
        stream: (part) => createReadStream(path, part),
      };
    },

    async remove(key) {
      const path = pathOf(key);
      await rm(path, { force: true });
      await rm(`${path}${typeSuffix}`, { force: true });
    },
  };
}

/** Writes beside and renames, so that a reader and a crash see the old file or the new one, never a part. */
async function writeWhole(
  path: string,
  bytes: Uint8Array | Readable,
  beforeShown?: () => Promise<void>,
): Promise<void> {
  const draft = `${path}~${randomUUID()}`;
  try {
    const file = await open(draft, "wx", 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await beforeShown?.();
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
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
