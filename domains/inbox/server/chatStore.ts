import { type SelectQueryBuilder, sql } from "kysely";
import type { LocationKey, Scope, ScopeKeys } from "#core/people.ts";
import { builtOnce } from "#core/server/builtOnce.ts";
import { preparedStatement } from "#core/server/preparedStatement.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { DB } from "#database/types.ts";
import { askedToStopSql, optinStatusSql } from "#domains/customers/server/public.ts";
import type { Chat, LastSpeaker } from "../contract.ts";

type JoinedTables = { chats: DB["chats"]; customers: DB["customers"] };

/** Chats joined with their customers, without chats of deleted customers. */
export function selectChats(db: Db, scope: ScopeKeys) {
  return db
    .selectFrom("chats")
    .innerJoin("customers", (join) =>
      join.onRef("customers.dealer_id", "=", "chats.dealer_id").onRef("customers.id", "=", "chats.customer_id"),
    )
    .where("chats.dealer_id", "=", scope.dealer_id)
    .where("chats.location_id", "=", scope.location_id)
    .where("customers.deleted_at", "is", null);
}

const tagIds = sql<number[]>`(
  select coalesce(json_agg(chat_tags.tag_id order by chat_tags.tag_id), '[]') from chat_tags join tags on tags.id = chat_tags.tag_id
  where chat_tags.dealer_id = chats.dealer_id and chat_tags.chat_id = chats.id and tags.deleted_at is null)`.as(
  "tag_ids",
);

const lastSpeaker = sql<LastSpeaker | null>`(
  select json_build_object('who', case when message.is_from_customer = 1 then 'customer'
      when message.user_id is null then 'automatic' else 'member' end,
    'user_id', message.user_id, 'first_name', coalesce(users.first_name, ''),
    'is_failed', (message.state = 'failed')::int)
  from messages message left join users on users.dealer_id = message.dealer_id and users.id = message.user_id
  where message.dealer_id = chats.dealer_id and message.chat_id = chats.id and message.deleted_at is null
    and message.campaign_id is null
  order by message.id desc limit 1)`.as("last_message_from");

export function selectColumns<O>(chats: SelectQueryBuilder<DB & JoinedTables, "chats" | "customers", O>) {
  return chats
    .select(["chats.id", "chats.chat_time", "chats.new_message", "chats.new_message_count", "chats.is_replied"])
    .select(["chats.is_pinned", "chats.is_closed", "chats.latest_chat_message_sent_time", "chats.customer_id"])
    .select([
      "chats.latest_chat_message_received_time",
      "chats.location_id",
      "chats.assigned_to",
      "chats.waiting_since",
      "chats.snoozed_until",
      "chats.unconfirmed_since",
    ])
    .select(["customers.first_name", "customers.last_name", "customers.phone", "customers.email"])
    .select([optinStatusSql.as("optin_status"), askedToStopSql.as("asked_to_stop"), lastSpeaker]);
}

/** One chat of the acting location. */
export async function chatById(db: Db, scope: Scope, id: number): Promise<Chat | undefined> {
  const [row] = await selectChat(db, scope.dealer_id, scope.location_id, id);
  return row && toChat(row);
}

const selectChat = builtOnce((db, dealer_id: number, location_id: number | null, id: number) =>
  selectColumns(selectChats(db, { dealer_id, location_id }).where("chats.id", "=", id))
    .select(tagIds)
    .modifyFront(preparedStatement),
);

/** True for a chat of the acting location whose customer isn't deleted. */
export async function isChat(db: Db, scope: Scope, id: number): Promise<boolean> {
  return (await selectChats(db, scope).where("chats.id", "=", id).select("chats.id").executeTakeFirst()) !== undefined;
}

/** The chats that exist among these ids, in no particular order. */
export async function chatsById(db: Db, scope: Scope, ids: readonly number[]): Promise<Chat[]> {
  if (ids.length === 0) return [];
  return (
    await selectColumns(selectChats(db, scope).where("chats.id", "in", ids))
      .select(tagIds)
      .execute()
  ).map(toChat);
}

type ChatRow = Awaited<ReturnType<ReturnType<typeof selectColumns<unknown>>["executeTakeFirstOrThrow"]>> & {
  readonly tag_ids: number[] | null;
};

export function toChat(row: ChatRow): Chat {
  const {
    first_name,
    last_name,
    phone,
    email,
    customer_id,
    optin_status,
    asked_to_stop: request,
    tag_ids,
    ...chat
  } = row;
  const asked_to_stop = request && { ...request, at: new Date(request.at).toISOString() };
  return {
    ...chat,
    tag_ids: tag_ids ?? [],
    customer: {
      id: customer_id,
      first_name,
      last_name,
      phone,
      email,
      asked_to_stop,
      optin_status: optin_status === 1 ? 1 : 0,
    },
    is_read: chat.new_message_count === 0 ? 1 : 0,
    is_replied: chat.is_replied === 1 ? 1 : 0,
    is_pinned: chat.is_pinned === 1 ? 1 : 0,
    is_closed: chat.is_closed === 1 ? 1 : 0,
    chat_time: chat.chat_time.toISOString(),
    waiting_since: chat.waiting_since?.toISOString() ?? null,
    snoozed_until: chat.snoozed_until?.toISOString() ?? null,
    unconfirmed_since: chat.unconfirmed_since?.toISOString() ?? null,
    latest_chat_message_sent_time: chat.latest_chat_message_sent_time?.toISOString() ?? null,
    latest_chat_message_received_time: chat.latest_chat_message_received_time?.toISOString() ?? null,
  };
}

/** Locks a chat's row until the transaction ends, so that its messages are stored one at a time. */
export async function lockChat(db: Db, { dealer_id, location_id }: LocationKey, id: number) {
  const [chat] = await selectForUpdate(db, dealer_id, location_id, id);
  return chat;
}

const selectForUpdate = builtOnce((db, dealer_id: number, location_id: number, id: number) =>
  db
    .selectFrom("chats")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("id", "=", id)
    .select(["id", "customer_id", "location_id"])
    .forUpdate()
    .modifyFront(preparedStatement),
);

/**
 * Serializes inbound texts per phone, and against merges that change who owns the phone: two concurrent first texts
 * must create one customer and one chat.
 */
export async function lockInboundPhones(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  phones: readonly string[],
): Promise<void> {
  // Sorted, so that transactions that lock several phones can't deadlock.
  const keys = phones.toSorted().map((phone) => `inbound ${dealer_id} ${location_id} ${phone}`);
  await sql`${preparedStatement} select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(${keys}::text[]) key`.execute(
    db,
  );
}

/** The chats of the customers with these phones, locked as by `lockChat`; phones without a chat are omitted. */
export async function lockChatsOfPhones(db: Db, { dealer_id, location_id }: LocationKey, phones: readonly string[]) {
  return db
    .selectFrom("chats")
    .innerJoin("customers", (join) =>
      join.onRef("customers.dealer_id", "=", "chats.dealer_id").onRef("customers.id", "=", "chats.customer_id"),
    )
    .where("customers.dealer_id", "=", dealer_id)
    .where("customers.location_id", "=", location_id)
    .where(sql<boolean>`customers.phone = any(${phones}::text[])`)
    .where("customers.deleted_at", "is", null)
    .where("chats.dealer_id", "=", dealer_id)
    .where("chats.location_id", "=", location_id)
    .select(["chats.id as chat_id", "chats.customer_id", "customers.phone"])
    .orderBy("chats.id")
    .forUpdate("chats")
    .modifyFront(preparedStatement)
    .execute();
}

/** The chat with a customer, created when missing. There is one per customer and location. */
export async function chatWith(db: Db, dealer_id: number, location_id: number, customer_id: number): Promise<number> {
  await db
    .insertInto("chats")
    .values({ dealer_id, location_id, customer_id })
    .onConflict((conflict) => conflict.columns(["dealer_id", "location_id", "customer_id"]).doNothing())
    .execute();
  const chat = db
    .selectFrom("chats")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("customer_id", "=", customer_id)
    .select("id");
  return (await chat.executeTakeFirstOrThrow()).id;
}

/** The customers of these who have a chat, deleted ones included. */
export async function customersWithChat(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  customer_ids: readonly number[],
): Promise<number[]> {
  const rows = await db
    .selectFrom("chats")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where(sql<boolean>`customer_id = any(${[...customer_ids]}::bigint[])`)
    .select("customer_id")
    .execute();
  return rows.map(({ customer_id }) => customer_id);
}
