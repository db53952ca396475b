import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { WidgetSettings } from "../contract.ts";

const columns = ["is_on", "sites", "greeting", "closed_greeting", "color", "side", "privacy_url"] as const;

/** The location that a public key stands for; a statement in all rows, because a visitor is nobody's. */
export async function locationOfKey(db: Db, key: string): Promise<LocationKey | undefined> {
  return db.selectFrom("widgets").where("key", "=", key).select(["dealer_id", "location_id"]).executeTakeFirst();
}

/** A location's widget; every location has one from its beginning. */
export async function widgetOf(db: Db, { dealer_id, location_id }: LocationKey) {
  const row = await db
    .selectFrom("widgets")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .select(["key", ...columns])
    .executeTakeFirstOrThrow();
  return { ...row, is_on: row.is_on === 1 ? 1 : 0, side: row.side === "left" ? "left" : "right" } as const;
}

export async function saveWidget(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  settings: WidgetSettings,
): Promise<void> {
  await db
    .updateTable("widgets")
    .set(settings)
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .execute();
}

/** The websites from which visitors of a location wrote, those that most wrote from first. */
export async function sitesSeen(db: Db, { dealer_id, location_id }: LocationKey, since: Date): Promise<string[]> {
  const { rows } = await sql<{ site: string }>`
    select substring(page from '^https?://([^/]+)') as site from widget_submissions
    where dealer_id = ${dealer_id} and location_id = ${location_id} and at >= ${since} and page <> ''
    group by 1 order by count(*) desc, 1 limit 10`.execute(db);
  return rows.map(({ site }) => site);
}

/** True when a widget of the business texted this phone since then, whoever typed it. */
export async function wasTexted(db: Db, dealer_id: number, phone: string, since: Date): Promise<boolean> {
  const { rows } = await sql<{ was: boolean }>`
    select exists (select from widget_submissions where dealer_id = ${dealer_id} and phone = ${phone}
      and at > ${since} and is_texted = 1) as was`.execute(db);
  return rows[0]?.was ?? false;
}

/** A visitor's message with everything that was shown and known. */
export interface NewSubmission extends LocationKey {
  readonly customer_id: number;
  readonly chat_id: number;
  readonly message_id: number;
  readonly phone: string;
  readonly name: string;
  readonly page: string;
  readonly referrer: string;
  readonly campaign: Record<string, string>;
  readonly marketing: 0 | 1;
  readonly ip: string;
  readonly agent: string;
  readonly is_texted: 0 | 1;
  readonly at: Date;
}

export async function insertSubmission(db: Db, { campaign, ...submission }: NewSubmission): Promise<void> {
  await db
    .insertInto("widget_submissions")
    .values({ ...submission, campaign: JSON.stringify(campaign) })
    .execute();
}
