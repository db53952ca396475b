import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { uploads } from "#domains/customers/upload/contract.ts";
import { type FreshDatabase, freshDatabase } from "#testing/database.ts";
import { type AppProcess, eventually, startAppProcess } from "#testing/process.ts";
import { type SamplePerson, sampleOwner } from "#testing/samplePerson.ts";

let database: FreshDatabase;
let db: pg.Pool;
const cleanups: (() => unknown)[] = [];

beforeEach(async () => {
  database = await freshDatabase();
  db = new pg.Pool({ connectionString: database.url, max: 3 });
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  await db.end();
  await database.drop();
});

async function startApp(): Promise<AppProcess> {
  const app = await startAppProcess(database.url);
  cleanups.push(() => app.kill());
  return app;
}

const count = 8000;
const csv_file = `Phone,First name\n${Array.from({ length: count }, (_, n) => `${2_122_000_000 + n},Person ${n}`).join("\n")}`;

async function startImport({ call }: SamplePerson): Promise<number> {
  const { data } = await call(uploads.csvCopy, { body: { csv_file } });
  const body = { upload_id: data.upload.id, list_id: "new", list_title: "Killed", consent: 1 };
  await call(uploads.copyFromTemp, { body });
  return data.upload.id;
}

/** How many of the import's rows are committed. */
async function importedRows(id: number) {
  const { rows } = await db.query(
    `select (select count(*) from customers where upload_id = $1)::int as customers,
       (select count(*) from list_members m join uploads u on u.list_id = m.list_id where u.id = $1)::int as members,
       (select count(*) from consent_events where upload_id = $1)::int as events`,
    [id],
  );
  return rows[0];
}

const stateOf = async (id: number) => (await db.query("select state from uploads where id = $1", [id])).rows[0]?.state;

/** Blocks writes to a table until the returned function is called. */
async function blockWrites(table: string): Promise<() => Promise<void>> {
  const blocker = await db.connect();
  await blocker.query(`begin; lock table ${table} in share mode`);
  return async () => {
    await blocker.query("rollback");
    blocker.release();
  };
}

/** Resolves once a matching statement waits for the blocked table. */
async function waitUntilBlocked(like: string): Promise<void> {
  await eventually(async () => {
    const { rows } = await db.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ilike $1",
      [`%${like}%`],
    );
    expect(rows.length).toBeGreaterThan(0);
  });
}

test.each(["customers", "list_members"])(
  "kill -9 while writing %s leaves nothing of the import, and a restart imports everything exactly once",
  async (table) => {
    const first = await startApp();
    const owner = await sampleOwner(first.url);
    const unblock = await blockWrites(table);
    const id = await startImport(owner);
    await waitUntilBlocked(`insert into ${table}`);
    await first.kill();
    await unblock();
    // Postgres rolls the dead process's transaction back once it notices the lost connection.
    await eventually(async () => {
      const { rows } = await db.query(
        "select from pg_stat_activity where datname = current_database() and application_name = 'rooftop'",
      );
      expect(rows).toEqual([]);
    });
    expect(await stateOf(id)).not.toBe("done");
    expect(await importedRows(id)).toEqual({ customers: 0, members: 0, events: 0 });

    const second = await startApp();
    await eventually(async () => expect(await stateOf(id)).toBe("done"), 90_000);
    expect(await importedRows(id)).toEqual({ customers: count, members: count, events: count });
    const { data } = await (await sampleOwner(second.url)).call(uploads.one, { params: { id } });
    expect(data).toMatchObject({ list_title: "Killed", counts: { total: count, added: count, attested: count } });
    const { rows } = await db.query("select status from customer_lists where title = 'Killed'");
    expect(rows).toEqual([{ status: 1 }]);
    await second.stop();
  },
  240_000,
);
