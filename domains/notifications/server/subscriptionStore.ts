import { sql } from "kysely";
import { plannedOnce } from "#core/server/prepared.ts";
import type { Db } from "#core/server/unit.ts";
import type { GivenTarget } from "../rules.ts";

/* Sign-ins belong to the platform, and so do the devices that they are reached by: all of this needs its rows. */

interface SignIn {
  readonly dealer_id: number;
  readonly user_id: number;
  readonly session_id: number;
}

/** Keeps what a sign-in's device is reached by: one for each sign-in, and each device for whoever signed in there last. */
export async function keepSubscription(db: Db, signIn: SignIn, target: GivenTarget, now: Date): Promise<void> {
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

/** How a sign-in's device is reached; undefined when it isn't. */
export async function subscriptionOf(db: Db, session_id: number) {
  return db
    .selectFrom("push_subscriptions")
    .where("session_id", "=", session_id)
    .select(["endpoint", sql<"web" | "fcm">`kind`.as("kind")])
    .executeTakeFirst();
}

export async function removeOfSession(db: Db, session_id: number): Promise<void> {
  await db.deleteFrom("push_subscriptions").where("session_id", "=", session_id).execute();
}

/** The device is reached there no more. A newer one in its place stays. */
export async function removeGone(db: Db, id: number, endpoint: string): Promise<void> {
  await db.deleteFrom("push_subscriptions").where("id", "=", id).where("endpoint", "=", endpoint).execute();
}

const alive = (now: Date) =>
  sql<boolean>`sessions.ended_at is null and users.is_active
    and sessions.last_used_at > ${now}::timestamptz - make_interval(secs => sessions.idle_seconds)`;

function aliveSubscriptions(db: Db, now: Date) {
  return db
    .selectFrom("push_subscriptions")
    .modifyFront(plannedOnce)
    .innerJoin("sessions", "sessions.id", "push_subscriptions.session_id")
    .innerJoin("users", (join) =>
      join
        .onRef("users.dealer_id", "=", "push_subscriptions.dealer_id")
        .onRef("users.id", "=", "push_subscriptions.user_id"),
    )
    .where(alive(now));
}

/** The devices of all who work at a location. */
export async function idsOfLocation(db: Db, place: { dealer_id: number; location_id: number }, now: Date) {
  const rows = await aliveSubscriptions(db, now)
    .where("push_subscriptions.dealer_id", "=", place.dealer_id)
    .where(worksAt(place.location_id))
    .select("push_subscriptions.id")
    .execute();
  return rows.map(({ id }) => id);
}

const worksAt = (location_id: number) =>
  sql<boolean>`(users.user_type = 'dealer' or exists (
    select from location_members as member
    where member.dealer_id = users.dealer_id and member.user_id = users.id and member.location_id = ${location_id}))`;

/** A person's devices. */
export async function idsOfPerson(db: Db, person: { dealer_id: number; user_id: number }, now: Date) {
  const rows = await aliveSubscriptions(db, now)
    .where("push_subscriptions.dealer_id", "=", person.dealer_id)
    .where("push_subscriptions.user_id", "=", person.user_id)
    .select("push_subscriptions.id")
    .execute();
  return rows.map(({ id }) => id);
}

/** A device, as long as the sign-in there lasts and its person works at the location. */
export async function aliveById(db: Db, dealer_id: number, id: number, location_id: number, now: Date) {
  return aliveSubscriptions(db, now)
    .where("push_subscriptions.dealer_id", "=", dealer_id)
    .where("push_subscriptions.id", "=", id)
    .where(worksAt(location_id))
    .select(["push_subscriptions.id", "push_subscriptions.user_id", "push_subscriptions.endpoint"])
    .select(["push_subscriptions.p256dh", "push_subscriptions.auth"])
    .select(sql<"web" | "fcm">`push_subscriptions.kind`.as("kind"))
    .executeTakeFirst();
}

/** Removes the devices whose sign-in has run out. */
export async function removeRunOut(db: Db, now: Date): Promise<void> {
  const living = aliveSubscriptions(db, now).select("push_subscriptions.id");
  await db.deleteFrom("push_subscriptions").where("id", "not in", living).execute();
}
