import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { ReminderSettings } from "../contract.ts";

/** What holds where nobody has set anything. */
export const initialSettings: ReminderSettings = { is_on: 1, first_hours: 24, second_hours: 1, language: "en" };

/** A location's settings. */
export async function reminderSettingsOf(db: Db, { dealer_id, location_id }: LocationKey): Promise<ReminderSettings> {
  const row = await db
    .selectFrom("reminder_settings")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .select(["is_on", "first_hours", "second_hours", "language"])
    .executeTakeFirst();
  return (row as ReminderSettings | undefined) ?? initialSettings;
}

export async function saveReminderSettings(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  settings: ReminderSettings,
): Promise<void> {
  await db
    .insertInto("reminder_settings")
    .values({ dealer_id, location_id, ...settings })
    .onConflict((conflict) => conflict.columns(["dealer_id", "location_id"]).doUpdateSet(settings))
    .execute();
}
