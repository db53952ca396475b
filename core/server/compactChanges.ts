import { sql } from "kysely";
import type { Db } from "./unitOfWork.ts";

interface ChangeTable {
  /** The table that holds one row per change of a number. */
  readonly table: string;
  /** What the numbers belong to; together with `id` these columns are the key. */
  readonly keyColumns: readonly string[];
  /** The columns whose sums are the current values. */
  readonly summedColumns: readonly string[];
}

/**
 * Replaces the change rows of a number by one row. Rows added meanwhile stay, so the sum is right at every moment; a
 * concurrent run skips the locked rows.
 */
export async function compactChanges(db: Db, { table, keyColumns, summedColumns }: ChangeTable): Promise<void> {
  const counts = sql.table(table);
  const key = sql.join(keyColumns.map((column) => sql.ref(column)));
  const columns = sql.join([...keyColumns, ...summedColumns].map((column) => sql.ref(column)));
  const sums = sql.join(summedColumns.map((column) => sql`sum(${sql.ref(column)})`));
  const matchesTaken = sql.join(
    [...keyColumns, "id"].map((column) => sql`counts.${sql.ref(column)} = taken.${sql.ref(column)}`),
    sql` and `,
  );
  const isNonZero = sql.join(
    summedColumns.map((column) => sql`sum(${sql.ref(column)}) <> 0`),
    sql` or `,
  );
  await sql`with taken as (
      select ${key}, id from ${counts}
      where (${key}) in (select ${key} from ${counts} group by ${key} having count(*) > 1)
      for update skip locked
    ), gone as (
      delete from ${counts} as counts using taken where ${matchesTaken} returning counts.*
    )
    insert into ${counts} (${columns}) select ${key}, ${sums} from gone group by ${key} having ${isNonZero}`.execute(
    db,
  );
}
