import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Kysely, type Migration, type MigrationProvider, Migrator, PostgresDialect, sql } from "kysely";
import pg from "pg";

const folder = join(import.meta.dirname, "migrations");
const nameOf = (file: string) => file.replace(/\.sql$/, "");
const migrationFiles = async () => (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort();

/** Provides the SQL files as migrations, ordered by their numbers. */
class SqlFileProvider implements MigrationProvider {
  async getMigrations(): Promise<Record<string, Migration>> {
    const entries = (await migrationFiles()).map(async (file) => {
      const text = await readFile(join(folder, file), "utf8");
      return [
        nameOf(file),
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
 * Whether no migration, or every one, has been applied: two queries instead of the migrator's dozen.
 *
 * @throws Error for a schema that a newer version made.
 */
export async function schemaState(owner: pg.Client): Promise<"none" | "older" | "current"> {
  const existing = await owner.query("select to_regclass('kysely_migration') is not null as exists");
  if (!existing.rows[0]?.exists) return "none";
  const applied = await owner.query<{ name: string }>('select name from kysely_migration order by name collate "C"');
  const names = (await migrationFiles()).map(nameOf);
  const newer = applied.rows.find(({ name }) => !names.includes(name));
  if (newer)
    throw new Error(
      `The database's schema is newer than this version of Rooftop: it has ${newer.name}. Start the version that it belongs to, or restore a backup made before it.`,
    );
  if (applied.rows.length === 0) return "none";
  return names.length === applied.rows.length ? "current" : "older";
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
