import { sql } from "kysely";
import type { Server } from "#core/server/serve.ts";
import { readMailReference } from "#core/server/signedLink.ts";
import type { MailEvent } from "#ports/email/email.ts";
import { lockReported } from "../../sending/server/reports.ts";

/**
 * Stamps what became of a campaign's email on its recipient, also when that is known before the answer is saved. Without a reference that only we can make, nothing changes.
 */
export async function receiveCampaignMailEvent(
  { within, secret }: Pick<Server, "within" | "secret">,
  { kind, bounce, words, references }: MailEvent,
): Promise<void> {
  const found = references.map((reference) => readMailReference([secret], reference)).find((one) => one);
  const [, campaign_id, n, attempt] = found?.ids ?? [];
  const isResult = kind === "delivered" || kind === "bounced" || kind === "complained";
  if (!isResult || !found || !campaign_id || !n || attempt === undefined) return;
  const { dealer_id } = found;
  const mail = sql`dealer_id = ${dealer_id} and campaign_id = ${campaign_id} and n = ${n} and attempt = ${attempt}
    and channel = 'email'`;
  await within.business({ dealer_id }, "the result of a campaign's email", async ({ db, now }) => {
    const at = now();
    await lockReported(db, { dealer_id, campaign_id, n, attempt });
    if (kind === "delivered") {
      await sql`update campaign_recipients set state = 'delivered', error = '', reported_at = ${at},
          handed_at = coalesce(handed_at, ${at}), lease_until = null
        where ${mail} and state in ('intended', 'accepted', 'sent', 'unknown')`.execute(db);
    } else if (kind === "bounced" && bounce) {
      // A server may say that it delivered an email, and send it back later. What it says of an erased person names them.
      await sql`update campaign_recipients set state = 'failed', bounce = ${bounce}, error_code = ${bounce},
          error = case when address = '' then '' else ${words.slice(0, 1_000)} end, reported_at = ${at}, handed_at = coalesce(handed_at, ${at}), lease_until = null
        where ${mail} and state in ('intended', 'accepted', 'sent', 'delivered', 'unknown')`.execute(db);
    } else if (kind === "complained") {
      await sql`update campaign_recipients set complained_at = ${at} where ${mail} and complained_at is null`.execute(
        db,
      );
    }
  });
}
