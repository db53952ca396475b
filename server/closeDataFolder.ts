import { chmod, lstat, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";

/** What Rooftop itself keeps in the data folder. Postgres sees to its own folder, and anything else is not ours. */
const ours = ["files", "secret.key", "rooftop.lock", "rooftop.lock-journal", "rooftop.pid", "postgres.log"];
const othersRights = 0o077;
/** Folders such as /tmp, which everybody writes to. */
const sticky = 0o1000;

/**
 * Creates the data folder and closes it, with what earlier versions left open in it, to all other users of the machine.
 * New files are closed from the start by the process's umask. Returns what belongs to somebody else and stays open.
 */
export async function closeDataFolder(folder: string): Promise<string[]> {
  process.umask(othersRights);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { mode } = await lstat(folder);
  const isOpen = (mode & sticky) === 0 && (mode & othersRights & ~0o011) !== 0;
  const foreign = isOpen ? await restrict(folder, 0o700) : [];
  for (const name of ours) foreign.push(...(await close(join(folder, name))));
  return foreign;
}

/** A folder's own rights change last: while they are open, the next start knows that its files are not all closed. */
async function close(path: string): Promise<string[]> {
  const stats = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (!stats || stats.isSymbolicLink() || (stats.mode & othersRights) === 0) return [];
  if (!stats.isDirectory()) return restrict(path, 0o600);
  const foreign: string[] = [];
  for (const name of await readdir(path)) foreign.push(...(await close(join(path, name))));
  return [...foreign, ...(await restrict(path, 0o700))];
}

async function restrict(path: string, mode: number): Promise<string[]> {
  try {
    await chmod(path, mode);
    return [];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") throw error;
    return [path];
  }
}
