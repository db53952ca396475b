import { sql } from "kysely";
import type { LocationKey, PersonKey, SessionKey } from "#core/people.ts";
import { preparedStatement } from "#core/server/preparedStatement.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { isUnexpired } from "#domains/accounts/server/public.ts";
import type { NotificationKind } from "../contract.ts";
import { maxListedNotifications, type ParsedPushTarget } from "../rules.ts";

interface NewNotification extends LocationKey {
  readonly kind: NotificationKind;
  readonly title: string;
  readonly text: string;
  readonly chat_id: number | null;
  readonly at: Date;
}

/** True for active people of a row's location; the owner belongs to all. The query must join `users`. */
const belongsTo = (location: string) =>
  sql<boolean>`users.is_active and (users.user_type = 'dealer' or exists (
    select from location_members as member
    where member.dealer_id = users.dealer_id and member.user_id = users.id and member.location_id = ${sql.ref(location)}))`;

/** Stores a notification for each of these people who belongs to the location. Returns ids and recipients. */
export async function insertNotifications(db: Db, { at, ...row }: NewNotification, user_ids: readonly number[]) {
  const people = db
    .selectFrom("users")
    .innerJoin("locations", "locations.dealer_id", "users.dealer_id")
    .where("users.dealer_id", "=", row.dealer_id)
    .where("locations.id", "=", row.location_id)
    .where(sql<boolean>`users.id = any(${[...user_ids]})`)
    .where(belongsTo("locations.id"))
    .orderBy("users.id")
    .select("users.id");
  const rows = (await people.execute()).map(({ id: user_id }) => ({ ...row, user_id, created_at: at }));
  if (rows.length === 0) return [];
  return db.insertInto("notifications").values(rows).returning(["id", "user_id"]).execute();
}

/** A person's own notifications at their current locations. */
function ownRows(db: Db, { dealer_id, user_id }: PersonKey) {
  return db
    .selectFrom("notifications")
    .innerJoin("locations", (join) =>
      join
        .onRef("locations.dealer_id", "=", "notifications.dealer_id")
        .onRef("locations.id", "=", "notifications.location_id"),
    )
    .innerJoin("users", (join) =>
      join.onRef("users.dealer_id", "=", "notifications.dealer_id").onRef("users.id", "=", "notifications.user_id"),
    )
    .where("notifications.dealer_id", "=", dealer_id)
    .where("notifications.user_id", "=", user_id)
    .where(belongsTo("notifications.location_id"));
}

export async function newestNotifications(db: Db, person: PersonKey) {
  return ownRows(db, person)
    .orderBy("notifications.id", "desc")
    .limit(maxListedNotifications)
    .select(["notifications.id", "notifications.title", "notifications.text", "notifications.chat_id"])
    .select(["notifications.location_id", "locations.title as location"])
    .select(["notifications.created_at", "notifications.read_at"])
    .select(sql<NotificationKind>`notifications.kind`.as("kind"))
    .execute();
}

export async function unreadCount(db: Db, person: PersonKey): Promise<number> {
  const counted = ownRows(db, person).where("notifications.read_at", "is", null);
  return (await counted.select(sql<number>`count(*)::int`.as("n")).executeTakeFirstOrThrow()).n;
}

/** Marks one or all of a person's notifications as read; undefined if none matched. */
export async function markRead(db: Db, { dealer_id, user_id }: PersonKey, at: Date, id?: number) {
  let change = db
    .updateTable("notifications")
    .set({ read_at: sql`coalesce(read_at, ${at}::timestamptz)` })
    .where("dealer_id", "=", dealer_id)
    .where("user_id", "=", user_id);
  change = id === undefined ? change.where("read_at", "is", null) : change.where("id", "=", id);
  return (await change.returning("id").execute())[0];
}

/** A notification with its recipient; undefined once it is read. */
export async function unreadById(db: Db, dealer_id: number, id: number) {
  return db
    .selectFrom("notifications")
    .innerJoin("locations", (join) =>
      join
        .onRef("locations.dealer_id", "=", "notifications.dealer_id")
        .onRef("locations.id", "=", "notifications.location_id"),
    )
    .where("notifications.dealer_id", "=", dealer_id)
    .where("notifications.id", "=", id)
    .where("notifications.read_at", "is", null)
    .select(["notifications.id", "notifications.kind", "notifications.title", "notifications.text"])
    .select(["notifications.chat_id", "notifications.user_id", "notifications.location_id"])
    .select("locations.title as location")
    .executeTakeFirst();
}

/** True if the location has a notification phone. */
export async function hasNotificationPhone(db: Db, dealer_id: number, location_id: number): Promise<boolean> {
  const location = db.selectFrom("locations").modifyFront(preparedStatement).where("dealer_id", "=", dealer_id);
  return Boolean(
    (await location.where("id", "=", location_id).select("notification_phone_no").executeTakeFirst())
      ?.notification_phone_no,
  );
}

export async function removeNotificationsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("notifications").where("created_at", "<", before).execute();
}

/**
 * Claims the right to text the notification phone about a chat; false if it was texted after `pauseBefore`. The caller
 * must send the text or release the claim.
 */
export async function claimPhoneNotice(db: Db, location: LocationKey, chat_id: number, now: Date, pauseBefore: Date) {
  const claimed = await db
    .insertInto("phone_notices")
    .values({ ...location, chat_id, texted_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(["dealer_id", "chat_id"])
        .doUpdateSet({ location_id: location.location_id, texted_at: now })
        .where("phone_notices.texted_at", "<=", pauseBefore),
    )
    .returning("chat_id")
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Releases a claim after the carrier certainly refused the text. */
export async function releasePhoneNotice(db: Db, { dealer_id }: LocationKey, chat_id: number): Promise<void> {
  await db.deleteFrom("phone_notices").where("dealer_id", "=", dealer_id).where("chat_id", "=", chat_id).execute();
}

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
