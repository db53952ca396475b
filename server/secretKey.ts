import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * The key that signs codes and links: from the environment, or else generated once and stored in the data folder,
 * readable by its owner only.
 */
export async function loadOrCreateSecretKey(env: { secretKey?: string; dataDir: string }): Promise<string> {
  if (env.secretKey) return env.secretKey;
  const file = join(env.dataDir, "secret.key");
  return (await readKey(file)) ?? (await createKey(file, env.dataDir));
}

async function readKey(file: string): Promise<string | undefined> {
  try {
    const key = (await readFile(file, "utf8")).trim();
    if (key.length >= 32) return key;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
  throw new Error(
    `The secret key in ${file} is damaged. Restore it from a backup, or remove it: codes and file links already sent will stop working. Once there are opt-outs of erased people, Rooftop only starts with the same key.`,
  );
}

/** Links a complete draft to the final name without overwriting, so that two processes starting at once agree on one key. */
async function createKey(file: string, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  await writeFile(draft, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600 });
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(draft);
  return (await readFile(file, "utf8")).trim();
}
