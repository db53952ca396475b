import { clear, createStore, del, entries, get, set } from "idb-keyval";

interface StoredEntry {
  readonly file: File;
  readonly since: number;
}

/** Files unclaimed for longer than this are deleted. */
const maxAgeMs = 7 * 24 * 3_600_000;

/** Files exceed the quota of localStorage, so they go into IndexedDB. */
const store = createStore("rooftop-files", "waiting");

/** Stores a file across reloads. False where the browser has no room or no storage. */
export async function keepFile(key: string, file: File): Promise<boolean> {
  try {
    await set(key, { file, since: Date.now() } satisfies StoredEntry, store);
    return true;
  } catch {
    return false;
  }
}

/** The stored file; undefined when it no longer exists. */
export async function keptFile(key: string): Promise<File | undefined> {
  return (await get<StoredEntry>(key, store).catch(() => undefined))?.file;
}

export async function dropFile(key: string): Promise<void> {
  await del(key, store).catch(() => undefined);
}

/** Deletes the files that nobody came back for. */
export async function dropOldFiles(now = Date.now()): Promise<void> {
  const all = await entries<string, StoredEntry>(store).catch(() => []);
  for (const [key, { since }] of all) if (now - since > maxAgeMs) await dropFile(key);
}

/** Deletes all files, so that the next user of this browser finds none. */
export async function dropAllFiles(): Promise<void> {
  await clear(store).catch(() => undefined);
}
