import pg from "pg";
import { openAppLogin } from "#database/appLogin.ts";
import { assumeStatistics, excludeLedgerKeysFromAnalyze } from "#database/assumedStatistics.ts";
import { migrate, schemaState } from "#database/migrate.ts";
import { requireRoles } from "#database/roles.ts";
import { installJobs, jobsSchema } from "#ports/jobs/pgbossSchema.ts";

export interface PreparedDatabase {
  /** The names of the migrations that were applied. */
  readonly applied: readonly string[];
  /** The URL of the app's own login. */
  readonly appUrl: string;
}

/**
 * Brings a database up to date as its owner, and creates the app's own login there.
 *
 * @param password of that login; by default a new random one.
 */
export async function prepareDatabase(ownerUrl: string, password?: string): Promise<PreparedDatabase> {
  return asOwner(ownerUrl, async (owner) => {
    const applied = await bringUpToDate(owner, ownerUrl);
    const appUrl = await openAppLogin(owner, ownerUrl, { schemas: [jobsSchema], ...(password && { password }) });
    return { applied, appUrl };
  });
}

/** The same for a database whose only login is the owner's, as hosted ones are: returns the applied migrations. */
export function prepareHostedDatabase(ownerUrl: string): Promise<readonly string[]> {
  return asOwner(ownerUrl, (owner) => bringUpToDate(owner, ownerUrl));
}

async function bringUpToDate(owner: pg.Client, ownerUrl: string): Promise<readonly string[]> {
  const state = await schemaState(owner);
  if (state === "none") await requireRoles(owner);
  const applied = state === "current" ? [] : await migrate(ownerUrl);
  if (applied.length > 0) await assumeStatistics(owner);
  await excludeLedgerKeysFromAnalyze(owner);
  await installJobs(owner);
  return applied;
}

/** Milliseconds after which a database that doesn't answer is asked anew. */
const connectMs = 15_000;

async function asOwner<T>(ownerUrl: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: connectMs });
  try {
    await owner.connect();
    return await work(owner);
  } finally {
    await owner.end();
  }
}
