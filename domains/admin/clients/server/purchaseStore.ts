import { sql } from "kysely";
import { lockByName } from "#core/server/advisoryLock.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { locationsWithoutNumber, type NumberWanted, requestedNumbers } from "#domains/locations/server/public.ts";
import type { PurchaseState } from "../contract.ts";
import { unsettledStates } from "../rules.ts";

export interface PurchaseKey {
  readonly dealer_id: number;
  readonly id: number;
}

export interface PurchaseRow extends PurchaseKey {
  readonly location_id: number;
  readonly number: string;
  readonly state: PurchaseState;
  readonly provider_sid: string | null;
  readonly error: string;
  readonly bought_by: number;
  readonly lease_until: Date;
  readonly asked: number;
  /** The request for a tracking number that it answers; null for a main number. */
  readonly tracking_number_id: number | null;
}

/** Serializes buyers of one number, and purchases for one client, until the end of the transaction. */
export async function lockForPurchase(db: Db, dealer_id: number, number: string): Promise<void> {
  await lockByName(db, `number ${number}`);
  await sql`select from dealers where id = ${dealer_id} for update`.execute(db);
}

/** The unsettled or assigned purchase of this number, for any client. */
export async function currentPurchase(db: Db, number: string): Promise<PurchaseRow | undefined> {
  return purchaseRows(db)
    .where("number", "=", number)
    .where("state", "in", [...unsettledStates, "assigned"])
    .executeTakeFirst() as Promise<PurchaseRow | undefined>;
}

/** Locks a purchase until the end of the transaction. */
export async function lockPurchase(db: Db, { dealer_id, id }: PurchaseKey): Promise<PurchaseRow | undefined> {
  return purchaseRows(db)
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst() as Promise<PurchaseRow | undefined>;
}

function purchaseRows(db: Db) {
  return db
    .selectFrom("number_purchases")
    .select(["dealer_id", "id", "location_id", "number", "state", "provider_sid", "error"])
    .select(["bought_by", "lease_until", "asked", "tracking_number_id"]);
}

/** The location with the oldest request, else the first without a number; skips those with an open purchase. */
export async function nextLocationForNumber(db: Db, dealer_id: number) {
  const without = await locationsWithoutNumber(db, dealer_id);
  const served = await locationsWithOpenPurchase(db, dealer_id);
  return without.find(({ id }) => !served.includes(id));
}

/** The client's locations for whose main number a purchase is open. */
export async function locationsWithOpenPurchase(db: Db, dealer_id: number): Promise<number[]> {
  const rows = await db
    .selectFrom("number_purchases")
    .where("dealer_id", "=", dealer_id)
    .where("state", "in", unsettledStates)
    .where("tracking_number_id", "is", null)
    .select("location_id")
    .execute();
  return rows.map(({ location_id }) => location_id);
}

/** The client's request for a tracking number that no open purchase answers. */
export async function openRequest(db: Db, dealer_id: number, id: number): Promise<NumberWanted | undefined> {
  const requests = await requestedNumbers(db, dealer_id);
  const purchase = db.selectFrom("number_purchases").where("dealer_id", "=", dealer_id);
  const open = purchase.where("tracking_number_id", "=", id).where("state", "in", unsettledStates).select("id");
  return (await open.executeTakeFirst()) ? undefined : requests.find((request) => request.id === id);
}

export type NewPurchase = Pick<
  PurchaseRow,
  "dealer_id" | "location_id" | "number" | "bought_by" | "lease_until" | "tracking_number_id"
> & {
  readonly started_at: Date;
  /** 1: someone of the business buys it. */
  readonly self_service: number;
};

/** Records the intent before the carrier is called. */
export async function insertPurchase(db: Db, purchase: NewPurchase): Promise<PurchaseKey> {
  return db
    .insertInto("number_purchases")
    .values({ ...purchase, state: "intended" })
    .returning(["dealer_id", "id"])
    .executeTakeFirstOrThrow();
}

export interface PurchaseChange {
  state?: PurchaseState;
  provider_sid?: string;
  error?: string;
  lease_until?: Date;
  asked?: number;
  settled_at?: Date;
}

export async function updatePurchase(db: Db, { dealer_id, id }: PurchaseKey, change: PurchaseChange): Promise<void> {
  await db
    .updateTable("number_purchases")
    .set(change)
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", id)
    .execute();
}

/** Open purchases whose lease has expired. */
export async function expiredPurchases(db: Db, now: Date): Promise<PurchaseKey[]> {
  return db
    .selectFrom("number_purchases")
    .where("state", "in", ["intended", "bought"])
    .where("lease_until", "<=", now)
    .select(["dealer_id", "id"])
    .orderBy("lease_until")
    .limit(100)
    .execute();
}
