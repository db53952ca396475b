import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { WidgetSettings } from "../contract.ts";

const columns = ["is_on", "sites", "greeting", "closed_greeting", "color", "side", "privacy_url", "terms_url"] as const;

/** A location whose widget has a key. */
export interface KeyHolder extends LocationKey {
  /** True for the key of a snippet that a new one took the place of. */
  readonly isPrevious: boolean;
}

/** A public key's location; a statement across businesses, because a visitor has none. */
export async function locationOfKey(db: Db, key: string, now: Date): Promise<KeyHolder | undefined> {
  const { rows } = await sql<KeyHolder>`
    select dealer_id, location_id, false as "isPrevious" from widgets where key = ${key}
    union all
    select dealer_id, location_id, true from widgets where previous_key = ${key} and previous_until > ${now}
    limit 1`.execute(db);
  return rows[0];
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

const ofLocation = (db: Db, { dealer_id, location_id }: LocationKey) =>
  db.updateTable("widgets").where("dealer_id", "=", dealer_id).where("location_id", "=", location_id);

export async function saveWidget(db: Db, location: LocationKey, settings: WidgetSettings): Promise<void> {
  await ofLocation(db, location).set(settings).execute();
}

/** The old snippet of a location; undefined when there is none, or it stopped working. */
export async function previousKeyOf(db: Db, { dealer_id, location_id }: LocationKey, now: Date) {
  return db
    .selectFrom("widgets")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("previous_until", ">", now)
    .select(["previous_until", "previous_used_at", "previous_used_on"])
    .executeTakeFirst();
}

/** Makes a location's key the previous one and gives it another; false while a previous one still works. */
export async function replaceKey(db: Db, location: LocationKey, key: string, until: Date, now: Date): Promise<boolean> {
  const replaced = await ofLocation(db, location)
    .where((is) => is.or([is("previous_until", "is", null), is("previous_until", "<=", now)]))
    .set((is) => ({
      previous_key: is.ref("key"),
      key,
      previous_until: until,
      previous_used_at: null,
      previous_used_on: "",
    }))
    .returning("key")
    .executeTakeFirst();
  return replaced !== undefined;
}

export async function dropPreviousKey(db: Db, location: LocationKey): Promise<void> {
  const none = { previous_key: null, previous_until: null, previous_used_at: null, previous_used_on: "" };
  await ofLocation(db, location).set(none).execute();
}

/** Notes where the old snippet is still used, at most once an hour: its page is opened often. */
export async function notePreviousUse(db: Db, location: LocationKey, site: string, now: Date): Promise<void> {
  const hourAgo = new Date(now.getTime() - 3_600_000);
  await ofLocation(db, location)
    .where((is) => is.or([is("previous_used_at", "is", null), is("previous_used_at", "<", hourAgo)]))
    .set({ previous_used_at: now, previous_used_on: site })
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

/** What a visitor sent, with everything that was shown and known. */
export interface NewSubmission extends LocationKey {
  /** A sign-up has no message. */
  readonly kind: "message" | "sign_up";
  readonly customer_id: number;
  readonly chat_id: number;
  readonly message_id: number | null;
  readonly phone: string;
  readonly name: string;
  readonly page: string;
  readonly referrer: string;
  readonly campaign: Record<string, string>;
  readonly marketing: 0 | 1;
  readonly ip: string;
  readonly agent: string;
  readonly is_texted: 0 | 1;
  /** Of the token in the browser that wrote it; the same for one form. */
  readonly session_hash: Buffer;
  readonly at: Date;
}

/** Stores what a visitor sent. @returns false when this form was stored before. */
export async function insertSubmission(db: Db, { campaign, ...submission }: NewSubmission): Promise<boolean> {
  const stored = await db
    .insertInto("widget_submissions")
    .values({ ...submission, campaign: JSON.stringify(campaign) })
    .onConflict((conflict) => conflict.columns(["dealer_id", "session_hash"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return stored !== undefined;
}
