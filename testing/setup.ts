import type { TestProject } from "vitest/node";
import { prepareDatabase } from "#server/prepareDatabase.ts";
import { startTestCluster } from "./cluster.ts";
import { stampByTestTime } from "./testTime.ts";

/** Runs before the first test file that needs Postgres: one server, one template. Returns the teardown. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stop, ...testCluster } = await startTestCluster(async (url, appPassword) => {
    await prepareDatabase(url, appPassword);
    await stampByTestTime(url);
  });
  project.provide("testCluster", testCluster);
  return stop;
}
