import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { inject } from "vitest";
import { asAppLogin } from "#database/appLogin.ts";

declare module "vitest" {
  interface ProvidedContext {
    testCluster: { url: string; template: string; prefix: string; appPassword: string };
  }
}

export interface FreshDatabase {
  /** For the owner, who sees and may do everything. */
  url: string;
  /** For the app's login. */
  appUrl: string;
  drop(): Promise<void>;
}

/** A migrated, empty database for one test file, on the Postgres of this test run. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const cluster = inject("testCluster");
  if (!cluster) throw new Error("This test needs a database: run it in the vitest project `http` or `checks`.");
  const name = `${cluster.prefix}${process.pid}_${randomBytes(4).toString("hex")}`;
  await asAdmin(cluster.url, (admin) => copyDatabase(admin, name, cluster.template));
  const url = databaseUrl(cluster.url, name);
  return {
    url,
    appUrl: asAppLogin(url, cluster.appPassword),
    drop: () => asAdmin(cluster.url, (admin) => dropDatabase(admin, name)),
  };
}

/** The URL of another database on the same server. */
export function databaseUrl(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/** Creates a database, empty or as a copy of the template. */
export async function copyDatabase(admin: pg.Client, name: string, template = "template0"): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await admin.query(`create database ${name} template ${template}`);
      return;
    } catch (error) {
      // Postgres refuses to copy a template that another test file is copying.
      const inUse = error instanceof pg.DatabaseError && error.code === "55006";
      if (!inUse || attempt === 100) throw error;
      await sleep(50);
    }
  }
}

/** Drops a database. Closing connections get a moment: cutting them off would fail a test that is already over. */
export async function dropDatabase(admin: pg.Client, name: string): Promise<void> {
  for (const deadline = Date.now() + 2_000; Date.now() < deadline; await sleep(20)) {
    const { rows } = await admin.query("select count(*)::int as open from pg_stat_activity where datname = $1", [name]);
    if (rows[0]?.open === 0) break;
  }
  await admin.query(`drop database if exists ${name} with (force)`);
}

async function asAdmin<T>(url: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}
