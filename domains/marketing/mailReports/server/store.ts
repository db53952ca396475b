import { sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";
import type { BounceClass, MailEvent } from "#ports/email/email.ts";
import { reportsOfAddress, reportsOfBusiness } from "../rules.ts";

/** Whose report it is, and of which event. */
interface ReportKey {
  readonly dealer_id: number;
  readonly address_id: number;
  readonly event_id: number;
}

/** Stores a report; of one address only the newest stay. */
export async function insertMailReport(
  db: Db,
  { dealer_id, address_id, event_id }: ReportKey,
  report: { readonly raw: string; readonly is_cut: boolean },
  at: Date,
): Promise<void> {
  await db
    .insertInto("mail_reports")
    .values({ dealer_id, address_id, event_id, ...report, at })
    .execute();
  await sql`
    delete from mail_reports where dealer_id = ${dealer_id} and event_id in (
      select event_id from mail_reports where dealer_id = ${dealer_id} and address_id = ${address_id}
      order by at desc, event_id desc offset ${reportsOfAddress})`.execute(db);
}

/** A mail to one of a campaign's people. */
export interface ReportedRecipient {
  readonly dealer_id: number;
  readonly campaign_id: number;
  readonly recipient_n: number;
}

/** What was told about one person's mail, newest first, each with the report as it came while it is kept. */
export async function recipientReports(db: Db, { dealer_id, campaign_id, recipient_n }: ReportedRecipient) {
  return db
    .selectFrom("mail_events as e")
    .leftJoin("mail_reports as r", (join) =>
      join.onRef("r.dealer_id", "=", "e.dealer_id").onRef("r.event_id", "=", "e.id"),
    )
    .where("e.dealer_id", "=", dealer_id)
    .where("e.campaign_id", "=", campaign_id)
    .where("e.recipient_n", "=", recipient_n)
    .orderBy("e.at", "desc")
    .orderBy("e.id", "desc")
    .limit(20)
    .select(["e.id", "e.at", "e.words", "r.raw", "r.is_cut"])
    .select([sql<MailEvent["kind"]>`e.kind`.as("kind"), sql<BounceClass | null>`e.bounce`.as("bounce")])
    .execute();
}

export type MailReportRow = Awaited<ReturnType<typeof recipientReports>>[number];

/** Deletes reports from before then, and the oldest of businesses that have too many. @returns how many. */
export async function deleteOldReports(db: Db, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from mail_reports where at < ${before} or (dealer_id, event_id) in (
      select dealer_id, event_id from (
        select dealer_id, event_id, row_number() over (partition by dealer_id order by at desc, event_id desc) as place
        from mail_reports) as placed
      where place > ${reportsOfBusiness})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
