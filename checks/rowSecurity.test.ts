import type pg from "pg";
import { afterAll, describe, expect, test } from "vitest";
import { openTestHouse } from "#core/testing/house.ts";
import { live } from "./rows.ts";

/** In one dealer's scope, every tenant table against another dealer's rows, whatever the code above would ask for. */
const house = await openTestHouse();
afterAll(() => house.close());

const [mine, theirs] = [await house.dealership(), await house.dealership()];
await live(house, mine);
await live(house, theirs);

const tables = await house.pool.query<{ name: string }>(
  `select c.relname as name from pg_class c join pg_policy p on p.polrelid = c.oid
   where p.polname = 'dealer' and p.polcmd = '*' order by 1`,
);
const names = tables.rows.map(({ name }) => name);

/** Does some work in my scope and takes it back; answers the error's code when Postgres refuses. */
async function asMe<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T | string> {
  const client = await house.pool.connect();
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
  test("shows my rows and none of theirs", async () => {
    for (const { dealer_id } of [mine, theirs]) {
      const count = await house.pool.query(`select from ${name} where dealer_id = $1`, [dealer_id]);
      expect(count.rowCount, `${name} has no row to try with: add it to live() in checks/rows.ts`).toBeGreaterThan(0);
    }
    const seen = await asMe((client) => client.query(`select distinct dealer_id from ${name}`));
    expect(seen).toMatchObject({ rows: [{ dealer_id: mine.dealer_id }] });
  });

  test("takes no row of theirs from me", async () => {
    // What is worked out from the other columns can't be given.
    const given = await house.pool.query<{ columns: string }>(
      `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [name],
    );
    const columns = given.rows[0]?.columns ?? "";
    const copy = `insert into ${name} (${columns}) select ${columns} from jsonb_populate_record(null::${name}, $1)`;
    const row = await house.pool.query(`select to_jsonb(t) as row from ${name} t where dealer_id = $1 limit 1`, [
      theirs.dealer_id,
    ]);
    expect(await asMe((client) => client.query(copy, [row.rows[0].row]))).toBe(insufficientPrivilege);
  });

  test("lets me neither change, move nor delete theirs", async () => {
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

test("there are tables to try", () => {
  expect(names.length).toBeGreaterThan(10);
});
