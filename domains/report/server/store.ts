import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { TimeRange } from "#core/periods.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { AppointmentStatus } from "#domains/appointments/contract.ts";
import { liveChatId, liveCustomerId, messagePreview, nameOfMember } from "#domains/leaderboard/server/public.ts";

/** Chats of a location with their customers. */
function chatsAt(db: Db, { dealer_id, location_id }: LocationKey) {
  return db
    .selectFrom("chats")
    .innerJoin("customers", (join) =>
      join.onRef("customers.dealer_id", "=", "chats.dealer_id").onRef("customers.id", "=", "chats.customer_id"),
    )
    .where("chats.dealer_id", "=", dealer_id)
    .where("chats.location_id", "=", location_id);
}

/** Assigned, open chats of live customers. */
function assignedChats(db: Db, place: LocationKey) {
  return chatsAt(db, place)
    .where("chats.assigned_to", "is not", null)
    .where("chats.is_closed", "=", 0)
    .where("customers.deleted_at", "is", null);
}

/** Messages of a location within a range. */
function messagesWithin(db: Db, place: LocationKey, { from, to }: TimeRange) {
  return chatsAt(db, place)
    .innerJoin("messages", (join) =>
      join.onRef("messages.dealer_id", "=", "chats.dealer_id").onRef("messages.chat_id", "=", "chats.id"),
    )
    .where("messages.datetime", ">=", from)
    .where("messages.datetime", "<", to);
}

/** Customers' messages in currently assigned chats. */
function receivedMessages(db: Db, place: LocationKey, range: TimeRange) {
  return messagesWithin(db, place, range)
    .where("messages.is_from_customer", "=", 1)
    .where("chats.assigned_to", "is not", null);
}

/** Texts that people wrote. */
function sentMessages(db: Db, place: LocationKey, range: TimeRange) {
  return messagesWithin(db, place, range)
    .where("messages.is_from_customer", "=", 0)
    .where("messages.user_id", "is not", null);
}

const assignedTo = sql<number>`chats.assigned_to`.as("user_id");
const count = sql<number>`count(*)::int`.as("count");

/** Counts each member's active chats. */
export const assignedByMember = (db: Db, place: LocationKey) =>
  assignedChats(db, place).select([assignedTo, count]).groupBy("chats.assigned_to").execute();

/** Counts customers' messages in each member's chats. */
export const receivedByMember = (db: Db, place: LocationKey, range: TimeRange) =>
  receivedMessages(db, place, range).select([assignedTo, count]).groupBy("chats.assigned_to").execute();

/** Names of current and former members. */
export async function peopleById(db: Db, dealer_id: number, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom("users")
    .where("dealer_id", "=", dealer_id)
    .where("id", "in", ids)
    .select(["id", "first_name", "last_name"])
    .execute();
}

const noStatus = sql<AppointmentStatus | null>`null::smallint`.as("status");
const noSeconds = sql<number | null>`null::bigint`.as("seconds");

/** A member's active chats of a location. */
export function countedChats(db: Db, place: LocationKey, member_id: number) {
  return assignedChats(db, place)
    .where("chats.assigned_to", "=", member_id)
    .select(["chats.id", "chats.chat_time as at", "customers.customer_name"])
    .select([liveCustomerId.as("customer_id"), liveChatId.as("chat_id"), "chats.new_message as what"])
    .select(nameOfMember("chats.dealer_id", "chats.assigned_to").as("who"))
    .select([noStatus, noSeconds]);
}

/** Customers' messages in a range, in chats now assigned to the member. */
export function countedReceived(db: Db, place: LocationKey, member_id: number, range: TimeRange) {
  return receivedMessages(db, place, range)
    .where("chats.assigned_to", "=", member_id)
    .select(["messages.id", "messages.datetime as at", "customers.customer_name"])
    .select([liveCustomerId.as("customer_id"), liveChatId.as("chat_id"), messagePreview.as("what")])
    .select(nameOfMember("chats.dealer_id", "chats.assigned_to").as("who"))
    .select([noStatus, noSeconds]);
}

/** A member's texts in a range. */
export function countedSent(db: Db, place: LocationKey, member_id: number, range: TimeRange) {
  return sentMessages(db, place, range)
    .where("messages.user_id", "=", member_id)
    .select(["messages.id", "messages.datetime as at", "customers.customer_name"])
    .select([liveCustomerId.as("customer_id"), liveChatId.as("chat_id"), messagePreview.as("what")])
    .select(nameOfMember("messages.dealer_id", "messages.user_id").as("who"))
    .select([noStatus, noSeconds]);
}
