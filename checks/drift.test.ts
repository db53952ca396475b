import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase } from "#testing/database.ts";
import { root } from "./sources.ts";

let database: FreshDatabase;

beforeAll(async () => {
  database = await freshDatabase();
});

afterAll(() => database?.drop());

test("database/types.ts matches the migrated database; regenerate it with kysely-codegen", async () => {
  const program = join(root, "node_modules/kysely-codegen/dist/cli/bin.js");
  const verify = promisify(execFile)(process.execPath, [program, "--verify"], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: database.url },
  });
  await expect(verify).resolves.toBeDefined();
});
