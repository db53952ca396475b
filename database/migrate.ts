import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Kysely, type Migration, type MigrationProvider, Migrator, PostgresDialect, sql } from "kysely";
import pg from "pg";

const folder = join(import.meta.dirname, "migrations");

/** Provides the SQL files as migrations, ordered by their numbers. */
class SqlFileProvider implements MigrationProvider {
  async getMigrations(): Promise<Record<string, Migration>> {
    const files = (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort();
    const entries = files.map(async (file) => {
      const text = await readFile(join(folder, file), "utf8");
      return [
        file.replace(/\.sql$/, ""),
        {
          up: (db: Kysely<unknown>) =>
            sql
              .raw(text)
              .execute(db)
              .then(() => {}),
        },
      ];
    });
    return Object.fromEntries(await Promise.all(entries));
  }
}

/**
 * Migrates a database to the latest schema, in one transaction. Several nodes may call it concurrently.
 *
 * @param upTo stops after this migration (its file name without `.sql`); for tests of upgrades.
 * @returns the names of the applied migrations.
 */
export async function migrate(url: string, upTo?: string): Promise<string[]> {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 2 }) }),
  });
  try {
    const migrator = new Migrator({ db, provider: new SqlFileProvider() });
    const { error, results } = upTo ? await migrator.migrateTo(upTo) : await migrator.migrateToLatest();
    if (error) throw error;
    return (results ?? []).map((result) => result.migrationName);
  } finally {
    await db.destroy();
  }
}
