import { sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";
import type { BounceClass } from "#ports/email/email.ts";
import type { RecipientKey } from "../../rules.ts";
import type { CampaignKey } from "../../server/campaignStore.ts";

/** Keeps the addresses that a campaign's mail leads to, each under its place in the mail. */
export async function insertLinks(db: Db, { dealer_id, campaign_id }: CampaignKey, urls: readonly string[]) {
  if (urls.length === 0) return;
  const rows = urls.map((url, index) => ({ dealer_id, campaign_id, n: index + 1, url }));
  await db
    .insertInto("campaign_links")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A mail that servers don't take now. */
export interface DelayedMail extends RecipientKey {
  readonly due_at: Date;
}

/** Puts mails back into the queue until servers may take them, and notes since when they don't. */
export async function delayMails(db: Db, dealer_id: number, mails: readonly DelayedMail[], now: Date): Promise<void> {
  if (mails.length === 0) return;
  await sql`update campaign_recipients r set state = 'pending', due_at = c.due_at, lease_until = null,
      delayed_since = coalesce(r.delayed_since, ${now})
    from unnest(${mails.map(({ campaign_id }) => campaign_id)}::bigint[], ${mails.map(({ n }) => n)}::integer[],
      ${mails.map(({ attempt }) => attempt)}::smallint[],
      ${mails.map(({ due_at }) => due_at.toISOString())}::timestamptz[]) as c (campaign_id, n, attempt, due_at)
    where r.dealer_id = ${dealer_id} and r.campaign_id = c.campaign_id and r.n = c.n and r.attempt = c.attempt
      and r.state = 'intended'`.execute(db);
}

/** Notes why a mail server sent a mail back, or didn't take it. */
export async function stampBounce(
  db: Db,
  { dealer_id, campaign_id, n }: Omit<RecipientKey, "attempt">,
  bounce: BounceClass,
): Promise<void> {
  await db
    .updateTable("campaign_recipients")
    .set({ bounce })
    .where("dealer_id", "=", dealer_id)
    .where("campaign_id", "=", campaign_id)
    .where("n", "=", n)
    .execute();
}

/**
 * Ends the wait for mails whose answer is overdue. One that was never begun is due again. No mail server can be asked
 * about the others, and no mail is better than the same one twice.
 */
export async function settleMails(db: Db, dealer_id: number, now: Date): Promise<void> {
  await sql`update campaign_recipients set state = case when attempted_at is null then 'pending' else 'unknown' end,
      error = case when attempted_at is null then '' else ${unknownText} end, handed_at = attempted_at, lease_until = null
    where dealer_id = ${dealer_id} and state = 'intended' and channel = 'email' and lease_until <= ${now}`.execute(db);
}

/** What stands at a mail of which nobody knows. */
export const unknownText = "We could not find out whether this email was sent.";
