import { readdir } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { migrate } from "#database/migrate.ts";
import { copyDatabase, databaseUrl, dropDatabase } from "#testing/database.ts";
import { isDeep } from "#testing/deep.ts";
import { describeSchema } from "./catalog.ts";
import { root } from "./sources.ts";

const files = (await readdir(join(root, "database/migrations"))).sort();
const names = files.map((file) => file.replace(/\.sql$/, ""));

let made = 0;

/** The schema that a new, empty database has after migrating to each of these in turn, and then to the newest. */
async function schemaAfter(stops: readonly string[]): Promise<string[]> {
  const { url, prefix } = inject("testCluster");
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const name = `${prefix}upgrade_${process.pid}_${++made}`;
  try {
    await copyDatabase(admin, name);
    for (const stop of stops) await migrate(databaseUrl(url, name), stop);
    await migrate(databaseUrl(url, name));
    const db = new pg.Client({ connectionString: databaseUrl(url, name) });
    await db.connect();
    return await describeSchema(db).finally(() => db.end());
  } finally {
    await dropDatabase(admin, name);
    await admin.end();
  }
}

const fresh = schemaAfter([]);

test("migrations are numbered one after the other", () => {
  expect(files.map((file) => file.slice(0, 5))).toEqual(files.map((_, at) => `${String(at + 1).padStart(4, "0")}_`));
});

test("a fresh database has a schema", async () => {
  expect((await fresh).length).toBeGreaterThan(200);
});

test("a database that took every version in turn has the schema of a fresh one", { timeout: 120_000 }, async () => {
  expect(await schemaAfter(names)).toEqual(await fresh);
});

/** Each version that somebody may upgrade from; usually every eighth of them, and the newest three. */
const versions = names.slice(0, -1).filter((_, at, all) => isDeep || at % 8 === 0 || at >= all.length - 3);

test.each(versions)("a database upgraded from %s has the schema of a fresh one", async (name) => {
  expect(await schemaAfter([name])).toEqual(await fresh);
});
