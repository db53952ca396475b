import type pg from "pg";
import type { Dealership } from "./dealership.ts";

/** Stores many rows, whose foreign keys may dangle, because plans don't notice; then gathers what plans go by. */
export async function storeInBulk(
  pool: pg.Pool,
  tables: readonly string[],
  store: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("set session_replication_role = replica; set statement_timeout = 0");
    await store(client);
    await client.query(`vacuum analyze ${tables.join(", ")}`);
  } finally {
    client.release(true);
  }
}

/** Stores a business's customers, numbered from 1, the even ones at its first location: Kims, and a Zora in each 200. */
export async function storePeople(client: pg.PoolClient, dealer: Dealership, count: number): Promise<void> {
  const { dealer_id, location_id, otherLocation_id } = dealer;
  await client.query(
    `insert into customers (dealer_id, id, location_id, first_name, last_name, phone)
     select $1, n, case when n % 2 = 0 then $2::bigint else $3 end, case when n % 200 = 100 then 'Zora' else 'Kim' end,
       'No ' || n, '+1' || (2000000000 + n) from generate_series(1, $4::int) n`,
    [dealer_id, location_id, otherLocation_id, count],
  );
  await client.query(
    `insert into customer_counts (dealer_id, location_id, list_id, change) values ($1, $2, 0, $3), ($1, $4, 0, $3)`,
    [dealer_id, location_id, count / 2, otherLocation_id],
  );
}
