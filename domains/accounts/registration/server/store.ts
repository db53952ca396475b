import { sql } from "kysely";
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

/** Sets industry and feature. The row lock keeps two requests from completing the same registration. */
export async function setDealerChoices(db: Db, dealer_id: number, industry_id: number, feature_id: number) {
  return db
    .updateTable("dealers")
    .set({ industry_id, feature_id })
    .where("id", "=", dealer_id)
    .returning("business_name")
    .executeTakeFirst();
}

/** A business whose e-mail is not proved, with its owner; locks its row until the transaction ends. */
export async function lockUnproved(db: Db, dealer_id: number) {
  return db
    .selectFrom("dealers")
    .innerJoin("users", (join) => join.onRef("users.dealer_id", "=", "dealers.id").on("users.user_type", "=", "dealer"))
    .where("dealers.id", "=", dealer_id)
    .where("dealers.email_proved_at", "is", null)
    .orderBy("users.id")
    .limit(1)
    .select(["users.id as user_id", "users.first_name", "dealers.email", "dealers.business_name"])
    .forNoKeyUpdate("dealers")
    .executeTakeFirst();
}

export async function lastProofSentAt(db: Db, dealer_id: number): Promise<Date | undefined> {
  const rows = db.selectFrom("email_proofs").where("dealer_id", "=", dealer_id).orderBy("sent_at", "desc").limit(1);
  return (await rows.select("sent_at").executeTakeFirst())?.sent_at;
}

export interface NewProof {
  readonly dealer_id: number;
  readonly user_id: number;
  readonly email: string;
  readonly token_hash: Buffer;
  readonly sent_at: Date;
  readonly expires_at: Date;
}

/** Stores a link and removes the business's expired ones. */
export async function insertProof(db: Db, proof: NewProof): Promise<void> {
  const expired = db.deleteFrom("email_proofs").where("dealer_id", "=", proof.dealer_id);
  await expired.where("expires_at", "<=", proof.sent_at).execute();
  await db.insertInto("email_proofs").values(proof).execute();
}

/** Removes a link that could not be mailed. */
export async function removeProof(db: Db, { dealer_id, token_hash }: Pick<NewProof, "dealer_id" | "token_hash">) {
  const row = db.deleteFrom("email_proofs").where("dealer_id", "=", dealer_id);
  await row.where("token_hash", "=", token_hash).execute();
}

/** A valid link with its business, unless that has another address by now. */
export async function proofByToken(db: Db, token_hash: Buffer, now: Date) {
  return db
    .selectFrom("email_proofs as proof")
    .innerJoin("dealers", (join) =>
      join.onRef("dealers.id", "=", "proof.dealer_id").onRef("dealers.email", "=", "proof.email"),
    )
    .where("proof.token_hash", "=", token_hash)
    .where("proof.expires_at", ">", now)
    .select(["proof.dealer_id", "proof.user_id", "proof.email", "dealers.business_name"])
    .executeTakeFirst();
}

/** Returns false if the e-mail was proved already. */
export async function setEmailProved(db: Db, dealer_id: number, email_proved_at: Date): Promise<boolean> {
  const row = db.updateTable("dealers").set({ email_proved_at }).where("id", "=", dealer_id);
  return (await row.where("email_proved_at", "is", null).returning("id").executeTakeFirst()) !== undefined;
}

/** True once the e-mail is proved or the operator has given the business a number. */
export async function isVouchedFor(db: Db, dealer_id: number): Promise<boolean> {
  const row = db.selectFrom("dealers").where("id", "=", dealer_id);
  const found = await row
    .select(
      sql<boolean>`email_proved_at is not null
        or exists (select from phone_numbers where phone_numbers.dealer_id = dealers.id and kind = 'main')`.as(
        "vouched",
      ),
    )
    .executeTakeFirst();
  return found?.vouched === true;
}
