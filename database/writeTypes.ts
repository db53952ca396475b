import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "./embedded.ts";
import { migrate } from "./migrate.ts";

/*
 * Regenerates types.ts from a fresh, fully migrated database. Run `node bin/types.mjs` after adding a migration.
 */
const root = join(import.meta.dirname, "..");
const dataDir = await mkdtemp(join(tmpdir(), "rooftop-types-"));
const database = await startEmbedded({ dataDir, log: (text) => process.stdout.write(`  ${text}\n`) });
try {
  await migrate(database.url);
  const program = join(root, "node_modules/kysely-codegen/dist/cli/bin.js");
  const env = { ...process.env, DATABASE_URL: database.url };
  process.exitCode = spawnSync(process.execPath, [program], { cwd: root, env, stdio: "inherit" }).status ?? 1;
} finally {
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}
