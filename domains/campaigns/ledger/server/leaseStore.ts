import { sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";
import type { CampaignState, RecipientKey } from "../../rules.ts";
import { attemptsOf, campaignsOf, numbersOf } from "./ledgerStore.ts";

/* Attempts whose leases are in their rows: those of mails. Texts have theirs in their intents. */

/** The rows as `c`, for a statement that goes through them. */
const changesOf = (rows: readonly RecipientKey[]) =>
  sql`unnest(${campaignsOf(rows)}::bigint[], ${numbersOf(rows)}::integer[], ${attemptsOf(rows)}::smallint[])
      as c (campaign_id, n, attempt)`;

/** Those of the rows that are still this process's to hand over, each with the state of its campaign. */
export async function leasedRows(db: Db, dealer_id: number, rows: readonly RecipientKey[], now: Date) {
  const { rows: leased } = await sql<{
    campaign_id: number;
    n: number;
    attempt: number;
    attempted_at: Date;
    lease_until: Date;
    campaign_state: CampaignState;
  }>`select r.campaign_id::float8 as campaign_id, r.n, r.attempt, r.attempted_at, r.lease_until, campaigns.state as campaign_state
    from ${changesOf(rows)} cross join lateral (
      -- Each by its key: read as a whole, all that is intended was sorted for every round.
      select * from campaign_recipients own
      where own.dealer_id = ${dealer_id} and own.campaign_id = c.campaign_id and own.n = c.n limit 1) r
    join campaigns on campaigns.dealer_id = ${dealer_id} and campaigns.id = c.campaign_id
    where r.attempt = c.attempt and r.state = 'intended' and r.asked = 0 and r.attempted_at is not null
      and r.lease_until > ${now}`.execute(db);
  return leased;
}

/**
 * Begins an attempt anew: extends the leases of rows that are still this process's to hand over. Whoever waited for too long gets none back:
 * somebody else may be looking the text up at the carrier by now.
 */
export async function renewLeases(
  db: Db,
  dealer_id: number,
  rows: readonly RecipientKey[],
  { now, lease_until }: { readonly now: Date; readonly lease_until: Date },
): Promise<void> {
  await sql`update campaign_recipients r set lease_until = ${lease_until}, attempted_at = ${now}
    from ${changesOf(rows)}
    where r.dealer_id = ${dealer_id} and r.campaign_id = c.campaign_id and r.n = c.n and r.attempt = c.attempt
      and r.state is not distinct from 'intended' and r.asked = 0 and r.lease_until > ${now}`.execute(db);
}
