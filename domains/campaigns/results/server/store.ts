import { sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";
import type { RecipientKey } from "../../rules.ts";
import type { EmailVisit } from "../rules.ts";

/** One person's email of a campaign. */
export type EmailKey = Omit<RecipientKey, "attempt">;

/** Whose email it is; undefined for an unknown one. */
export async function recipientOf(db: Db, { dealer_id, campaign_id, n }: EmailKey) {
  return db
    .selectFrom("campaign_recipients")
    .where("dealer_id", "=", dealer_id)
    .where("campaign_id", "=", campaign_id)
    .where("n", "=", n)
    .where("channel", "=", "email")
    .select(["location_id", "customer_id", "address", "handed_at"])
    .executeTakeFirst();
}

/** Locks it, so that visits at the same time are judged one after the other. */
export async function lockEmail(db: Db, { dealer_id, campaign_id, n }: EmailKey): Promise<Date | null | undefined> {
  const row = await db
    .selectFrom("campaign_recipients")
    .where("dealer_id", "=", dealer_id)
    .where("campaign_id", "=", campaign_id)
    .where("n", "=", n)
    .where("channel", "=", "email")
    .select("handed_at")
    .forUpdate()
    .executeTakeFirst();
  return row?.handed_at;
}

export async function visitsOf(db: Db, { dealer_id, campaign_id, n }: EmailKey): Promise<EmailVisit[]> {
  return db
    .selectFrom("campaign_visits")
    .where("dealer_id", "=", dealer_id)
    .where("campaign_id", "=", campaign_id)
    .where("recipient_n", "=", n)
    .select(["id", "link_n", "at", "is_machine", sql<EmailVisit["kind"]>`kind`.as("kind")])
    .orderBy("at")
    .execute();
}

export async function insertVisit(db: Db, { dealer_id, campaign_id, n }: EmailKey, visit: Omit<EmailVisit, "id">) {
  await db
    .insertInto("campaign_visits")
    .values({ dealer_id, campaign_id, recipient_n: n, ...visit })
    .execute();
}

export async function markMachines(db: Db, dealer_id: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable("campaign_visits")
    .set({ is_machine: true })
    .where("dealer_id", "=", dealer_id)
    .where("id", "in", [...ids])
    .execute();
}

export async function stampVisits(
  db: Db,
  { dealer_id, campaign_id, n }: EmailKey,
  stamps: { opened_at: Date | null; clicked_at: Date | null; machine_opened_at: Date | null },
): Promise<void> {
  await db
    .updateTable("campaign_recipients")
    .set(stamps)
    .where("dealer_id", "=", dealer_id)
    .where("campaign_id", "=", campaign_id)
    .where("n", "=", n)
    .execute();
}

/** Where a link leads, as written; undefined for an unknown one. */
export async function linkUrl(db: Db, dealer_id: number, campaign_id: number, n: number): Promise<string | undefined> {
  const row = await db
    .selectFrom("campaign_links")
    .where("dealer_id", "=", dealer_id)
    .where("campaign_id", "=", campaign_id)
    .where("n", "=", n)
    .select("url")
    .executeTakeFirst();
  return row?.url;
}
