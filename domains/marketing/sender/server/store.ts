import { sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";
import { addressLine } from "#domains/locations/rules.ts";
import type { MailSenderDraft } from "../contract.ts";

/** Whom a location's marketing emails come from: as saved, or as its own title and address have it. */
export async function senderOf(db: Db, dealer_id: number, location_id: number) {
  const row = await db
    .selectFrom("locations as l")
    .innerJoin("dealers as d", "d.id", "l.dealer_id")
    .leftJoin("sender_settings as s", (join) =>
      join.onRef("s.dealer_id", "=", "l.dealer_id").onRef("s.location_id", "=", "l.id"),
    )
    .where("l.dealer_id", "=", dealer_id)
    .where("l.id", "=", location_id)
    .select(["l.id", "l.title", "l.address", "l.address_2", "l.city", "l.state", "l.postal_code", "d.business_name"])
    .select(["s.from_name", "s.reply_to", "s.postal_address"])
    .select(sql<0 | 1>`case when s.location_id is null then 0 else 1 end`.as("is_saved"))
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, title, business_name, is_saved } = row;
  // Half an address is none.
  const isComplete = [row.address, row.city, row.state, row.postal_code].every((part) => part.trim() !== "");
  return {
    id,
    title,
    business_name,
    is_saved,
    from_name: row.from_name ?? business_name,
    reply_to: row.reply_to ?? "",
    postal_address: row.postal_address ?? (isComplete ? addressLine(row) : ""),
  };
}

export async function saveSender(
  db: Db,
  { dealer_id, location_id }: { dealer_id: number; location_id: number },
  draft: MailSenderDraft,
  updated_by: number,
  updated_at: Date,
): Promise<void> {
  const row = { ...draft, updated_by, updated_at };
  await db
    .insertInto("sender_settings")
    .values({ dealer_id, location_id, ...row })
    .onConflict((conflict) => conflict.columns(["dealer_id", "location_id"]).doUpdateSet(row))
    .execute();
}

/** The address that a person signs in with. */
export async function ownEmail(db: Db, dealer_id: number, id: number): Promise<string> {
  const user = db.selectFrom("users").where("dealer_id", "=", dealer_id).where("id", "=", id);
  return (await user.select("email").executeTakeFirstOrThrow()).email;
}
