import type { CarrierStatus } from "#core/carrierStatus.ts";
import { builtOnce } from "#core/server/builtOnce.ts";
import { preparedStatement } from "#core/server/preparedStatement.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { leavesWithin } from "#ports/deadline.ts";
import type { Sms } from "#ports/sms/sms.ts";

/** Identifies one send attempt of a message. */
export interface SendKey {
  readonly dealer_id: number;
  readonly message_id: number;
  readonly attempt: number;
}

export interface SendIntent extends SendKey {
  from_number: string;
  to_number: string;
  body: string;
  started_at: Date;
  lease_until: Date;
}

/** When a send attempt is over: its request left in time or never, and has been answered or given up. */
export const attemptEndsAfter = (started_at: Date, { answersWithin }: Pick<Sms, "answersWithin">) =>
  new Date(started_at.getTime() + leavesWithin + answersWithin);

/** Records a send attempt before it happens. */
export async function insertIntent(db: Db, intent: SendIntent): Promise<void> {
  await db
    .insertInto("message_sends")
    .values({ ...intent, state: "intended" })
    .modifyEnd(preparedStatement)
    .execute();
}

/** A send attempt; locks its row until the transaction ends. */
export async function lockSend(db: Db, key: SendKey) {
  const [row] = await selectForUpdate(db, key.dealer_id, key.message_id, key.attempt);
  return row && { ...row, status: row.status as CarrierStatus | "" };
}

const selectForUpdate = builtOnce((db, dealer_id: number, message_id: number, attempt: number) =>
  db
    .selectFrom("message_sends")
    .where("dealer_id", "=", dealer_id)
    .where("message_id", "=", message_id)
    .where("attempt", "=", attempt)
    .selectAll()
    .forUpdate()
    .modifyFront(preparedStatement),
);

export interface SendChange {
  state?: "accepted" | "refused" | "unknown";
  provider_sid?: string;
  status?: CarrierStatus;
  error_code?: string;
  lease_until?: Date;
  asked?: number;
  settled_at?: Date;
}

export async function updateSend(db: Db, key: SendKey, change: SendChange): Promise<void> {
  await db
    .updateTable("message_sends")
    .set(change)
    .where("dealer_id", "=", key.dealer_id)
    .where("message_id", "=", key.message_id)
    .where("attempt", "=", key.attempt)
    .modifyEnd(preparedStatement)
    .execute();
}

/** Carrier ids already assigned to texts to this phone. */
export async function assignedSids(db: Db, dealer_id: number, to_number: string, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("message_sends")
    .where("dealer_id", "=", dealer_id)
    .where("to_number", "=", to_number)
    .where("started_at", ">=", since)
    .where("provider_sid", "is not", null)
    .select("provider_sid")
    .execute();
  return rows.flatMap((row) => row.provider_sid ?? []);
}

/** Stores a delivery report; repeats are ignored. */
export async function insertReport(db: Db, key: SendKey, status: CarrierStatus, error_code: string): Promise<void> {
  const { dealer_id, message_id, attempt } = key;
  await db
    .insertInto("message_reports")
    .values({ dealer_id, message_id, attempt, status, error_code })
    .onConflict((conflict) => conflict.columns(["dealer_id", "message_id", "attempt", "status"]).doNothing())
    .modifyEnd(preparedStatement)
    .execute();
}

/** Send attempts of all dealers whose response is overdue. */
export async function overdueSends(db: Db, now: Date): Promise<SendKey[]> {
  return db
    .selectFrom("message_sends")
    .where("state", "=", "intended")
    .where("lease_until", "<=", now)
    .select(["dealer_id", "message_id", "attempt"])
    .limit(500)
    .execute();
}

/** When the next open send attempt becomes overdue; undefined when none is open. */
export async function nextOverdue(db: Db): Promise<Date | undefined> {
  const row = await db
    .selectFrom("message_sends")
    .where("state", "=", "intended")
    .select("lease_until")
    .orderBy("lease_until")
    .limit(1)
    .executeTakeFirst();
  return row?.lease_until;
}

/** Texts of all dealers that have been queued since before `before`. */
export async function queuedMessages(db: Db, before: Date): Promise<{ dealer_id: number; message_id: number }[]> {
  return db
    .selectFrom("messages")
    .where("state", "=", "queued")
    .where("datetime", "<=", before)
    .select(["dealer_id", "id as message_id"])
    .orderBy("id")
    .limit(5_000)
    .execute();
}
