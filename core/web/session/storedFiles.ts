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
export async function storeFile(key: string, file: File): Promise<boolean> {
  try {
    await set(key, { file, since: Date.now() } satisfies StoredEntry, store);
    return true;
  } catch {
    return false;
  }
}

/** The stored file; undefined when it no longer exists. */
export async function loadStoredFile(key: string): Promise<File | undefined> {
  return (await get<StoredEntry>(key, store).catch(() => undefined))?.file;
}

export async function deleteStoredFile(key: string): Promise<void> {
  await del(key, store).catch(() => undefined);
}

/** Deletes the files that nobody came back for. */
export async function deleteOldStoredFiles(now = Date.now()): Promise<void> {
  const all = await entries<string, StoredEntry>(store).catch(() => []);
  for (const [key, { since }] of all) if (now - since > maxAgeMs) await deleteStoredFile(key);
}

/** Deletes all files, so that the next user of this browser finds none. */
export async function deleteAllStoredFiles(): Promise<void> {
  await clear(store).catch(() => undefined);
}
