import { sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";

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
