import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { loadOrCreateSecretKey } from "./secretKey.ts";

async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), "rooftop-key-"));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

test("is generated once and readable by its owner only", async () => {
  const dataDir = join(await temporaryFolder(), "data");
  const keys = await Promise.all([loadOrCreateSecretKey({ dataDir }), loadOrCreateSecretKey({ dataDir })]);
  expect(keys[0]).toMatch(/^[\w-]{43}$/);
  expect(new Set([...keys, await loadOrCreateSecretKey({ dataDir })]).size).toBe(1);
  expect((await stat(join(dataDir, "secret.key"))).mode & 0o777).toBe(0o600);
  expect(await readdir(dataDir)).toEqual(["secret.key"]);
});

test("the environment's key wins and creates no file", async () => {
  const dataDir = await temporaryFolder();
  expect(await loadOrCreateSecretKey({ dataDir, secretKey: "from the environment" })).toBe("from the environment");
  expect(await readdir(dataDir)).toEqual([]);
});

test("rejects a damaged file instead of replacing it", async () => {
  const dataDir = await temporaryFolder();
  await writeFile(join(dataDir, "secret.key"), "");
  await expect(loadOrCreateSecretKey({ dataDir })).rejects.toThrow("is damaged");
});
