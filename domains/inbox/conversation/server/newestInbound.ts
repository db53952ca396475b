import { sql } from "kysely";
import type { LoadNewestInbound } from "#domains/notifications/server/public.ts";

/** The customer's newest message in a chat, starting at `message_id`; undefined if it was deleted. */
export const newestInbound: LoadNewestInbound = (db, { dealer_id, location_id, chat_id, message_id }) =>
  db
    .selectFrom("messages")
    .innerJoin("chats", (join) =>
      join.onRef("chats.dealer_id", "=", "messages.dealer_id").onRef("chats.id", "=", "messages.chat_id"),
    )
    .innerJoin("customers", (join) =>
      join.onRef("customers.dealer_id", "=", "chats.dealer_id").onRef("customers.id", "=", "chats.customer_id"),
    )
    .innerJoin("locations", (join) =>
      join.onRef("locations.dealer_id", "=", "chats.dealer_id").onRef("locations.id", "=", "chats.location_id"),
    )
    .where("messages.dealer_id", "=", dealer_id)
    .where("messages.chat_id", "=", chat_id)
    .where("messages.id", ">=", message_id)
    .where("messages.is_from_customer", "=", 1)
    .where("messages.deleted_at", "is", null)
    .where("chats.location_id", "=", location_id)
    .orderBy("messages.id", "desc")
    .limit(1)
    .select(["messages.id", "messages.chat_id", "messages.message", "messages.message_type", "messages.datetime"])
    .select(["messages.media_count", "chats.location_id", "locations.title as location"])
    .select(["locations.notification_phone_no", "chats.new_message_count"])
    .select(["customers.first_name", "customers.last_name"])
    // The number that it came from, because a customer can have several.
    .select(sql<string>`coalesce(messages.phone, customers.phone)`.as("phone"))
    .executeTakeFirst();
