import type pg from "pg";
import { getConstructionPlans, getMigrationPlans } from "pg-boss";
import packageJson from "pg-boss/package.json" with { type: "json" };

/** The schema of the queue's tables. */
export const jobsSchema = "pgboss";

/** The database roles that enqueue: they may add jobs but not read them. */
const enqueuers = "rooftop_app, rooftop_platform";

/** Creates or upgrades the queue's tables as their owner, so that the app needs no right to. Nodes take turns. */
export async function installJobs(owner: pg.Client): Promise<void> {
  const installed = await installedVersion(owner);
  if (installed > packageJson.pgboss.schema)
    throw new Error(
      `The job queue's schema is newer than this version of Rooftop: it has version ${installed}. Start the version that it belongs to, or restore a backup made before it.`,
    );
  if (installed === packageJson.pgboss.schema) return;
  const lock = "hashtext('rooftop jobs')";
  await owner.query(`select pg_advisory_lock(${lock})`);
  try {
    const version = await installedVersion(owner);
    if (version === 0) await owner.query(getConstructionPlans(jobsSchema));
    else if (version < packageJson.pgboss.schema) await owner.query(getMigrationPlans(jobsSchema, version));
    await owner.query(
      `grant usage on schema ${jobsSchema} to ${enqueuers};
       grant select on ${jobsSchema}.queue to ${enqueuers};
       grant insert, select (id, start_after) on ${jobsSchema}.job_common to ${enqueuers}`,
    );
  } finally {
    await owner.query(`select pg_advisory_unlock(${lock})`);
  }
}

/** The version of the tables; 0 without any. */
async function installedVersion(owner: pg.Client): Promise<number> {
  const table = `${jobsSchema}.version`;
  const { rows } = await owner.query("select to_regclass($1) is not null as installed", [table]);
  if (!rows[0]?.installed) return 0;
  return Number((await owner.query(`select version from ${table}`)).rows[0]?.version ?? 0);
}
