import { sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";
import type { BounceClass, MailEvent } from "#ports/email/email.ts";
import type { MailAddressKey } from "../../consent/server/store.ts";
import { type PastMailEvent, reportsOfAddress, reportsOfBusiness } from "../rules.ts";

/** Whose report it is, and of which event. */
interface ReportKey {
  readonly dealer_id: number;
  readonly address_id: number;
  readonly event_id: number;
}

/** Stores a report; of one address only the newest stay. */
export async function insertEmailReport(
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

/** An email to one of a campaign's people. */
interface ReportedRecipient {
  readonly dealer_id: number;
  readonly campaign_id: number;
  readonly recipient_n: number;
}

/** What was told about one person's email, newest first, each with the report as it came while it is kept. */
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

export type EmailReportRow = Awaited<ReturnType<typeof recipientReports>>[number];

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

/** Stores an event. @returns its id; undefined when the provider told it before. */
export async function insertMailEvent(
  db: Db,
  { dealer_id, address_id }: MailAddressKey,
  mail: { readonly campaign_id: number | null; readonly recipient_n: number | null },
  { kind, bounce, words, event_id }: MailEvent,
  at: Date,
): Promise<number | undefined> {
  const row = { dealer_id, address_id, ...mail, kind, bounce: bounce ?? null, words, provider_event_id: event_id, at };
  const added = await db
    .insertInto("mail_events")
    .values(row)
    .onConflict((conflict) => conflict.columns(["dealer_id", "provider_event_id", "address_id"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return added?.id;
}

/** The newest events of an address since then, newest first; those before it was taken back don't count any more. */
export async function recentMailEvents(db: Db, { dealer_id, address_id }: MailAddressKey, since: Date) {
  return db
    .selectFrom("mail_events")
    .where("dealer_id", "=", dealer_id)
    .where("address_id", "=", address_id)
    .where("at", ">=", since)
    .where(
      sql<boolean>`at > coalesce((select max(c.at) from mail_consent_events c where c.dealer_id = ${dealer_id}
        and c.address_id = ${address_id} and c.event = 'resubscribed'), '-infinity')`,
    )
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(100)
    .select(["at", sql<PastMailEvent["kind"]>`kind`.as("kind"), sql<PastMailEvent["bounce"]>`bounce`.as("bounce")])
    .execute();
}
