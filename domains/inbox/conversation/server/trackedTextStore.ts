import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import { preparedStatement } from "#core/server/preparedStatement.ts";
import type { Db } from "#core/server/unitOfWork.ts";

/** A stored text and the number that it came to. */
export interface ArrivedText {
  readonly message_id: number;
  /** E.164 */
  readonly to: string;
}

/** Notes the source of the texts that came to a tracking number; the others say nothing of where their sender found us. */
export async function insertTrackedTexts(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  texts: readonly ArrivedText[],
  received_at: Date,
): Promise<void> {
  const ids = texts.map(({ message_id }) => message_id);
  const numbers = texts.map(({ to }) => to);
  await sql`${preparedStatement}
    insert into tracked_texts (dealer_id, message_id, location_id, number, source, received_at)
    select tracked.dealer_id, arrived.id, ${location_id}::bigint, tracked.number, tracked.source, ${received_at}::timestamptz
    from unnest(${ids}::bigint[], ${numbers}::text[]) as arrived (id, called)
      join tracking_numbers as tracked on tracked.dealer_id = ${dealer_id}::bigint and tracked.number = called
        and tracked.state in ('active', 'parked')
    on conflict do nothing`.execute(db);
}
