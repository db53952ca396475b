import { sql } from "kysely";
import type { Server } from "#core/server/serve.ts";

/**
 * Puts one row in place of the many that have changed a number of customers. Rows that come meanwhile stay beside it, so
 * that the sum is right at every moment; a second run at the same time finds the rows locked and leaves them.
 */
export async function compactCounts({ within }: Pick<Server, "within">): Promise<void> {
  await within.platform("compact customer counts", async ({ db }) => {
    await sql`with taken as (
        select dealer_id, location_id, list_id, id from customer_counts
        where (dealer_id, location_id, list_id) in (
          select dealer_id, location_id, list_id from customer_counts group by 1, 2, 3 having count(*) > 1
        )
        for update skip locked
      ), gone as (
        delete from customer_counts as counts using taken
        where counts.dealer_id = taken.dealer_id and counts.location_id = taken.location_id
          and counts.list_id = taken.list_id and counts.id = taken.id
        returning counts.*
      )
      insert into customer_counts (dealer_id, location_id, list_id, change)
      select dealer_id, location_id, list_id, sum(change) from gone group by 1, 2, 3 having sum(change) <> 0`.execute(
      db,
    );
  });
}
