import type pg from "pg";
import { afterAll, describe, expect, test } from "vitest";
import { startTestApp } from "#testing/testApp.ts";
import { populateTables } from "./populateTables.ts";

/** Row-level security alone, without the app's own checks: one dealer's scope against another dealer's rows, in every tenant table. */
const app = await startTestApp();
afterAll(() => app.close());

const [mine, theirs] = [await app.dealership(), await app.dealership()];
await populateTables(app, mine);
await populateTables(app, theirs);

const tables = await app.pool.query<{ name: string }>(
  `select c.relname as name from pg_class c join pg_policy p on p.polrelid = c.oid
   where p.polname = 'dealer' and p.polcmd = '*' order by 1`,
);
const names = tables.rows.map(({ name }) => name);

/** Runs work in my scope and rolls it back; returns Postgres' error code when it refuses. */
async function asMe<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T | string> {
  const client = await app.pool.connect();
  try {
    await client.query(`begin; set local role rooftop_app; set local app.dealer_id = '${mine.dealer_id}'`);
    return await work(client);
  } catch (error) {
    return (error as pg.DatabaseError).code ?? String(error);
  } finally {
    await client.query("rollback");
    client.release();
  }
}

const insufficientPrivilege = "42501";

describe.each(names)("%s", (name) => {
  test("shows only my rows", async () => {
    for (const { dealer_id } of [mine, theirs]) {
      const count = await app.pool.query(`select from ${name} where dealer_id = $1`, [dealer_id]);
      expect(
        count.rowCount,
        `${name} has no row to test with: add one to populateTables() in checks/sampleRows.ts`,
      ).toBeGreaterThan(0);
    }
    const seen = await asMe((client) => client.query(`select distinct dealer_id from ${name}`));
    expect(seen).toMatchObject({ rows: [{ dealer_id: mine.dealer_id }] });
  });

  test("refuses an insert of their row", async () => {
    // Generated columns cannot be inserted.
    const insertable = await app.pool.query<{ columns: string }>(
      `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [name],
    );
    const columns = insertable.rows[0]?.columns ?? "";
    const copy = `insert into ${name} (${columns}) select ${columns} from jsonb_populate_record(null::${name}, $1)`;
    const row = await app.pool.query(`select to_jsonb(t) as row from ${name} t where dealer_id = $1 limit 1`, [
      theirs.dealer_id,
    ]);
    expect(await asMe((client) => client.query(copy, [row.rows[0].row]))).toBe(insufficientPrivilege);
  });

  test("refuses to update, move or delete their rows", async () => {
    const changed = await asMe((client) =>
      client.query(`update ${name} set dealer_id = dealer_id where dealer_id = ${theirs.dealer_id}`),
    );
    const moved = await asMe((client) => client.query(`update ${name} set dealer_id = ${theirs.dealer_id}`));
    const deleted = await asMe((client) => client.query(`delete from ${name} where dealer_id = ${theirs.dealer_id}`));
    const isNothing = (result: unknown) =>
      result === insufficientPrivilege || (result as pg.QueryResult).rowCount === 0;
    expect([changed, deleted].filter((result) => !isNothing(result))).toEqual([]);
    expect(moved).toBe(insufficientPrivilege);
  });
});

test("the matrix is not empty", () => {
  expect(names.length).toBeGreaterThan(10);
});
