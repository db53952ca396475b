import { PgBoss } from "pg-boss";
import type { TestProject } from "vitest/node";
import { migrate } from "#database/migrate.ts";
import { startTestCluster } from "./cluster.ts";

/** Runs before the first test file that needs Postgres: one server, one template. Returns the teardown. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stop, ...testCluster } = await startTestCluster(prepare);
  project.provide("testCluster", testCluster);
  return stop;
}

async function prepare(url: string): Promise<void> {
  await migrate(url);
  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false });
  await boss.start();
  await boss.stop({ graceful: false });
}
