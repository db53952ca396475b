import type { Db } from "#core/server/unitOfWork.ts";

export interface NewDealer {
  readonly business_name: string;
  readonly email: string;
  readonly phone: string;
  readonly zip: string;
  readonly trial_ends_at: Date;
  /** Only for a business that the operator vouches for; others prove their e-mail themselves. */
  readonly email_proved_at?: Date;
}

export async function insertDealer(db: Db, dealer: NewDealer): Promise<number> {
  return (await db.insertInto("dealers").values(dealer).returning("id").executeTakeFirstOrThrow()).id;
}

export async function isEmailRegistered(db: Db, email: string): Promise<boolean> {
  const row = await db.selectFrom("logins").where("email", "=", email.toLowerCase()).select("email").executeTakeFirst();
  return row !== undefined;
}

/** The industries or features to choose from, in display order. */
export async function listChoices(db: Db, table: "industries" | "features") {
  return db.selectFrom(table).select(["id", "slug", "title"]).orderBy("position").orderBy("id").execute();
}

export async function choiceExists(db: Db, table: "industries" | "features", id: number): Promise<boolean> {
  return (await db.selectFrom(table).where("id", "=", id).select("id").executeTakeFirst()) !== undefined;
}

/** Sets industry and feature. The row lock keeps others from completing the same registration at once. */
export async function setDealerChoices(db: Db, dealer_id: number, industry_id: number, feature_id: number) {
  return db
    .updateTable("dealers")
    .set({ industry_id, feature_id })
    .where("id", "=", dealer_id)
    .returning("business_name")
    .executeTakeFirst();
}
