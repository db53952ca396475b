import { sql } from "kysely";
import type { LocationKey, PersonKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";

/** A location's kiosk; undefined before its first password. */
export async function kioskOf(db: Db, { dealer_id, location_id }: LocationKey) {
  return db
    .selectFrom("kiosks")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .select(["is_on", "username", "password_hash"])
    .executeTakeFirst();
}

/** The kiosk that is on and has this username; a statement in all rows, because no one is signed in. */
export async function kioskByUsername(db: Db, username: string) {
  return db
    .selectFrom("kiosks")
    .where("username", "=", username)
    .where("is_on", "=", 1)
    .select(["dealer_id", "location_id", "password_hash"])
    .executeTakeFirst();
}

/** Sets the password and turns the kiosk on; a first one comes with a username. */
export async function saveKiosk(db: Db, key: LocationKey, username: string, password_hash: string): Promise<void> {
  const { dealer_id, location_id } = key;
  await db
    .insertInto("kiosks")
    .values({ dealer_id, location_id, username, password_hash, is_on: 1 })
    .onConflict((conflict) => conflict.columns(["dealer_id", "location_id"]).doUpdateSet({ password_hash, is_on: 1 }))
    .execute();
}

export async function turnKiosk(db: Db, { dealer_id, location_id }: LocationKey, is_on: 0 | 1): Promise<void> {
  await db
    .updateTable("kiosks")
    .set({ is_on })
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .execute();
}

export async function insertDevice(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  device: { readonly token_hash: Buffer; readonly at: Date; readonly ip: string; readonly agent: string },
): Promise<void> {
  const { token_hash, at, ip, agent } = device;
  await db
    .insertInto("kiosk_devices")
    .values({ dealer_id, location_id, token_hash, signed_in_at: at, last_used_at: at, ip, agent })
    .execute();
}

/** The device with this token, if its kiosk is on; a statement in all rows. */
export async function deviceByToken(db: Db, token_hash: Buffer) {
  return db
    .selectFrom("kiosk_devices as d")
    .innerJoin("kiosks as k", (join) =>
      join.onRef("k.dealer_id", "=", "d.dealer_id").onRef("k.location_id", "=", "d.location_id"),
    )
    .where("d.token_hash", "=", token_hash)
    .where("k.is_on", "=", 1)
    .select(["d.dealer_id", "d.id", "d.location_id", "d.signed_in_at", "d.last_used_at", "d.ended_at"])
    .executeTakeFirst();
}

export async function touchDevice(db: Db, dealer_id: number, id: number, now: Date): Promise<void> {
  await db
    .updateTable("kiosk_devices")
    .set({ last_used_at: now })
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", id)
    .execute();
}

/** Signs a location's devices out: all of them, or one. */
export async function endDevices(db: Db, { dealer_id, location_id }: LocationKey, now: Date, id?: number) {
  const devices = db
    .updateTable("kiosk_devices")
    .set({ ended_at: now })
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("ended_at", "is", null);
  await (id === undefined ? devices : devices.where("id", "=", id)).execute();
}

/** The devices of a location that no one signed out. */
export async function openDevices(db: Db, { dealer_id, location_id }: LocationKey) {
  return db
    .selectFrom("kiosk_devices")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("ended_at", "is", null)
    .select(["signed_in_at", "last_used_at", "ended_at"])
    .execute();
}

export async function savePin(db: Db, { dealer_id, user_id }: PersonKey, pin_hash: string, now: Date): Promise<void> {
  const change = { pin_hash, changed_at: now };
  await db
    .insertInto("kiosk_pins")
    .values({ dealer_id, user_id, ...change })
    .onConflict((conflict) => conflict.columns(["dealer_id", "user_id"]).doUpdateSet(change))
    .execute();
}

/** The hashes of these people's PINs, by person. */
export async function pinsOf(db: Db, dealer_id: number, user_ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom("kiosk_pins")
    .where("dealer_id", "=", dealer_id)
    .where(sql<boolean>`user_id = any(${[...user_ids]}::bigint[])`)
    .select(["user_id", "pin_hash"])
    .execute();
  return new Map(rows.map(({ user_id, pin_hash }) => [user_id, pin_hash]));
}
