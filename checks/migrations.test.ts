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

/** Versions that somebody may upgrade from; usually every sixteenth of them, and the newest two. */
const upgradedFrom = names.slice(0, -1).filter((_, at, all) => isDeep || at % 16 === 8 || at >= all.length - 2);

const { url, prefix } = inject("testCluster");
const databaseNamed = (name: string) => `${prefix}${name}_${process.pid}`;

async function withAdmin<T>(work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  return await work(admin).finally(() => admin.end());
}

/** The schema of a database after it is migrated to the newest version; drops it. */
async function newestSchemaOf(name: string): Promise<string[]> {
  await migrate(databaseUrl(url, name));
  const db = new pg.Client({ connectionString: databaseUrl(url, name) });
  await db.connect();
  const schema = await describeSchema(db).finally(() => db.end());
  await withAdmin((admin) => dropDatabase(admin, name));
  return schema;
}

async function freshSchema(): Promise<string[]> {
  const name = databaseNamed("fresh");
  await withAdmin((admin) => copyDatabase(admin, name));
  return await newestSchemaOf(name);
}

/** Takes every version in turn, and leaves a copy of the database at each version that somebody upgrades from. */
async function takeEveryVersion(): Promise<string> {
  const name = databaseNamed("walked");
  await withAdmin(async (admin) => {
    await copyDatabase(admin, name);
    for (const version of names) {
      await migrate(databaseUrl(url, name), version);
      if (upgradedFrom.includes(version)) await copyDatabase(admin, databaseNamed(version), name);
    }
  });
  return name;
}

const fresh = await freshSchema();
const walked = await takeEveryVersion();

test("migrations are numbered one after the other", () => {
  expect(files.map((file) => file.slice(0, 5))).toEqual(files.map((_, at) => `${String(at + 1).padStart(4, "0")}_`));
});

test("a fresh database has a schema", () => {
  expect(fresh.length).toBeGreaterThan(200);
});

test("a database that took every version in turn has the schema of a fresh one", async () => {
  expect(await newestSchemaOf(walked)).toEqual(fresh);
});

test.each(upgradedFrom)("a database upgraded from %s has the schema of a fresh one", async (version) => {
  expect(await newestSchemaOf(databaseNamed(version))).toEqual(fresh);
});
