import { sql } from "kysely";
import type { LocationKey, PersonKey, SessionKey } from "#core/people.ts";
import { preparedStatement } from "#core/server/preparedStatement.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { isUnexpired } from "#domains/accounts/server/public.ts";
import type { ParsedPushTarget } from "../rules.ts";

/* Devices belong to sign-ins, which are platform rows: everything here needs a platform unit. */

/** Stores a sign-in's device: one per sign-in, and each device belongs to its latest sign-in. */
export async function saveSubscription(db: Db, signIn: SessionKey, target: ParsedPushTarget, now: Date): Promise<void> {
  const { session_id } = signIn;
  const { kind } = target;
  const keys = target.kind === "web" ? { p256dh: target.p256dh, auth: target.auth } : { p256dh: "", auth: "" };
  const endpoint = target.kind === "web" ? target.endpoint : target.token;
  const row = { ...signIn, kind, endpoint, ...keys, created_at: now };
  await db
    .deleteFrom("push_subscriptions")
    .where("session_id", "=", session_id)
    .where("endpoint", "<>", endpoint)
    .execute();
  await db
    .insertInto("push_subscriptions")
    .values(row)
    .onConflict((conflict) => conflict.column("endpoint").doUpdateSet(row))
    .execute();
}

/** A sign-in's device; undefined without one. */
export async function subscriptionOf(db: Db, session_id: number) {
  return db
    .selectFrom("push_subscriptions")
    .where("session_id", "=", session_id)
    .select(["endpoint", sql<"web" | "fcm">`kind`.as("kind")])
    .executeTakeFirst();
}

export async function removeBySession(db: Db, session_id: number): Promise<void> {
  await db.deleteFrom("push_subscriptions").where("session_id", "=", session_id).execute();
}

/** Removes an unreachable device, unless it has a new address meanwhile. */
export async function removeUnreachable(db: Db, id: number, endpoint: string): Promise<void> {
  await db.deleteFrom("push_subscriptions").where("id", "=", id).where("endpoint", "=", endpoint).execute();
}

const alive = (now: Date) => sql<boolean>`users.is_active and ${isUnexpired(now)}`;

function aliveSubscriptions(db: Db, now: Date) {
  return db
    .selectFrom("push_subscriptions")
    .modifyFront(preparedStatement)
    .innerJoin("sessions", "sessions.id", "push_subscriptions.session_id")
    .innerJoin("users", (join) =>
      join
        .onRef("users.dealer_id", "=", "push_subscriptions.dealer_id")
        .onRef("users.id", "=", "push_subscriptions.user_id"),
    )
    .where(alive(now));
}

/** The devices of a location's people. */
export async function deviceIdsOfLocation(db: Db, location: LocationKey, now: Date) {
  const rows = await aliveSubscriptions(db, now)
    .where("push_subscriptions.dealer_id", "=", location.dealer_id)
    .where(worksAt(location.location_id))
    .select("push_subscriptions.id")
    .execute();
  return rows.map(({ id }) => id);
}

const worksAt = (location_id: number) =>
  sql<boolean>`(users.user_type = 'dealer' or exists (
    select from location_members as member
    where member.dealer_id = users.dealer_id and member.user_id = users.id and member.location_id = ${location_id}))`;

export async function deviceIdsOfPerson(db: Db, person: PersonKey, now: Date) {
  const rows = await aliveSubscriptions(db, now)
    .where("push_subscriptions.dealer_id", "=", person.dealer_id)
    .where("push_subscriptions.user_id", "=", person.user_id)
    .select("push_subscriptions.id")
    .execute();
  return rows.map(({ id }) => id);
}

/** A device whose sign-in is alive and whose person belongs to the location. */
export async function aliveDeviceById(db: Db, dealer_id: number, id: number, location_id: number, now: Date) {
  return aliveSubscriptions(db, now)
    .where("push_subscriptions.dealer_id", "=", dealer_id)
    .where("push_subscriptions.id", "=", id)
    .where(worksAt(location_id))
    .select(["push_subscriptions.id", "push_subscriptions.user_id", "push_subscriptions.endpoint"])
    .select(["push_subscriptions.p256dh", "push_subscriptions.auth"])
    .select(sql<"web" | "fcm">`push_subscriptions.kind`.as("kind"))
    .executeTakeFirst();
}

/** Removes devices with expired sign-ins. */
export async function removeExpired(db: Db, now: Date): Promise<void> {
  const active = aliveSubscriptions(db, now).select("push_subscriptions.id");
  await db.deleteFrom("push_subscriptions").where("id", "not in", active).execute();
}
