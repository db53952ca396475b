import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";

/** A location's call settings with defaults applied, and its names. */
export async function voiceSettingsOf(db: Db, { dealer_id, location_id }: LocationKey) {
  const row = await db
    .selectFrom("locations")
    .innerJoin("dealers", "dealers.id", "locations.dealer_id")
    .leftJoin("voice_settings as own", (join) =>
      join.onRef("own.dealer_id", "=", "locations.dealer_id").onRef("own.location_id", "=", "locations.id"),
    )
    .where("locations.dealer_id", "=", dealer_id)
    .where("locations.id", "=", location_id)
    .select(["locations.title", "locations.call_phone_no", "dealers.business_name"])
    .select(sql<number>`coalesce(own.recording_consent, 1)`.as("recording_consent"))
    .select(sql<number>`coalesce(own.missed_call_text, 1)`.as("missed_call_text"))
    .select(sql<string>`coalesce(own.missed_call_words, '')`.as("missed_call_words"))
    .executeTakeFirst();
  if (!row) throw new Error("The location doesn't exist");
  return row;
}

/** All phone numbers of the business. */
export async function ownNumbers(db: Db, dealer_id: number): Promise<string[]> {
  const rows = await db.selectFrom("phone_numbers").where("dealer_id", "=", dealer_id).select("number").execute();
  return rows.map(({ number }) => number);
}

export interface VoiceSettingsRow {
  readonly recording_consent: number;
  readonly missed_call_text: number;
  readonly missed_call_words: string;
}

export async function saveVoiceSettings(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  settings: VoiceSettingsRow,
): Promise<void> {
  await db
    .insertInto("voice_settings")
    .values({ dealer_id, location_id, ...settings })
    .onConflict((conflict) => conflict.columns(["dealer_id", "location_id"]).doUpdateSet(settings))
    .execute();
}
