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
    .select(["locations.title", "locations.call_phone_no", "locations.crm_email", "dealers.business_name"])
    .select(sql<number>`coalesce(own.recording_consent, 1)`.as("recording_consent"))
    .select(sql<number>`coalesce(own.send_email, 1)`.as("send_email"))
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

/** What of a location's call settings changes; the rest stays as it is. */
export interface VoiceSettingsChange {
  readonly recording_consent?: number | undefined;
  readonly send_email?: number | undefined;
  readonly missed_call_text?: number | undefined;
  readonly missed_call_words?: string | undefined;
}

export async function saveVoiceSettings(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  settings: VoiceSettingsChange,
): Promise<void> {
  await db
    .insertInto("voice_settings")
    .values({ dealer_id, location_id, ...settings })
    .onConflict((conflict) => conflict.columns(["dealer_id", "location_id"]).doUpdateSet(settings))
    .execute();
}

/** The call settings of all of a dealer's locations that the operator may change. */
export async function voiceSettingsOfDealer(db: Db, dealer_id: number) {
  return db
    .selectFrom("locations")
    .leftJoin("voice_settings as own", (join) =>
      join.onRef("own.dealer_id", "=", "locations.dealer_id").onRef("own.location_id", "=", "locations.id"),
    )
    .where("locations.dealer_id", "=", dealer_id)
    .where("locations.dealer_id", "<>", 0)
    .select(["locations.id as location_id", "locations.title as location", "locations.crm_email"])
    .select(sql<0 | 1>`coalesce(own.recording_consent, 1)`.as("recording_consent"))
    .select(sql<0 | 1>`coalesce(own.send_email, 1)`.as("send_email"))
    .orderBy("locations.id")
    .limit(100)
    .execute();
}

interface MemberKey {
  readonly dealer_id: number;
  readonly user_id: number;
}

/** The member's phone for calls, and that of their profile; empty without. */
export async function ownPhoneOf(db: Db, { dealer_id, user_id }: MemberKey) {
  return db
    .selectFrom("users")
    .leftJoin("member_phones as own", (join) =>
      join.onRef("own.dealer_id", "=", "users.dealer_id").onRef("own.user_id", "=", "users.id"),
    )
    .where("users.dealer_id", "=", dealer_id)
    .where("users.id", "=", user_id)
    .select(sql<string>`coalesce(own.phone, '')`.as("phone"))
    .select("users.phone as profile_phone")
    .executeTakeFirst();
}

/** Saves the member's phone for calls; an empty one removes it. */
export async function saveOwnPhone(db: Db, { dealer_id, user_id }: MemberKey, phone: string): Promise<void> {
  if (phone === "") {
    const own = db.deleteFrom("member_phones").where("dealer_id", "=", dealer_id);
    await own.where("user_id", "=", user_id).execute();
    return;
  }
  await db
    .insertInto("member_phones")
    .values({ dealer_id, user_id, phone })
    .onConflict((conflict) => conflict.columns(["dealer_id", "user_id"]).doUpdateSet({ phone }))
    .execute();
}
