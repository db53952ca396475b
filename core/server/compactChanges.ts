import { sql } from "kysely";
import type { Db } from "./unit.ts";

interface Changes {
  /** The table in which every change of a number is a row. */
  readonly table: string;
  /** What the numbers are of; with `id` these columns are the key. */
  readonly of: readonly string[];
  /** The numbers: their sum is what counts. */
  readonly numbers: readonly string[];
}

/**
 * Puts one row in place of the many that have changed a number. Rows that come meanwhile stay beside it, so that the sum is
 * right at every moment; a second run at the same time finds the rows locked and leaves them.
 */
export async function compactChanges(db: Db, { table, of, numbers }: Changes): Promise<void> {
  const counts = sql.table(table);
  const key = sql.join(of.map((column) => sql.ref(column)));
  const columns = sql.join([...of, ...numbers].map((column) => sql.ref(column)));
  const sums = sql.join(numbers.map((column) => sql`sum(${sql.ref(column)})`));
  const isTaken = sql.join(
    [...of, "id"].map((column) => sql`counts.${sql.ref(column)} = taken.${sql.ref(column)}`),
    sql` and `,
  );
  const isAny = sql.join(
    numbers.map((column) => sql`sum(${sql.ref(column)}) <> 0`),
    sql` or `,
  );
  await sql`with taken as (
      select ${key}, id from ${counts}
      where (${key}) in (select ${key} from ${counts} group by ${key} having count(*) > 1)
      for update skip locked
    ), gone as (
      delete from ${counts} as counts using taken where ${isTaken} returning counts.*
    )
    insert into ${counts} (${columns}) select ${key}, ${sums} from gone group by ${key} having ${isAny}`.execute(db);
}
