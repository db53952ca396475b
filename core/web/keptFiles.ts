import { clear, createStore, del, entries, get, set } from "idb-keyval";

interface Kept {
  readonly file: File;
  readonly since: number;
}

/** Whoever let a file lie for longer than this, in milliseconds, has forgotten it. */
const filesKeptFor = 7 * 24 * 3_600_000;

/** Files are too large for the browser's other storage. */
const store = createStore("rooftop-files", "waiting");

/** Keeps a file over a reload. False where the browser has no room for it, or keeps nothing. */
export async function keepFile(key: string, file: File): Promise<boolean> {
  try {
    await set(key, { file, since: Date.now() } satisfies Kept, store);
    return true;
  } catch {
    return false;
  }
}

/** The file that was kept; undefined when it is there no more. */
export async function keptFile(key: string): Promise<File | undefined> {
  return (await get<Kept>(key, store).catch(() => undefined))?.file;
}

export async function dropFile(key: string): Promise<void> {
  await del(key, store).catch(() => undefined);
}

/** Drops the files that nobody came back for. */
export async function dropOldFiles(now = Date.now()): Promise<void> {
  const all = await entries<string, Kept>(store).catch(() => []);
  for (const [key, { since }] of all) if (now - since > filesKeptFor) await dropFile(key);
}

/** Drops all: whoever comes next to this browser finds none. */
export async function dropAllFiles(): Promise<void> {
  await clear(store).catch(() => undefined);
}
