import { sql } from "kysely";
import type { LocationKey, PersonKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { NumberRegistration } from "#domains/locations/contract.ts";

/** What the location has, in one statement. */
export async function firstRunFacts(db: Db, { dealer_id, location_id }: LocationKey, user_id: number) {
  const { rows } = await sql<{
    has_number: boolean;
    has_requested: boolean;
    has_customers: boolean;
    has_texted: boolean;
    has_chats: boolean;
    is_hidden: boolean;
    registration: NumberRegistration | null;
  }>`
    select
      exists (select from phone_numbers where dealer_id = ${dealer_id} and location_id = ${location_id}
        and kind = 'main') as has_number,
      (select registration from phone_numbers where dealer_id = ${dealer_id} and location_id = ${location_id}
        and kind = 'main' order by created_at limit 1) as registration,
      exists (select from locations
        where dealer_id = ${dealer_id} and id = ${location_id} and phone_no_request = 2) as has_requested,
      exists (select from customers
        where dealer_id = ${dealer_id} and location_id = ${location_id} and deleted_at is null) as has_customers,
      exists (select from chats where dealer_id = ${dealer_id} and location_id = ${location_id}
        and latest_chat_message_sent_time is not null) as has_texted,
      exists (select from chats where dealer_id = ${dealer_id} and location_id = ${location_id}) as has_chats,
      exists (select from first_run_hidings
        where dealer_id = ${dealer_id} and user_id = ${user_id}) as is_hidden`.execute(db);
  const [facts] = rows;
  if (!facts) throw new Error("A statement without conditions answered nothing");
  return facts;
}

/** At most three of the owner's colleagues: those who joined, then those who are invited. */
export async function someColleagues(db: Db, { dealer_id, user_id }: PersonKey) {
  const joined = db
    .selectFrom("users")
    .where("dealer_id", "=", dealer_id)
    .where("id", "<>", user_id)
    .where("is_active", "=", true)
    .select(["first_name", "last_name", sql<0 | 1>`0`.as("is_invited"), "created_at as since"]);
  const invited = db
    .selectFrom("team_invitations")
    .where("dealer_id", "=", dealer_id)
    .where("accepted_at", "is", null)
    .where("taken_back_at", "is", null)
    .select(["first_name", "last_name", sql<0 | 1>`1`.as("is_invited"), "sent_at as since"]);
  return joined.unionAll(invited).orderBy("is_invited").orderBy("since").limit(3).execute();
}

export async function setHidden(db: Db, { dealer_id, user_id }: PersonKey, at: Date | null): Promise<void> {
  if (at === null) {
    const mine = db.deleteFrom("first_run_hidings").where("dealer_id", "=", dealer_id);
    await mine.where("user_id", "=", user_id).execute();
    return;
  }
  const row = { dealer_id, user_id, hidden_at: at };
  await db
    .insertInto("first_run_hidings")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
