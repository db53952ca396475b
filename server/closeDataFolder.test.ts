import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { freshDatabase } from "#testing/database.ts";
import { startAppProcess } from "#testing/process.ts";
import { closeDataFolder } from "./closeDataFolder.ts";

/** A data folder as earlier versions left it, with something of somebody else in it and a link out of it. */
async function openFolder() {
  const umask = process.umask();
  const parent = await mkdtemp(join(tmpdir(), "rooftop-data-"));
  onTestFinished(async () => {
    process.umask(umask);
    await rm(parent, { recursive: true });
  });
  const folder = join(parent, "data");
  await mkdir(join(folder, "files/4/media"), { recursive: true });
  for (const file of ["files/4/media/a.jpg", "files/b~type", "rooftop.lock", "notes.txt", "../outside.txt"]) {
    await writeFile(join(folder, file), "x");
    await chmod(join(folder, file), 0o644);
  }
  for (const name of ["", "files", "files/4", "files/4/media"]) await chmod(join(folder, name), 0o755);
  await symlink("../../outside.txt", join(folder, "files/link"));
  return folder;
}

/** The rights of a folder and all that is in it. */
async function rightsIn(folder: string): Promise<Record<string, string>> {
  const names = ["", "../outside.txt", ...(await readdir(folder, { recursive: true }))];
  const rights = names.map(async (name) => [name, ((await stat(join(folder, name))).mode & 0o777).toString(8)]);
  return Object.fromEntries(await Promise.all(rights));
}

const closed = {
  "": "700",
  files: "700",
  "files/4": "700",
  "files/4/media": "700",
  "files/4/media/a.jpg": "600",
  "files/b~type": "600",
  "rooftop.lock": "600",
};
const foreign = { "notes.txt": "644", "../outside.txt": "644", "files/link": "644" };

test("what earlier versions left open is closed to others, and nothing else is touched", async () => {
  const folder = await openFolder();
  expect(await closeDataFolder(folder)).toEqual([]);
  expect(await rightsIn(folder)).toEqual({ ...closed, ...foreign });
});

test("what an interrupted start left open is closed by the next", async () => {
  const folder = await openFolder();
  await chmod(join(folder, "files/4/media/a.jpg"), 0o600);
  await chmod(join(folder, "files/4/media"), 0o700);
  await closeDataFolder(folder);
  expect(await rightsIn(folder)).toMatchObject(closed);
});

test("a new folder is closed, but what others pass through on purpose stays", async () => {
  const folder = join(await openFolder(), "new");
  await closeDataFolder(folder);
  expect(((await stat(folder)).mode & 0o777).toString(8)).toBe("700");
  await chmod(folder, 0o711);
  await closeDataFolder(folder);
  expect(((await stat(folder)).mode & 0o777).toString(8)).toBe("711");
  await chmod(folder, 0o1777);
  await closeDataFolder(folder);
  expect(((await stat(folder)).mode & 0o7777).toString(8)).toBe("1777");
});

test("the app keeps everything that it writes to itself", async () => {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  const folder = await openFolder();
  const app = await startAppProcess(database.url, { DATA_DIR: folder });
  const rights = await rightsIn(folder);
  await app.stop();
  expect(rights).toEqual({ ...closed, ...foreign, "secret.key": "600" });
});
