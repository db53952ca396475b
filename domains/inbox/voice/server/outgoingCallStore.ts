import { sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";

export interface NewOutgoingCall {
  readonly dealer_id: number;
  readonly location_id: number;
  readonly chat_id: number;
  readonly customer_id: number;
  /** The member who calls. */
  readonly user_id: number;
  /** Our reference. */
  readonly sid: string;
  readonly from_number: string;
  readonly to_number: string;
  /** The member's phone. */
  readonly forwarded_to: string;
  readonly recording_consent: number;
  readonly started_at: Date;
}

/** Adds a call that is about to be placed. */
export async function insertOutgoingCall(db: Db, call: NewOutgoingCall): Promise<number> {
  const added = db
    .insertInto("calls")
    .values({ ...call, direction: "outgoing", may_be_first: 0 })
    .returning("id");
  return (await added.executeTakeFirstOrThrow()).id;
}

/** True while a member's phone may still ring for an earlier call. Two requests at once wait for each other. */
export async function isPlacing(
  db: Db,
  { dealer_id, user_id }: { readonly dealer_id: number; readonly user_id: number },
  since: Date,
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`outgoing call ${user_id}`}, 0))`.execute(db);
  const call = await db
    .selectFrom("calls")
    .where("dealer_id", "=", dealer_id)
    .where("user_id", "=", user_id)
    .where("started_at", ">", since)
    .where("state", "=", "ringing")
    .select("id")
    .limit(1)
    .executeTakeFirst();
  return call !== undefined;
}
