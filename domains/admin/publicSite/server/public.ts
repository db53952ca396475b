import type { Db } from "#core/server/unitOfWork.ts";
import type { PublicContacts } from "../contract.ts";
import { noContacts } from "../rules.ts";

/** What the public site shows of the platform's contacts. */
export async function publicContacts(db: Db): Promise<PublicContacts> {
  const row = await db
    .selectFrom("public_contacts")
    .select(["phone", "email", "facebook", "instagram", "linkedin", "x", "youtube"])
    .executeTakeFirst();
  return row ?? noContacts;
}

export async function savePublicContacts(db: Db, contacts: PublicContacts): Promise<void> {
  await db
    .insertInto("public_contacts")
    .values(contacts)
    .onConflict((conflict) => conflict.column("is_only").doUpdateSet(contacts))
    .execute();
}
