import { sql } from "kysely";
import { orNotFound } from "#core/failure.ts";
import type { LocationKey } from "#core/people.ts";
import { rangeOf } from "#core/periods.ts";
import { lockByName } from "#core/server/advisoryLock.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { locationById } from "#domains/locations/server/public.ts";
import { hoursToSend } from "../../invites/rules.ts";
import { defaultLowRating } from "../../reviews/rules.ts";
import type { Language } from "../fields.ts";
import { defaultWords, type InviteGoal, type InviteWords, inviteGoalOf } from "../rules.ts";

export interface InviteSettings {
  readonly monthly_goal: number;
  readonly cooldown_days: number;
  readonly reminder_days: number;
  readonly low_rating: number;
  /** Whether invites by text take a picture along, and which: 1 to 5. */
  readonly with_image: 0 | 1;
  readonly image: number;
}

const defaults: InviteSettings = {
  monthly_goal: 0,
  cooldown_days: 60,
  reminder_days: 3,
  low_rating: defaultLowRating,
  with_image: 0,
  image: 1,
};

/** A location's settings, or the defaults. */
export async function settingsOf(db: Db, { dealer_id, location_id }: LocationKey): Promise<InviteSettings> {
  const row = await db
    .selectFrom("review_settings")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .select(["monthly_goal", "cooldown_days", "reminder_days", "low_rating", "image"])
    .select(sql<0 | 1>`with_image`.as("with_image"))
    .executeTakeFirst();
  return row ?? defaults;
}

export async function saveSettings(db: Db, key: LocationKey, change: Partial<InviteSettings>): Promise<void> {
  const { dealer_id, location_id } = key;
  await db
    .insertInto("review_settings")
    .values({ dealer_id, location_id, ...defaults, ...change })
    .onConflict((conflict) => conflict.columns(["dealer_id", "location_id"]).doUpdateSet(change))
    .execute();
}

/** A location's texts, or the defaults; the fallback first. */
export async function textsOf(db: Db, { dealer_id, location_id }: LocationKey): Promise<readonly InviteWords[]> {
  const rows = await db
    .selectFrom("review_texts")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .select(["words", sql<Language>`language`.as("language"), sql<0 | 1>`is_fallback`.as("is_fallback")])
    .orderBy("is_fallback", "desc")
    .orderBy("language")
    .execute();
  return rows.length > 0 ? rows : defaultWords;
}

/** Replaces all texts of a location. */
export async function saveTexts(db: Db, key: LocationKey, texts: readonly InviteWords[]): Promise<void> {
  const { dealer_id, location_id } = key;
  await lockByName(db, `review texts ${dealer_id} ${location_id}`);
  await db
    .deleteFrom("review_texts")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .execute();
  await db
    .insertInto("review_texts")
    .values(texts.map(({ language, words, is_fallback }) => ({ dealer_id, location_id, language, words, is_fallback })))
    .execute();
}

/** How many invites of the location left since then, and how many of those led to a review. */
async function countResults(db: Db, { dealer_id, location_id }: LocationKey, since: Date) {
  return db
    .selectFrom("review_invites")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("created_at", ">=", new Date(since.getTime() - hoursToSend * 3_600_000))
    .where("sent_at", ">=", since)
    .select([sql<number>`count(*)::int`.as("sent"), sql<number>`count(reviewed_at)::int`.as("reviewed")])
    .executeTakeFirstOrThrow();
}

/** How many invites a month lead to the location's goal, by the results of its last 90 days. */
export async function inviteGoalAt(db: Db, key: LocationKey, monthly_goal: number, now: Date): Promise<InviteGoal> {
  const { time_zone } = orNotFound(await locationById(db, key.dealer_id, key.location_id));
  return inviteGoalOf(monthly_goal, await countResults(db, key, rangeOf("days90", now, time_zone).from));
}
